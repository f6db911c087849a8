// What words are worth to each other that share something: see matching/alike.py.
#pragma once

#include <cstddef>
#include <vector>

namespace tesla {

// By the names of matching/alike.py and comparing/graded.py.
struct GradedConstants {
    unsigned order;  // longest n-grams of words
    double lemma, derivation, synonym, synset, paraphrase, tag, function, spelling, unknown, least;
    double alpha, character_alpha, stand_in;

    // F of words by length, F of characters, changed numbers, changed negations, reordered words,
    // miscased words, a changed ending.
    std::size_t width() const { return order + 6; }
};

// The constants, and what is raised to a power by them, worked out once.
class Worths {
  public:
    explicit Worths(const GradedConstants& given);

    const GradedConstants constants;
    // Of paraphrases, by their strength in hundredths.
    double paraphrase(unsigned strength) const { return paraphrases_[strength]; }
    // Of words with so many bigrams in common, of so many on both sides together.
    double spelling(std::size_t common, std::size_t all, bool known) const {
        if (common >= kCommon || all >= kAll) return spelt(common, all, known);
        return spellings_[(known * kCommon + common) * kAll + all];
    }

  private:
    static constexpr std::size_t kCommon = 24, kAll = 48;
    double spelt(std::size_t common, std::size_t all, bool known) const;

    std::vector<double> paraphrases_, spellings_;
};

}  // namespace tesla
