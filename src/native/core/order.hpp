// How much of a text stands in another order than in the reference: see matching/order.py.
#pragma once

#include <cstdint>
#include <vector>

namespace tesla {

// The places of a word in the reference and in the candidate.
struct Anchor {
    std::int32_t x, y;
};

// The share of pairs of near anchors, in the order of the candidate, that are the other way round.
// `by_place` is room for them in the order of the reference.
double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate, std::vector<Anchor>& by_place);

}  // namespace tesla
