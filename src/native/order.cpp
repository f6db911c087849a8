#include "order.hpp"

#include <algorithm>
#include <cstdlib>

namespace tesla {

namespace {

constexpr std::int32_t kReach = 6;

}  // namespace

double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate) {
    const auto weight = [&](const Anchor& anchor) {
        return std::min(reference[static_cast<std::size_t>(anchor.x)],
                        candidate[static_cast<std::size_t>(anchor.y)]);
    };
    double turned = 0, total = 0;
    for (std::size_t later = 0; later < anchors.size(); ++later) {
        const auto [i, j] = anchors[later];
        const double own = weight(anchors[later]);
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const auto [before_i, before_j] = anchors[earlier];
            if (std::min(std::abs(i - before_i), j - before_j) > kReach) continue;
            const double both = weight(anchors[earlier]) * own;
            total += both;
            if (before_i > i) turned += both;
        }
    }
    return turned > 0 ? turned / total : 0.0;
}

}  // namespace tesla
