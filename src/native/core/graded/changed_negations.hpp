// Changed negations: see text/negation.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/graded_text.hpp"
#include "graded/order.hpp"

namespace tesla::graded {

// Use one instance per thread; memory is reused from pair to pair.
class ChangedNegations {
  public:
    explicit ChangedNegations(const GradedEncoder& encoder) : encoder_(encoder) {}

    // Return the share of negations that one text has and the other lacks.
    double operator()(const GradedText& x, const GradedText& y, const std::vector<Anchor>& anchors);
    // Indices of the negating words of both texts of the last pair.
    const std::vector<std::uint32_t>& of_x() const { return counting_x_; }
    const std::vector<std::uint32_t>& of_y() const { return counting_y_; }

    // How many negations the text with fewer of them lacks, among those that count.
    std::size_t missing() const { return missing_; }

  private:
    void count(const GradedText& text, const GradedText& other,
               std::vector<std::uint32_t>& counting) const;
    // Count the negations that negate something both texts contain, or negate by a part of the word.
    std::size_t count_effective(const GradedText& text, const std::vector<std::uint32_t>& counting,
                                const std::vector<Anchor>& anchors, std::int32_t Anchor::*side);
    bool has_lemma(const GradedText& text, std::uint32_t form) const;
    bool is_inverted(const GradedText& text, const GradedText& other, const Negated::Base& base) const;

    const GradedEncoder& encoder_;
    std::vector<std::uint8_t> common_;  // by word: whether it is a content word that both texts contain
    std::vector<std::uint32_t> counting_x_, counting_y_;
    std::size_t missing_ = 0;
};

}  // namespace tesla::graded
