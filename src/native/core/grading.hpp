// Pairs of graded texts to features: see comparing/graded.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "alike.hpp"
#include "anchoring.hpp"
#include "changed_negations.hpp"
#include "equals.hpp"
#include "graded.hpp"
#include "graded_text.hpp"
#include "order.hpp"
#include "type_matrix.hpp"
#include "worths.hpp"
#include "written_bags.hpp"
#include "written_pair.hpp"

namespace tesla {

// The most words of a side that are matched as a whole: see matching/long.py.
inline constexpr std::size_t kLongest = 256;
// So many words from the one way of matching to the other.
inline constexpr std::size_t kFade = 64;
// What the long way counts for between them.
inline double long_share(std::size_t words) {
    return static_cast<double>(words - kLongest) / static_cast<double>(kFade);
}

// Written so that equal numbers give exactly 1, however it is rounded.
inline double f_measure(double shared, double reference, double candidate, double alpha) {
    if (!(shared > 0)) return 0.0;
    return std::min(shared / (candidate + alpha * (reference - candidate)), 1.0);
}

// The weights of n-grams of words with these weights.
void weigh_grams(const std::vector<double>& words, std::size_t n, std::vector<double>& grams);

// These words of a text, with all that they are compared by.
void pick(const GradedText& text, const std::vector<std::uint32_t>& places, GradedText& part);

// Whether a word stands on both sides, in capitals on one of them.
inline bool is_miscased(const GradedText& x, const GradedText& y, const Anchor& anchor) {
    const auto i = static_cast<std::size_t>(anchor.x), j = static_cast<std::size_t>(anchor.y);
    return x.forms[i] == y.forms[j] && differ(x.cases[i], y.cases[j]);
}

// The share of such words among those that both texts have, by weight.
double miscased(const GradedText& x, const GradedText& y, const std::vector<Anchor>& anchors);

// What has been found already of texts that each stand beside many others, if anything.
struct Beforehand {
    const TypeMatrix* types = nullptr;
    const WrittenBags* written = nullptr;
};

// One a thread: it keeps its memory from pair to pair.
class Grading {
  public:
    Grading(const GradedEncoder& encoder, const Worths& worths, const Beforehand& known = {});
    Grading(Grading&&) = default;
    virtual ~Grading() = default;

    void operator()(const GradedText& reference, const GradedText& candidate, double* out);
    // Of their words, a row for each of x.
    const std::vector<double>& similarities(const GradedText& x, const GradedText& y) {
        alike_.compare(x, y);
        return word_similarities(x, y);
    }

  protected:
    // n-grams of one length at these places (none: at all) of x and y, whose words are in alike_; the
    // value of their program, whose weights are x_ and y_.
    virtual double solve(const GradedText& x, const GradedText& y, std::size_t n,
                         const std::vector<std::uint32_t>* places_x,
                         const std::vector<std::uint32_t>* places_y);
    // n-grams that are equal have been paired.
    virtual void settle(std::size_t, const std::vector<Anchor>&) {}
    // All is matched, in one of the ways of matching.
    virtual void columns(const GradedText& x, const GradedText& y, double* out);

    // Of n-grams of one length.
    struct Matched {
        double value = 0, reference = 0, candidate = 0;
        bool any = false;
    };

    const std::vector<double>& word_similarities(const GradedText& x, const GradedText& y);
    void add_words(const GradedText& x, const GradedText& y);
    void add_grams(const GradedText& x, const GradedText& y, std::size_t n);
    void match_whole(const GradedText& x, const GradedText& y);
    void match_long(const GradedText& x, const GradedText& y);
    double match_stretch(const GradedText& x, const GradedText& y, std::size_t n, std::size_t from,
                         std::size_t to);
    bool swap(const GradedText& x, const GradedText& y);
    double characters(const GradedText& reference, const GradedText& candidate);
    double character_f(const Written& reference, const std::vector<double>& shared,
                       const std::vector<double>& totals, std::size_t length) const;

    const GradedEncoder& encoder_;
    const Worths& worths_;
    const GradedConstants& constants_;

    Alike alike_;
    const TypeMatrix* types_;
    TypeMatrix::Beside beside_;
    std::vector<Matched> matched_;  // by length
    std::vector<double> row_;       // of the long way, where a text goes from one to the other
    std::vector<double> similarity_, x_, y_;
    std::vector<double> types_x_, types_y_;         // what all words of a type weigh together
    std::vector<std::uint32_t> begin_x_, begin_y_;  // of n-grams: their first words
    std::vector<std::uint32_t> first_, next_;       // n-grams of y by the type of their first word
    Anchoring anchoring_;
    std::vector<Anchor> anchors_, by_place_;
    ChangedNegations negations_;
    std::vector<std::uint32_t> characters_;  // of the candidate, rewritten
    std::vector<Rewritten> parts_;
    WrittenPair written_;
    BesideBags bags_;
    // Of long texts: all weights, what is equal, and a stretch of what is left.
    std::vector<double> weights_x_, weights_y_;
    Equals equals_;
    std::vector<std::uint32_t> places_x_, places_y_, words_;
    GradedText part_x_, part_y_;
    GradedSolver solver_;
};

}  // namespace tesla
