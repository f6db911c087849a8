// The part of a graded encoder's face that explains.
#pragma once

#include <nanobind/nanobind.h>

#include "graded_text.hpp"

namespace tesla {

void bind_explaining(nanobind::class_<GradedEncoder>& encoder);

}  // namespace tesla
