// Matches bags of n-grams: see core/matching/ngram_bags.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "matching/transport.hpp"
#include "text/words.hpp"

namespace tesla::matching {

struct BagSettings {
    unsigned order = 3;
    double alpha = 0.8;
    Amount p = 1, q = 10;  // the discount p / q of function words
    bool tag_features = true;
};

// The result for one n and one similarity.
struct Match {
    Amount value = 0;  // in units of 1 / (levels * unit)
    Amount reference = 0, candidate = 0, unit = 1;
    int levels = 1;
    std::vector<Flow> flows;
};

// F = P R / (a P + (1-a) R); if both bags are empty, the F of the previous n (1 at first). The units
// cancel, and for equal bags the denominator is the same number as the value, so that F is exactly 1.
inline double f_measure(const Match& match, double alpha, double before) {
    if (!match.reference && !match.candidate) return before;
    if (!match.value) return 0.0;
    const Amount more = match.levels * (match.reference - match.candidate);
    const double weight =
        static_cast<double>(match.levels * match.candidate) + alpha * static_cast<double>(more);
    return std::min(static_cast<double>(match.value) / weight, 1.0);  // rounding must not exceed 1
}

// Memory is reused from pair to pair; use one instance per thread.
class Matcher {
  public:
    Matcher();
    ~Matcher();
    Matcher(Matcher&&) noexcept;

    // s_ms for n = 1 .. order, then s_pos if the settings include it.
    const std::vector<Match>& match(const Words& reference, const Words& candidate,
                                    const BagSettings& settings, bool keep_flows);
    // Their F-measures, in the same order.
    void features(const Words& reference, const Words& candidate, const BagSettings& settings,
                  double* out);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tesla::matching
