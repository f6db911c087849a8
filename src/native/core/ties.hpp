// Many n-grams of few kinds: _core/ties.py again, where the reasons are.
#pragma once

#include "competition.hpp"

namespace tesla {

// The greatest gain of n-grams; the competition's covers have been found.
double pack_tied(const Competition& rivals);

}  // namespace tesla
