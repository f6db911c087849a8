// Which words stand for each other: see matching/alike.py and order.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "alike.hpp"
#include "order.hpp"

namespace tesla {

// Keeps its memory from pair to pair.
class Anchoring {
  public:
    // Words of one form, the k-th with the k-th, and those of y that stand for one of x, in the order
    // of y.
    void whole(const GradedText& x, const GradedText& y, const Alike& alike,
               std::vector<Anchor>& anchors);

    // Or word by word which of either side can stand for another, and what then does.
    void clear() {
        taken_x_.clear();
        taken_y_.clear();
    }
    void add(bool of_y, bool taken) { (of_y ? taken_y_ : taken_x_).push_back(taken); }
    const std::vector<Anchor>& stand_ins(const GradedText& x, const GradedText& y, const Alike& alike);

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    void pair_forms(const GradedText& x, const GradedText& y);
    void prepare(const GradedText& x, const GradedText& y, const Alike& alike);
    std::uint32_t stand_in(std::uint32_t type);

    // Words that have their like on the other side, and numbers, which stand for nothing else.
    std::vector<std::uint8_t> taken_x_, taken_y_;
    std::vector<std::uint32_t> partner_;     // of a word of y: that of x of the same form
    std::vector<std::uint32_t> next_;        // of a word of y: one that may be of the same form
    std::array<std::uint32_t, 128> firsts_;  // of them, by form
    std::vector<std::uint32_t> first_free_, next_free_;  // words of x that are not taken, by their types
    // Types of x that a type of y can stand for.
    struct Kin {
        std::uint32_t x, before;
        double similarity;
    };
    std::vector<Kin> kin_;
    std::vector<std::uint32_t> last_kin_;  // by type of y
    std::vector<Anchor> found_;
};

}  // namespace tesla
