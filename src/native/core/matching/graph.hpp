// The graph of the transport problem: see core/solvers/transport.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/masks.hpp"
#include "base/namespaces.hpp"

namespace tesla::matching {

using Amount = std::int64_t;

struct Flow {
    std::int32_t x, y;
    Amount amount;
};

// rows[c][x] and columns[c][y] are the edges of profit profits[c], c ascending.
template <class Width>
struct Graph {
    Width width;
    std::vector<MaskArray<Width>> rows, columns;
    MaskArray<Width> present;  // by level: the x that have an edge there
    std::vector<Amount> profits;
};

}  // namespace tesla::matching
