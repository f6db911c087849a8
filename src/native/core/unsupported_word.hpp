// Thrown for a word that the native rules do not cover; the learner catches it and leaves the word to
// Python.
#pragma once

namespace tesla {

struct UnsupportedWord {};

}  // namespace tesla
