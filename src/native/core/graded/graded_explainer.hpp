// Explanations of graded comparisons: see explanation/graded/pair.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/character_losses.hpp"
#include "graded/graded_comparer.hpp"
#include "graded/prices.hpp"

namespace tesla::graded {

// The first members of the enumeration in explanation/explanation.py.
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

// Bits: the penalties that a word caused. Changed numbers are marked in Python.
enum Caused : std::uint8_t { kNegation = 2, kReordered = 4, kMiscased = 8, kEnding = 16 };

// The matched n-grams of one length of a pair: see explanation/graded/solved_ngrams.py.
struct SolvedGrams {
    double value = 0;
    std::vector<GradedFlow> flows;
    std::vector<double> similarities;      // of each pair of words of each flow
    std::vector<std::uint8_t> reasons;     // by flow, only for unigrams
    std::vector<double> gains_x, gains_y;  // by n-gram
};

// The result of one matching of a pair.
struct Matching {
    double share = 1;
    std::vector<SolvedGrams> grams;
    std::vector<Anchor> anchors;
    std::vector<double> character_losses_x, character_losses_y;  // by word
    std::vector<std::uint8_t> caused_x, caused_y;                // Caused, by word
};

// Use one instance per thread.
class GradedExplainer : public GradedComparer {
  public:
    GradedExplainer(const GradedEncoder& encoder, const SimilarityWeights& similarity_weights);

    // Compute the row of a pair, and return its one or two matchings.
    std::vector<Matching> explain(const GradedText& reference, const GradedText& candidate, double* out);

  protected:
    double solve(const GradedText& x, const GradedText& y, std::size_t n,
                 const std::vector<std::uint32_t>* places_x,
                 const std::vector<std::uint32_t>* places_y) override;
    void settle(std::size_t n, const std::vector<Anchor>& pairs) override;
    void columns(const GradedText& x, const GradedText& y, double* out) override;

  private:
    void begin_matching();
    void compare_grams(std::size_t n, std::size_t columns);
    void keep_flows(const GradedText& x, const GradedText& y, std::size_t n, SolvedGrams& solved) const;
    void gain(const GradedText& text, std::size_t n, const std::vector<std::uint32_t>& begin,
              bool transposed, const std::vector<std::uint32_t>* places, std::vector<double>& gains);
    WordReason reason(const GradedText& x, const GradedText& y, std::size_t i, std::size_t j) const;
    void negations(const GradedText& x, const GradedText& y, Matching& matching) const;
    void order(Matching& matching);
    void cases(const GradedText& x, const GradedText& y, Matching& matching) const;
    void lose_characters(const GradedText& x, const GradedText& y, Matching& matching);

    const GradedText *x_text_ = nullptr, *y_text_ = nullptr;
    std::vector<Matching> matchings_;
    std::vector<GradedFlow> flows_;
    std::vector<double> grams_;                 // similarities
    std::vector<GradedSolver::Units> profits_;  // the same in units of the solver
    // Similarities of the words of one text with each other; those of whole texts are reused.
    struct SelfSimilarities {
        const GradedText* text = nullptr;
        std::vector<double> words;
    };
    const std::vector<double>& self_similarities(const GradedText& text, bool transposed);
    GradedComparer self_comparer_;  // for words of one text; the base class has the state of the pair
    SelfSimilarities self_similarities_x_, self_similarities_y_;
    Prices prices_;
    CharacterLosses character_losses_;
    const GradedText* losses_reference_ = nullptr;  // the reference that the character losses belong to
    CharacterGrams grams_of_x_, grams_of_y_;
    std::vector<std::uint32_t> owners_x_, owners_y_, owners_swapped_;
};

}  // namespace tesla::graded
