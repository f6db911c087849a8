// The covering problem of a text as the linear program of the paper: every occurrence of every n-gram is
// a node.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "linear_program.hpp"

// An occurrence, from token `start` to token `stop` (exclusive).
struct Occurrence {
    std::uint32_t start, stop;
};

inline std::vector<Occurrence> occurrences(std::uint32_t size, std::size_t order) {
    std::vector<Occurrence> found;
    for (std::uint32_t n = 1; n <= order; ++n)
        for (std::uint32_t start = 0; start + n <= size; ++start) found.push_back({start, start + n});
    return found;
}

// A text whose n-grams are linked to those of another: the variables of the links of each node.
struct CoverSide {
    std::vector<Occurrence> nodes;
    std::vector<std::vector<std::size_t>> links;
};

// A node has weight 1 at most, and covers its tokens in proportion to its weight.
inline void add_covers(LinearProgram& program, const CoverSide& side, std::span<const double> weights,
                       double factor) {
    for (const auto& links : side.links) {
        std::vector<std::pair<std::size_t, double>> sum;
        for (const auto link : links) sum.emplace_back(link, 1.0);
        program.add_limit(sum, 1);
    }
    for (const Occurrence& covered : side.nodes) {
        const std::size_t cover =
            program.add_variable(factor * weights[covered.stop - covered.start - 1]);
        std::vector<std::pair<std::size_t, double>> sum{{cover, 1.0}};
        program.add_limit(sum, 1);
        for (std::size_t i = 0; i < side.nodes.size(); ++i)
            if (side.nodes[i].start <= covered.start && covered.stop <= side.nodes[i].stop)
                for (const auto link : side.links[i]) sum.emplace_back(link, -1.0);
        program.add_limit(sum, 0);
    }
}
