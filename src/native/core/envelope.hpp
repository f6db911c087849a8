// Upper envelopes of lines: which line of each list is the highest, from left to right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

// Lines heights[k] + x * slopes[k]; list i has those from starts[i] to starts[i + 1], and has some.
struct LineLists {
    const std::int64_t* starts;
    std::size_t lists;
    const double* heights;
    const double* slopes;
};

struct Envelopes {
    // Of each list the line that is the highest far on the left; of equal ones the first.
    std::vector<std::int64_t> first{};
    // Where another line becomes the highest, list by list, each from left to right.
    std::vector<double> points{};
    // The line that was the highest there, and the one that becomes it.
    std::vector<std::int64_t> before{}, after{};
};

Envelopes upper_envelopes(const LineLists& lines);

}  // namespace tesla
