#include "graded/order.hpp"

namespace tesla::graded {

double reordered(const std::vector<Anchor>& anchors, const std::vector<double>& reference,
                 const std::vector<double>& candidate, std::vector<Anchor>& by_place) {
    const auto weight = [&](const Anchor& anchor) {
        return std::min(reference[static_cast<std::size_t>(anchor.x)],
                        candidate[static_cast<std::size_t>(anchor.y)]);
    };
    double inverted = 0, total = 0;
    each_near(anchors, by_place, [&](const Anchor& one, const Anchor& other) {
        const double both = weight(one) * weight(other);
        total += both;
        if (is_inverted(one, other)) inverted += both;
    });
    return inverted > 0 ? inverted / total : 0.0;
}

}  // namespace tesla::graded
