// Final punctuation of a text: see text/case_and_punctuation.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::text {

enum class Ending : std::uint8_t { open, stop, question, call, opened_question, opened_call };

// The characters have a space before and after the text.
Ending ending_of(const std::vector<std::uint32_t>& characters);

inline bool asks(Ending ending) {
    return ending == Ending::question || ending == Ending::opened_question;
}

// A question changes the sentence; a missing full stop or opening mark, or an exclamation mark, does
// not.
inline double changed_ending(Ending reference, Ending candidate) {
    if (reference == candidate) return 0.0;
    return asks(reference) == asks(candidate) ? 0.5 : 1.0;
}

}  // namespace tesla::text
