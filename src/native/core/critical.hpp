// Numbers that must not change: see analysis/numbers, which has the same names.
#pragma once

#include "composing.hpp"

namespace tesla {

// The share of numbers that have become other ones.
double changed_numbers(const Numbers& reference, const Numbers& candidate);

}  // namespace tesla
