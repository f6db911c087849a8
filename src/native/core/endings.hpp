// How a text ends: see analysis/endings.py.
#pragma once

#include <cstdint>
#include <vector>

namespace tesla {

enum class Ending : std::uint8_t { open, stop, question, call };

// Of characters as they are padded.
Ending ending_of(const std::vector<std::uint32_t>& characters);

// A question is another sentence; a stop that is missing or an exclamation is not.
inline double changed_ending(Ending reference, Ending candidate) {
    if (reference == candidate) return 0.0;
    return reference == Ending::question || candidate == Ending::question ? 1.0 : 0.5;
}

}  // namespace tesla
