// Bindings of the explanations of a graded encoder.
#pragma once

#include <nanobind/nanobind.h>

#include "graded/graded_text.hpp"

namespace tesla {

void bind_graded_explainer(nanobind::class_<graded::GradedEncoder, text::Encoder>& encoder);

}  // namespace tesla
