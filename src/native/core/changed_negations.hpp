// Whether two texts negate the same: see analysis/negations/changes.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graded_text.hpp"
#include "order.hpp"

namespace tesla {

// One a thread: it keeps its memory from pair to pair.
class ChangedNegations {
  public:
    explicit ChangedNegations(const GradedEncoder& encoder) : encoder_(encoder) {}

    // The share of negations that one side has and the other lacks.
    double operator()(const GradedText& x, const GradedText& y, const std::vector<Anchor>& anchors);
    // Places of what negates in either text of the last pair.
    const std::vector<std::uint32_t>& of_x() const { return counting_x_; }
    const std::vector<std::uint32_t>& of_y() const { return counting_y_; }

    // How many of them the side with more has too many of, where they say something.
    std::size_t lacking() const { return lacking_; }

  private:
    void count(const GradedText& own, const GradedText& other,
               std::vector<std::uint32_t>& counting) const;
    // How many of them negate something that both texts have, or what they negate by a part of them.
    std::size_t saying(const GradedText& own, const std::vector<std::uint32_t>& counting,
                       const std::vector<Anchor>& anchors, std::int32_t Anchor::*side);
    bool has_lemma(const GradedText& text, std::uint32_t form) const;
    bool is_turned(const GradedText& own, const GradedText& other, const Negated::Base& base) const;

    const GradedEncoder& encoder_;
    std::vector<std::uint8_t> common_;  // by word: whether it is a content word that both have
    std::vector<std::uint32_t> counting_x_, counting_y_;
    std::size_t lacking_ = 0;
};

}  // namespace tesla
