// Thrown for a word that the native rules do not cover; the learner catches it and leaves the word to
// Python.
#pragma once

#include "base/namespaces.hpp"

namespace tesla::text {

struct UnsupportedWord {};

}  // namespace tesla::text
