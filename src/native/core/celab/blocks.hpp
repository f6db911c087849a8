// Parts of a text whose n-grams overlap in what they cover: a port of core/solvers/packing.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"

namespace tesla::celab {

// An n-gram from token `start` to token `stop` (exclusive).
struct CoverNode {
    std::uint32_t start, stop, kind;
    bool operator==(const CoverNode&) const = default;
    auto operator<=>(const CoverNode&) const = default;
};

struct Block {
    std::vector<CoverNode> nodes;    // sorted by stop, then by start
    std::vector<std::uint32_t> far;  // by token: the end of what is covered from there
    bool operator==(const Block&) const = default;
    auto operator<=>(const Block&) const = default;
};

struct Repeated {
    const Block* block;
    std::uint32_t times;
};

// Sorts `run`.
Block make_block(std::span<CoverNode> run, const std::vector<std::uint32_t>& far);

// Append to `result` what an n-gram newly covers if everything up to `stop - k` is covered, k = 0 .. n.
void gains(const CoverNode& node, const std::vector<std::uint32_t>& far, std::span<const double> weights,
           std::vector<double>& result);

// Sets of n-grams (by index), each of which covers the same part of the text, with the weight of that
// part.
struct Covers {
    Lists around;
    std::vector<double> weights;
};
Covers covers(const Block& block, std::span<const double> weights);

}  // namespace tesla::celab
