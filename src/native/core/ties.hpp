// Many n-grams of few kinds: _core/ties.py again, where the reasons are.
#pragma once

#include "competition.hpp"

namespace tesla {

// The greatest gain of n-grams, each by itself; the competition's covers have been found.
double pack_apart(const Competition& rivals);

// The same, tied as far as that is the shorter way.
double pack_tied(const Competition& rivals);

}  // namespace tesla
