// Changed numbers: see text/numbers.py, which uses the same names.
#pragma once

#include "composing.hpp"

namespace tesla {

// Return the share of numbers that have changed.
double changed_numbers(const Numbers& reference, const Numbers& candidate);

}  // namespace tesla
