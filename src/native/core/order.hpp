// How much of a text stands in another order than in the reference: see matching/order.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace tesla {

// The places of a word in the reference and in the candidate.
struct Anchor {
    std::int32_t x, y;
};

// Words so far apart say little about each other.
inline constexpr std::int32_t kReach = 6;

// Whether two words stand the other way round.
inline bool is_turned(const Anchor& one, const Anchor& other) {
    return (one.x < other.x) != (one.y < other.y);
}

// visit(one, other) for all pairs of near anchors, which are in the order of the candidate; `by_place`
// is room for them in the order of the reference.
template <class Visit>
void each_near(const std::vector<Anchor>& anchors, std::vector<Anchor>& by_place, Visit visit) {
    for (std::size_t later = 0; later < anchors.size(); ++later)
        for (std::size_t k = later; k-- > 0 && anchors[later].y - anchors[k].y <= kReach;)
            visit(anchors[later], anchors[k]);
    // And what is near in the reference alone.
    by_place = anchors;
    std::sort(by_place.begin(), by_place.end(),
              [](const Anchor& one, const Anchor& other) { return one.x < other.x; });
    for (std::size_t later = 0; later < by_place.size(); ++later)
        for (std::size_t k = later; k-- > 0 && by_place[later].x - by_place[k].x <= kReach;)
            if (std::abs(by_place[later].y - by_place[k].y) > kReach)
                visit(by_place[later], by_place[k]);
}

// The share of pairs of near anchors, in the order of the candidate, that are the other way round.
// `by_place` is room for them in the order of the reference.
double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate, std::vector<Anchor>& by_place);

}  // namespace tesla
