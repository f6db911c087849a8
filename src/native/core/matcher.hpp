// Bags of n-grams matched: see matching/bags.py, similarity.py and match.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "transport.hpp"
#include "words.hpp"

namespace tesla {

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

// F = P R / (a P + (1-a) R); where both bags are empty, the F before (1 at first). Units cancel, and
// equal bags make the denominator the very number that the value is: F is 1, exactly.
inline double f_measure(const Match& match, double alpha, double before) {
    if (!match.reference && !match.candidate) return before;
    if (!match.value) return 0.0;
    const Amount more = match.levels * (match.reference - match.candidate);
    const double weight =
        static_cast<double>(match.levels * match.candidate) + alpha * static_cast<double>(more);
    return std::min(static_cast<double>(match.value) / weight, 1.0);  // no rounding above 1
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
