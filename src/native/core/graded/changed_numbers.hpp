// Changed numbers: see text/numbers.py, which uses the same names.
#pragma once

#include "base/namespaces.hpp"
#include "text/composing.hpp"

namespace tesla::graded {

// Return the share of numbers that have changed.
double changed_numbers(const Numbers& reference, const Numbers& candidate);

}  // namespace tesla::graded
