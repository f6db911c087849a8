// What two long texts have in common, wherever it stands: see matching/equals.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lookup.hpp"
#include "order.hpp"

namespace tesla {

// An n-gram of one of two texts.
struct Placed {
    bool of_y;
    bool shared;  // whether the other text has its like
    std::uint32_t place;
};

// Keeps its memory from pair to pair.
class Equals {
  public:
    // Pairs equal n-grams of two lists of words.
    void find(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y, std::size_t n);

    const std::vector<Anchor>& pairs() const { return pairs_; }  // in the order of y
    const std::vector<Placed>& left() const { return left_; }    // as if laid over the same line

  private:
    // Where a side gets so many n-grams of a kind ahead of the other, and falls back again; place is
    // where it is best to leave one.
    struct Level {
        std::int64_t last = 0, cost = 0, best = 0;
        std::uint32_t place = 0;
        bool reached = false;
    };

    void number(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y, std::size_t n);
    void merge();
    void choose();
    void pair();

    std::vector<std::uint32_t> x_, y_;  // the kinds of n-grams, numbered from 0
    std::size_t kinds_ = 0;
    SmallTable table_;
    std::vector<Placed> walk_, left_;
    std::vector<std::uint32_t> zero_;  // of a kind: its level 0, after those where y is ahead
    std::vector<std::int32_t> ahead_;  // of a kind: how many more x has had
    std::vector<Level> levels_;
    std::vector<std::uint8_t> left_x_, left_y_, shared_;  // the last by kind
    std::vector<std::uint32_t> first_;  // of a kind: one more than the first place of x to be paired
    std::vector<std::uint32_t> next_;   // of a place of x: the same for the one after it
    std::vector<Anchor> pairs_;
};

}  // namespace tesla
