// Stretches of text whose n-grams share what they would cover: _core/blocks.py again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lists.hpp"

namespace tesla {

// An n-gram from token `start` up to before `stop`.
struct CoverNode {
    std::uint32_t start, stop, kind;
    bool operator==(const CoverNode&) const = default;
    auto operator<=>(const CoverNode&) const = default;
};

struct Block {
    std::vector<CoverNode> nodes;    // by stop, then start
    std::vector<std::uint32_t> far;  // up to where is covered from each token on
    bool operator==(const Block&) const = default;
    auto operator<=>(const Block&) const = default;
};

struct Repeated {
    const Block* block;
    std::uint32_t times;
};

// `run` is put in order.
Block make_block(std::span<CoverNode> run, const std::vector<std::uint32_t>& far);

// To `found`: what an n-gram newly covers if all that ends by `stop - k` is covered, k = 0 .. n.
void gains(const CoverNode& node, const std::vector<std::uint32_t>& far, std::span<const double> weights,
           std::vector<double>& found);

// Sets of n-grams (by place) any of which covers something, with its weight.
struct Covers {
    Lists around;
    std::vector<double> weights;
};
Covers covers(const Block& block, std::span<const double> weights);

}  // namespace tesla
