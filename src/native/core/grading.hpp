// Pairs of graded texts to features: see comparing/graded.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "equals.hpp"
#include "graded.hpp"
#include "graded_text.hpp"
#include "lookup.hpp"
#include "order.hpp"
#include "word_pairs.hpp"
#include "written_bags.hpp"
#include "written_pair.hpp"

namespace tesla {

// By the names of matching/alike.py and comparing/graded.py.
struct GradedConstants {
    unsigned order;  // longest n-grams of words
    double lemma, synonym, synset, paraphrase, tag, function, spelling, unknown, least;
    double alpha, character_alpha, stand_in;

    // F of words by length, F of characters, changed numbers, changed negations, reordered words.
    std::size_t width() const { return order + 4; }
};

// The most words of a side that are matched as a whole: see matching/long.py.
inline constexpr std::size_t kLongest = 256;
// So many words from the one way of matching to the other.
inline constexpr std::size_t kFade = 64;
// What the long way counts for between them.
inline double long_share(std::size_t words) {
    return static_cast<double>(words - kLongest) / static_cast<double>(kFade);
}

// Room for finding what words of two texts have in common.
struct Common {
    SmallTable table;
    std::vector<std::uint32_t> next;
    Bloom bloom;
    std::vector<std::int32_t> hits;
};

// Written so that equal numbers give exactly 1, however it is rounded.
inline double f_measure(double shared, double reference, double candidate, double alpha) {
    if (!(shared > 0)) return 0.0;
    return std::min(shared / (candidate + alpha * (reference - candidate)), 1.0);
}

// The weights of n-grams of words with these weights.
void weigh_grams(const std::vector<double>& words, std::size_t n, std::vector<double>& grams);

// These words of a text, with all that they are compared by.
void pick(const GradedText& text, const std::vector<std::uint32_t>& places, GradedText& part);

// One a thread: it keeps its memory from pair to pair.
class Grading {
  public:
    // `again`: texts stay where they are, and come again beside others.
    Grading(const GradedEncoder& encoder, const GradedConstants& constants, bool again = false);
    Grading(Grading&&) = default;
    virtual ~Grading() = default;

    void operator()(const GradedText& reference, const GradedText& candidate, double* out);
    // Of their words, a row for each of x.
    const std::vector<double>& similarities(const GradedText& x, const GradedText& y) {
        compare(x, y);
        return similarity_;
    }

  protected:
    // n-grams of one length at these places (none: at all) of x and y, whose words have similarity_;
    // the value of their program, whose weights are x_ and y_.
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

    void compare(const GradedText& x, const GradedText& y);
    // What two words have in common; `functions`: the tag, and both are function words.
    struct Kinship {
        bool tag, functions, lemma, synset;
    };
    double resemblance(const GradedText& x, const GradedText& y, std::size_t i, std::size_t j,
                       const Kinship& kin) const;
    void pair_forms(const GradedText& x, const GradedText& y);
    void anchor(const GradedText& x, const GradedText& y);
    std::size_t stand_in(std::size_t j);
    const double* gram_similarities(std::size_t n, std::size_t ny);
    void match_whole(const GradedText& x, const GradedText& y);
    void match_long(const GradedText& x, const GradedText& y);
    double match_stretch(const GradedText& x, const GradedText& y, std::size_t n, std::size_t from,
                         std::size_t to);
    bool swap(const GradedText& x, const GradedText& y);
    double characters(const GradedText& reference, const GradedText& candidate);
    double character_f(const Written& reference, const std::vector<double>& shared,
                       const std::vector<double>& totals, std::size_t length) const;

    const GradedEncoder& encoder_;
    GradedConstants constants_;
    std::vector<double> worth_;  // of paraphrases, by their strength in hundredths

    WordPairs word_pairs_;
    std::vector<Matched> matched_;  // by length
    std::vector<double> row_;       // of the long way, where a text goes from one to the other
    std::vector<double> similarity_, grams_, x_, y_;
    std::vector<std::uint32_t> begin_x_, begin_y_;  // of n-grams: their first words in similarity_
    std::vector<std::uint32_t> common_;             // bigrams of two words
    std::vector<std::uint8_t> kin_;                 // whether one can stand for the other
    std::vector<std::uint8_t> strength_;            // of two words as paraphrases, in hundredths
    std::vector<std::uint8_t> taken_x_, taken_y_;
    std::vector<std::size_t> partner_;
    std::vector<Anchor> anchors_, by_place_;
    std::vector<std::uint32_t> characters_;  // of the candidate, rewritten
    std::vector<Rewritten> parts_;
    WrittenPair written_;
    std::optional<WrittenBags> bags_;  // where texts come again
    // Of long texts: all weights, what is equal, and a stretch of what is left.
    std::vector<double> weights_x_, weights_y_;
    Equals equals_;
    std::vector<std::uint32_t> places_x_, places_y_, words_;
    GradedText part_x_, part_y_;
    Common common_items_;
    GradedSolver solver_;
};

}  // namespace tesla
