// Word order: how much of a text is reordered with respect to the reference: see
// core/matching/graded_matching.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::graded {

// The indices of a word in the reference and in the candidate.
struct Anchor {
    std::int32_t x, y;
};

// Pairs of words at a larger distance are ignored.
inline constexpr std::int32_t kReach = 6;

// Return whether two words are in the opposite order.
inline bool is_inverted(const Anchor& one, const Anchor& other) {
    return (one.x < other.x) != (one.y < other.y);
}

// Call visit(one, other) for all pairs of near anchors, which are sorted by candidate index. `by_place`
// is temporary memory for the anchors sorted by reference index.
template <class Visit>
void each_near(const std::vector<Anchor>& anchors, std::vector<Anchor>& by_place, Visit visit) {
    for (std::size_t later = 0; later < anchors.size(); ++later)
        for (std::size_t k = later; k-- > 0 && anchors[later].y - anchors[k].y <= kReach;)
            visit(anchors[later], anchors[k]);
    // Pairs that are near in the reference only.
    by_place = anchors;
    std::sort(by_place.begin(), by_place.end(),
              [](const Anchor& one, const Anchor& other) { return one.x < other.x; });
    for (std::size_t later = 0; later < by_place.size(); ++later)
        for (std::size_t k = later; k-- > 0 && by_place[later].x - by_place[k].x <= kReach;)
            if (std::abs(by_place[later].y - by_place[k].y) > kReach)
                visit(by_place[later], by_place[k]);
}

// Return the share of pairs of near anchors, sorted by candidate index, that are in the opposite order.
// `by_place` is temporary memory.
double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate, std::vector<Anchor>& by_place);

}  // namespace tesla::graded
