// Anchors, which are pairs of corresponding words: see core/matching/word_similarity.py and
// core/matching/graded_matching.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "base/no_index.hpp"
#include "graded/order.hpp"
#include "graded/word_similarity.hpp"

namespace tesla::graded {

// Memory is reused from pair to pair.
class Anchoring {
  public:
    // Add the anchors of a pair in the order of y: words of equal form, the k-th with the k-th, and
    // unpaired words of y with a related word of x.
    void whole(const GradedText& x, const GradedText& y, const WordSimilarity& word_similarity,
               std::vector<Anchor>& anchors);

    // Alternatively, specify word by word which words are already paired, and then find the related
    // words.
    void clear() {
        taken_x_.clear();
        taken_y_.clear();
    }
    void add(bool of_y, bool taken) { (of_y ? taken_y_ : taken_x_).push_back(taken); }
    const std::vector<Anchor>& stand_ins(const GradedText& x, const GradedText& y,
                                         const WordSimilarity& word_similarity);

  private:
    void pair_forms(const GradedText& x, const GradedText& y);
    void prepare(const GradedText& x, const GradedText& y, const WordSimilarity& word_similarity);
    std::uint32_t stand_in(std::uint32_t type);

    // Words that are already paired, and numbers, which correspond only to themselves.
    std::vector<std::uint8_t> taken_x_, taken_y_;
    std::vector<std::uint32_t> partner_;     // by word of y: the paired word of x with the same form
    std::vector<std::uint32_t> next_;        // by word of y: the next word in the same bucket
    std::array<std::uint32_t, 128> firsts_;  // the first word of each bucket, by form
    std::vector<std::uint32_t> first_free_, next_free_;  // unpaired words of x, by type
    // A type of x that is related to a type of y.
    struct RelatedType {
        std::uint32_t x, before;
        double similarity;
    };
    std::vector<RelatedType> related_;
    std::vector<std::uint32_t> last_related_;  // by type of y
    std::vector<Anchor> anchors_;
};

}  // namespace tesla::graded
