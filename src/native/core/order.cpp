#include "order.hpp"

#include <algorithm>
#include <cstdlib>

namespace tesla {

namespace {

constexpr std::int32_t kReach = 6;

}  // namespace

double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate, std::vector<Anchor>& by_place) {
    const auto weight = [&](const Anchor& anchor) {
        return std::min(reference[static_cast<std::size_t>(anchor.x)],
                        candidate[static_cast<std::size_t>(anchor.y)]);
    };
    double turned = 0, total = 0;
    const auto count = [&](const Anchor& one, const Anchor& other) {
        const double both = weight(one) * weight(other);
        total += both;
        if ((one.x < other.x) != (one.y < other.y)) turned += both;
    };
    for (std::size_t later = 0; later < anchors.size(); ++later)
        for (std::size_t k = later; k-- > 0 && anchors[later].y - anchors[k].y <= kReach;)
            count(anchors[later], anchors[k]);
    // And what is near in the reference alone.
    by_place = anchors;
    std::sort(by_place.begin(), by_place.end(),
              [](const Anchor& one, const Anchor& other) { return one.x < other.x; });
    for (std::size_t later = 0; later < by_place.size(); ++later)
        for (std::size_t k = later; k-- > 0 && by_place[later].x - by_place[k].x <= kReach;)
            if (std::abs(by_place[later].y - by_place[k].y) > kReach)
                count(by_place[later], by_place[k]);
    return turned > 0 ? turned / total : 0.0;
}

}  // namespace tesla
