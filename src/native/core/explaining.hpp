// Pairs of graded texts to what explains their features: see explaining/graded/pair.py.
#pragma once

#include <cstdint>
#include <vector>

#include "grading.hpp"
#include "letters.hpp"
#include "prices.hpp"

namespace tesla {

// As in explaining/explanation.py, the first of them.
enum class WordReason : std::uint8_t {
    form,
    lemma,
    derivation,
    synonym,
    synset,
    paraphrase,
    spelling,
    tag
};

// What words caused, as bits; numbers are told by Python.
enum Caused : std::uint8_t { kNegation = 2, kReordered = 4, kMiscased = 8, kEnding = 16 };

// N-grams of one length of a pair: see explaining/graded/solved.py.
struct SolvedGrams {
    double value = 0;
    std::vector<GradedFlow> flows;
    std::vector<double> alike;             // of each pair of words of each flow
    std::vector<std::uint8_t> reasons;     // of each flow, of unigrams alone
    std::vector<double> gains_x, gains_y;  // of all n-grams
};

// A pair, as it was matched in one way.
struct MatchedWay {
    double share = 1;
    std::vector<SolvedGrams> grams;
    std::vector<Anchor> anchors;
    std::vector<double> letters_x, letters_y;      // what words have lost of C
    std::vector<std::uint8_t> caused_x, caused_y;  // Caused, by word
};

// One a thread.
class Explaining : public Grading {
  public:
    Explaining(const GradedEncoder& encoder, const Worths& worths);

    // The row of a pair, and the one or two ways in which it was matched.
    std::vector<MatchedWay> explain(const GradedText& reference, const GradedText& candidate,
                                    double* out);

  protected:
    double solve(const GradedText& x, const GradedText& y, std::size_t n,
                 const std::vector<std::uint32_t>* places_x,
                 const std::vector<std::uint32_t>* places_y) override;
    void settle(std::size_t n, const std::vector<Anchor>& pairs) override;
    void columns(const GradedText& x, const GradedText& y, double* out) override;

  private:
    void begin_way();
    void alike_grams(std::size_t n, std::size_t columns);
    void keep_flows(const GradedText& x, const GradedText& y, std::size_t n, SolvedGrams& into) const;
    void gain(const GradedText& text, std::size_t n, const std::vector<std::uint32_t>& begin,
              bool turned, const std::vector<std::uint32_t>* places, std::vector<double>& gains);
    WordReason reason(const GradedText& x, const GradedText& y, std::size_t i, std::size_t j) const;
    void negations(const GradedText& x, const GradedText& y, MatchedWay& way) const;
    void order(MatchedWay& way);
    void cases(const GradedText& x, const GradedText& y, MatchedWay& way) const;
    void letters(const GradedText& x, const GradedText& y, MatchedWay& way);

    const GradedText *x_text_ = nullptr, *y_text_ = nullptr;
    std::vector<MatchedWay> ways_;
    std::vector<GradedFlow> flows_;
    std::vector<double> grams_;                 // similarities
    std::vector<GradedSolver::Units> profits_;  // the same, as they are solved
    // Words of one text with each other: those of whole texts, which come again, are kept.
    struct Among {
        const GradedText* text = nullptr;
        std::vector<double> words;
    };
    const std::vector<double>& among(const GradedText& text, bool turned);
    Grading grading_;  // of words among themselves: its own state is this pair's
    Among among_x_, among_y_;
    Prices prices_;
    Letters letters_;
    const GradedText* letters_of_ = nullptr;  // the reference that these are of
    CharacterGrams grams_of_x_, grams_of_y_;
    std::vector<std::uint32_t> owners_x_, owners_y_, owners_swapped_;
};

}  // namespace tesla
