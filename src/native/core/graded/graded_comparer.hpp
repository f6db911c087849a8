// Compares pairs of graded texts and computes their features: see core/comparing/graded.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/anchoring.hpp"
#include "graded/changed_negations.hpp"
#include "graded/character_gram_bags.hpp"
#include "graded/character_gram_matcher.hpp"
#include "graded/equal_grams.hpp"
#include "graded/graded_text.hpp"
#include "graded/graded_transport.hpp"
#include "graded/order.hpp"
#include "graded/similarity_weights.hpp"
#include "graded/type_matrix.hpp"
#include "graded/word_similarity.hpp"

namespace tesla::graded {

// The maximum number of words for matching whole texts: see core/matching/graded_matching.py.
inline constexpr std::size_t kLongestWhole = 256;
// The number of words over which the result changes gradually to that for long texts.
inline constexpr std::size_t kFade = 64;
// The weight of the result for long texts within this transition.
inline double long_share(std::size_t words) {
    return static_cast<double>(words - kLongestWhole) / static_cast<double>(kFade);
}

// Written such that equal weights give exactly 1, whatever the rounding.
inline double f_measure(double shared, double reference, double candidate, double alpha) {
    if (!(shared > 0)) return 0.0;
    return std::min(shared / (candidate + alpha * (reference - candidate)), 1.0);
}

// Compute the weights of n-grams from those of their words.
void weigh_grams(const std::vector<double>& words, std::size_t n, std::vector<double>& grams);

// Copy these words of a text, with all attributes that are compared.
void pick(const GradedText& text, const std::vector<std::uint32_t>& places, GradedText& part);

// Return whether an anchored word is capitalised in one of the texts only.
inline bool is_miscased(const GradedText& x, const GradedText& y, const Anchor& anchor) {
    const auto i = static_cast<std::size_t>(anchor.x), j = static_cast<std::size_t>(anchor.y);
    return x.forms[i] == y.forms[j] && differ(x.cases[i], y.cases[j]);
}

// Return the share of such words among the anchored words, by weight.
double miscased(const GradedText& x, const GradedText& y, const std::vector<Anchor>& anchors);

// Optional precomputed data for texts that are each compared with many others.
struct Precomputed {
    const TypeMatrix* types = nullptr;
    const CharacterGramBags* character_bags = nullptr;
};

// Use one instance per thread; memory is reused from pair to pair.
class GradedComparer {
  public:
    GradedComparer(const GradedEncoder& encoder, const SimilarityWeights& similarity_weights,
                   const Precomputed& precomputed = {});
    GradedComparer(GradedComparer&&) = default;
    virtual ~GradedComparer() = default;

    void operator()(const GradedText& reference, const GradedText& candidate, double* out);
    // Return the similarities of their words, one row per word of x.
    const std::vector<double>& similarities(const GradedText& x, const GradedText& y) {
        word_similarity_.compare(x, y);
        return word_similarities(x, y);
    }

  protected:
    // Solve the transport problem of n-grams of one length at these positions of x and y (null: at all).
    // The similarities of words are in word_similarity_, the weights in x_ and y_. Returns the value.
    virtual double solve(const GradedText& x, const GradedText& y, std::size_t n,
                         const std::vector<std::uint32_t>* places_x,
                         const std::vector<std::uint32_t>* places_y);
    // Called when equal n-grams of long texts have been paired.
    virtual void settle(std::size_t, const std::vector<Anchor>&) {}
    // Called when everything is matched, once per matching; writes the features.
    virtual void columns(const GradedText& x, const GradedText& y, double* out);

    // The result for n-grams of one length.
    struct Matched {
        double value = 0, reference = 0, candidate = 0;
        bool any = false;
    };

    const std::vector<double>& word_similarities(const GradedText& x, const GradedText& y);
    void add_words(const GradedText& x, const GradedText& y);
    void add_grams(const GradedText& x, const GradedText& y, std::size_t n);
    void match_whole(const GradedText& x, const GradedText& y);
    void match_long(const GradedText& x, const GradedText& y);
    double match_window(const GradedText& x, const GradedText& y, std::size_t n, std::size_t from,
                        std::size_t to);
    bool replace_anchored_words(const GradedText& x, const GradedText& y);
    double characters(const GradedText& reference, const GradedText& candidate);
    double character_f(const CharacterText& reference, const std::vector<double>& shared,
                       const std::vector<double>& totals, std::size_t length) const;

    const GradedEncoder& encoder_;
    const SimilarityWeights& similarity_weights_;
    const GradedConstants& constants_;

    WordSimilarity word_similarity_;
    const TypeMatrix* types_;
    TypeMatrix::CandidateCache candidate_cache_;
    GradedText resolved_x_, resolved_y_;  // the texts, if ambiguous numbers are read in another way
    std::vector<Matched> matched_;        // by length
    std::vector<double> row_;             // the features for long texts, if both matchings are combined
    std::vector<double> similarity_, x_, y_;
    std::vector<double> types_x_, types_y_;         // total weight of the words of a type
    std::vector<std::uint32_t> begin_x_, begin_y_;  // by n-gram: its first word
    std::vector<std::uint32_t> first_, next_;       // n-grams of y by the type of their first word
    Anchoring anchoring_;
    std::vector<Anchor> anchors_, by_place_;
    ChangedNegations negations_;
    std::vector<std::uint32_t> characters_;  // of the candidate after replacements
    std::vector<Replacement> parts_;
    CharacterGramMatcher character_matcher_;
    CharacterGramBagMatcher bag_matcher_;
    // For long texts: all weights, equal n-grams, and a window of the remaining ones.
    std::vector<double> weights_x_, weights_y_;
    EqualGrams equal_grams_;
    std::vector<std::uint32_t> places_x_, places_y_, words_;
    GradedText part_x_, part_y_;
    GradedSolver solver_;
};

}  // namespace tesla::graded
