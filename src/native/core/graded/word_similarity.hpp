// Similarity of words: see core/matching/word_similarity.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/graded_text.hpp"
#include "graded/postings.hpp"
#include "graded/similarity_weights.hpp"

namespace tesla::graded {

// A type of y that has something in common with a type of x.
struct SimilarType {
    std::uint32_t y;
    bool related;  // whether the two words can be substituted for each other
    double similarity;
};

// The similarities of the words of two texts, by word type. Memory is reused from pair to pair.
class WordSimilarity {
  public:
    WordSimilarity(const RelatedWordTable& table, const SimilarityWeights& similarity_weights);

    void compare(const GradedText& x, const GradedText& y);
    // The two steps of compare(): index the types of y, then find the types of y that are similar to one
    // type of x.
    void index(const GradedText& y);
    void find(const GradedText& x, const WordType& type, const GradedText& y,
              std::vector<SimilarType>& similar_types);
    // Alternatively, fill in known similarities, one row per type of x.
    void begin(std::size_t rows, std::size_t columns);
    void add(const SimilarType& similar) {
        similar_types_.push_back(similar);
        similarity_[rows() * columns_ + similar.y] = similar.similarity;
    }
    void end_row() { begin_.push_back(static_cast<std::uint32_t>(similar_types_.size())); }

    std::size_t rows() const { return begin_.size() - 1; }
    // The similar types of y of one type of x, in ascending order.
    std::span<const SimilarType> row(std::size_t x) const {
        return {similar_types_.data() + begin_[x], similar_types_.data() + begin_[x + 1]};
    }
    double similarity(std::size_t x, std::size_t y) const { return similarity_[x * columns_ + y]; }

  private:
    void mark(const GradedText& x, const WordType& type);
    void mark_equal(std::uint32_t form, std::int32_t lemma, std::int32_t tag, float bigrams);
    SimilarType grade(const WordType& x, const WordType& y, std::uint32_t j) const;

    const RelatedWordTable& table_;
    const SimilarityWeights& similarity_weights_;
    std::array<double, 32> levels_;  // by the bits that two types share
    std::size_t columns_ = 0;
    std::vector<SimilarType> similar_types_;
    std::vector<std::uint32_t> begin_{0};
    std::vector<double> similarity_;
    // Index of y: postings, and the attributes of its types as columns.
    Postings bigrams_, synsets_, partners_;
    std::vector<std::uint32_t> forms_;
    std::vector<std::int32_t> lemmas_, tags_;
    std::vector<float> sizes_;  // number of bigrams
    // For the current type of x: the bits that each type of y shares with it, the paraphrase strength
    // and the number of common bigrams.
    std::vector<std::uint8_t> shared_, strength_;
    std::vector<std::int32_t> common_;
};

}  // namespace tesla::graded
