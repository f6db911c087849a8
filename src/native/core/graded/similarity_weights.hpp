// Weights of the relations between words: see core/matching/word_similarity.py.
#pragma once

#include <cstddef>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::graded {

// The names are those of core/matching/word_similarity.py and core/comparing/graded.py.
struct GradedConstants {
    unsigned order;  // maximum length of word n-grams
    double lemma, derivation, synonym, synset, paraphrase, tag, function, spelling, unknown, least;
    double alpha, character_alpha, stand_in;

    // F of words by length, F of characters, changed numbers, changed negations, reordered words,
    // miscased words, changed final punctuation.
    std::size_t width() const { return order + 6; }
};

// The constants, and tables of the powers that depend on them.
class SimilarityWeights {
  public:
    explicit SimilarityWeights(const GradedConstants& initial);

    const GradedConstants constants;
    // Similarity of paraphrases, by their strength in hundredths.
    double paraphrase(unsigned strength) const { return paraphrase_table_[strength]; }
    // Spelling similarity of words, by their common bigrams and the total of both words.
    double spelling(std::size_t common, std::size_t total, bool known) const {
        if (common >= kMaxCommon || total >= kMaxTotal) return compute_spelling(common, total, known);
        return spelling_table_[(known * kMaxCommon + common) * kMaxTotal + total];
    }

  private:
    static constexpr std::size_t kMaxCommon = 24, kMaxTotal = 48;
    double compute_spelling(std::size_t common, std::size_t total, bool known) const;

    std::vector<double> paraphrase_table_, spelling_table_;
};

}  // namespace tesla::graded
