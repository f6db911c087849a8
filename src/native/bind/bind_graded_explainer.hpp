// Bindings of the explanations of a graded encoder.
#pragma once

#include <nanobind/nanobind.h>

#include "graded_text.hpp"

namespace tesla {

void bind_graded_explainer(nanobind::class_<GradedEncoder, Encoder>& encoder);

}  // namespace tesla
