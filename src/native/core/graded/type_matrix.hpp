// The similarities of all words of many texts that are each compared with many others: each pair of
// types is compared once, and the similarities of two texts are collected from the matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/word_similarity.hpp"

namespace tesla::graded {

// The texts must outlive this object and must not move. Threads share it.
class TypeMatrix {
  public:
    using Texts = std::vector<const GradedText*>;  // null: no text

    // For this many pairs of the texts; empty if it would not save time.
    TypeMatrix(const RelatedWordTable& table, const SimilarityWeights& similarity_weights,
               const Texts& x, const Texts& y, std::size_t pairs);

    bool empty() const { return cells_.empty(); }

    // A cached index of one text of y by type of x. Each thread has its own; it is reused while that
    // text is compared with several texts of x.
    struct CandidateCache {
        struct Entry {
            std::uint32_t y;  // a type of the text
            std::uint16_t cell;
            std::uint32_t next;
        };
        const GradedText* text = nullptr;
        const std::vector<std::uint32_t>* types = nullptr;  // of the text, by their ids
        bool listed = false;
        std::vector<Entry> entries;
        std::vector<std::uint32_t> first;  // by type of x: its first entry; entry 0 means none
    };
    // Fill in the similarities of the two texts; returns false if one of them is not in the matrix.
    bool look_up(const GradedText& x, const GradedText& y, CandidateCache& cache,
                 WordSimilarity& word_similarity) const;

  private:
    // The maximum number of pairs of types, at two bytes each, and of distinct similarities.
    static constexpr std::size_t kMostCells = std::size_t{1} << 24, kMostValues = std::size_t{1} << 15;

    struct Hash {
        std::size_t operator()(const WordType& type) const;
    };
    struct Same {
        bool operator()(const WordType& one, const WordType& other) const { return one.same(other); }
    };
    using TypeIds = std::vector<std::uint32_t>;
    struct Side {
        explicit Side(const Texts& side_texts);
        void add(const WordType& type, const GradedText& text, TypeIds& type_ids);

        GradedText all;  // each type once, in the form of a text
        std::unordered_map<WordType, std::uint32_t, Hash, Same> types;
        std::unordered_map<const GradedText*, TypeIds> texts;
        std::size_t words = 0;  // types of all texts, counted in each
    };

    bool pays(std::size_t pairs) const;
    bool fill(WordSimilarity& word_similarity);
    void list(CandidateCache& cache) const;

    Side x_, y_;
    // Twice the id of the similarity, plus one if the types are related: one row per type of y, since a
    // text of y is compared with several texts of x. The length of rows is a multiple of 64 bits.
    std::size_t width_ = 0;
    std::vector<std::uint16_t> cells_;
    std::vector<double> values_{0.0};
};

}  // namespace tesla::graded
