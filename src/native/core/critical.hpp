// What a translation must not get wrong: see analysis/critical.py.
#pragma once

#include "composing.hpp"

namespace tesla {

// The share of numbers that have become other ones.
double changed_numbers(const Numbers& reference, const Numbers& candidate);

}  // namespace tesla
