// Equal n-grams of two long texts, at any position: see core/matching/graded_matching.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/order.hpp"
#include "matching/lookup.hpp"

namespace tesla::graded {

// An n-gram of one of two texts.
struct PlacedGram {
    bool of_y;
    bool shared;  // whether the other text has an equal one
    std::uint32_t place;
};

// Memory is reused from pair to pair.
class EqualGrams {
  public:
    // Pair equal n-grams of two lists of words.
    void find(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y, std::size_t n);

    const std::vector<Anchor>& pairs() const { return pairs_; }    // in the order of y
    const std::vector<PlacedGram>& left() const { return left_; }  // merged by relative position

  private:
    // A surplus: where one text gets this many n-grams of a kind ahead of the other, until it falls
    // back; `place` is the best one to leave unpaired.
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
    std::vector<PlacedGram> walk_, left_;
    std::vector<std::uint32_t> zero_;  // by kind: its level 0, after the levels where y is ahead
    std::vector<std::int32_t> ahead_;  // by kind: how many more of it x has had so far
    std::vector<Level> levels_;
    std::vector<std::uint8_t> left_x_, left_y_, shared_;  // the last one by kind
    std::vector<std::uint32_t> first_;                    // by kind: 1 + the first position of x to pair
    std::vector<std::uint32_t> next_;                     // by position of x: the same for the next one
    std::vector<Anchor> pairs_;
};

}  // namespace tesla::graded
