// Upper envelopes of lines: which line of each list is the highest, from left to right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::tuning {

// Lines heights[k] + x * slopes[k]; list i has the lines from starts[i] to starts[i + 1] and is not
// empty.
struct LineLists {
    const std::int64_t* starts;
    std::size_t lists;
    const double* heights;
    const double* slopes;
};

struct Envelopes {
    // By list: the line that is the highest at minus infinity; the first of equal ones.
    std::vector<std::int64_t> first{};
    // Where another line becomes the highest, list by list, from left to right.
    std::vector<double> points{};
    // The line that was the highest before, and the one that is the highest after.
    std::vector<std::int64_t> before{}, after{};
};

Envelopes upper_envelopes(const LineLists& lines);

}  // namespace tesla::tuning
