#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

#include "peers/gram_tree.hpp"

namespace {

using Items = std::vector<std::uint32_t>;

Items random_items(std::mt19937& random, std::size_t most) {
    Items found(random() % (most + 1));
    for (auto& item : found) item = random() % 3;
    return found;
}

std::map<Items, std::int64_t> counts(const Items& items, std::size_t n) {
    std::map<Items, std::int64_t> found;
    for (std::size_t i = 0; i + n <= items.size(); ++i)
        ++found[Items(items.begin() + static_cast<std::ptrdiff_t>(i),
                      items.begin() + static_cast<std::ptrdiff_t>(i + n))];
    return found;
}

}  // namespace

TEST_CASE("gram tree: counts are clipped to the largest of any text, of every length") {
    std::mt19937 random(1);
    tesla::peers::GramTree tree;
    for (int round = 0; round < 300; ++round) {
        const std::size_t order = 1 + random() % 5;
        std::vector<Items> texts(1 + random() % 3);
        std::size_t symbols = 0;
        for (auto& text : texts) symbols += (text = random_items(random, round % 9 ? 12 : 200)).size();
        tree.clear(order, symbols);
        for (const auto& text : texts) tree.add(text);
        for (int again = 0; again < 3; ++again) {
            const Items other = random_items(random, 15);
            std::vector<std::int64_t> shared(order, 0);
            tree.share(other, shared.data());
            for (std::size_t n = 1; n <= order; ++n) {
                std::int64_t wanted = 0, all = 0;
                for (const auto& [gram, count] : counts(other, n)) {
                    std::int64_t most = 0;
                    for (const auto& text : texts) most = std::max(most, counts(text, n)[gram]);
                    wanted += std::min(most, count);
                    all += count;
                }
                REQUIRE(shared[n - 1] == wanted);
                REQUIRE(tesla::peers::gram_count(other.size(), n) == all);
            }
        }
    }
}
