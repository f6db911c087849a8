// Bags of n-grams matched: see matching/bags.py, similarity.py and match.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "transport.hpp"

namespace tesla {

// From where to where; from 0 to 0 is nowhere.
using Place = std::pair<std::uint32_t, std::uint32_t>;

// What matching knows of the words of a sentence; equal ids are equal things, tag -1 equals none.
struct Words {
    std::vector<std::int32_t> lemmas, tags;
    std::vector<std::uint8_t> function;
    std::vector<std::uint32_t> synset_begin;  // size + 1 offsets into synsets
    std::vector<std::int32_t> synsets;
    // Of texts that a lexicon analysed: the labels of words and whether these are names, the
    // numbers of their surfaces, and where among the text's characters they stand, if wanted.
    std::vector<std::uint16_t> labels;
    std::vector<std::uint8_t> names;
    std::vector<std::uint32_t> surfaces;
    std::vector<Place> places;

    std::size_t size() const { return lemmas.size(); }
    // Empty, with room for so many words.
    void start(std::size_t count);
    std::size_t bytes() const {
        return sizeof(Words) + size() * 20 + synsets.size() * 4 + places.size() * sizeof(Place);
    }
};

struct BagSettings {
    unsigned order = 3;
    double alpha = 0.8;
    Amount p = 1, q = 10;  // the discount p / q of function words
    bool tag_features = true;
};

// What can be had of one n and similarity.
struct Match {
    Amount value = 0;  // in units of 1 / (levels * unit)
    Amount reference = 0, candidate = 0, unit = 1;
    int levels = 1;
    std::vector<Flow> flows;
};

// F = P R / (a P + (1-a) R); where both bags are empty, the F before (1 at first).
inline double f_measure(const Match& match, double alpha, double before) {
    if (!match.reference && !match.candidate) return before;
    if (!match.value) return 0.0;
    const double unit = static_cast<double>(match.unit);
    const double similarity =
        static_cast<double>(match.value) / static_cast<double>(match.levels) / unit;
    const double weight = alpha * (static_cast<double>(match.reference) / unit) +
                          (1 - alpha) * (static_cast<double>(match.candidate) / unit);
    return std::min(similarity / weight, 1.0);  // rounding must not lift it above 1
}

// A matcher keeps its memory from pair to pair; one a thread.
class Matcher {
  public:
    Matcher();
    ~Matcher();
    Matcher(Matcher&&) noexcept;

    // s_ms for n = 1 .. order, then s_pos likewise if the settings say so.
    const std::vector<Match>& match(const Words& reference, const Words& candidate,
                                    const BagSettings& settings, bool keep_flows);
    // Their F-measures, in the same order.
    void features(const Words& reference, const Words& candidate, const BagSettings& settings,
                  double* out);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tesla
