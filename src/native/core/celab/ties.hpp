// Many n-grams of few kinds: a port of core/solvers/packing.py, which has the proofs.
#pragma once

#include "base/namespaces.hpp"
#include "celab/competition.hpp"

namespace tesla::celab {

// Return the largest gain, treating every n-gram separately; the covers of the competition have been
// computed.
double pack_apart(const Competition& rivals);

// The same, with n-grams tied as long as this makes the problem smaller.
double pack_tied(const Competition& rivals);

}  // namespace tesla::celab
