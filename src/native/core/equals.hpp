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
    void number(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y, std::size_t n);
    void merge();
    void close();
    void pair();

    std::vector<std::uint32_t> x_, y_;  // the kinds of n-grams, numbered from 0
    std::size_t kinds_ = 0;
    SmallTable table_;
    std::vector<Placed> walk_, left_;
    std::vector<std::uint8_t> kept_x_, kept_y_, shared_;  // the last by kind
    std::vector<std::uint32_t> open_;   // of a kind: one more than the last step that is open
    std::vector<std::uint32_t> below_;  // of a step: the same for the one that was open before
    std::vector<std::uint32_t> first_;  // of a kind: one more than the first place of x to be paired
    std::vector<std::uint32_t> next_;   // of a place of x: the same for the one after it
    std::vector<Anchor> pairs_;
};

}  // namespace tesla
