// How a text ends: see analysis/endings.py.
#pragma once

#include <cstdint>
#include <vector>

namespace tesla {

enum class Ending : std::uint8_t { open, stop, question, call, opened_question, opened_call };

// Of characters as they are padded.
Ending ending_of(const std::vector<std::uint32_t>& characters);

inline bool asks(Ending ending) {
    return ending == Ending::question || ending == Ending::opened_question;
}

// A question is another sentence; a stop or an opening mark that is missing, or a call, is not.
inline double changed_ending(Ending reference, Ending candidate) {
    if (reference == candidate) return 0.0;
    return asks(reference) == asks(candidate) ? 0.5 : 1.0;
}

}  // namespace tesla
