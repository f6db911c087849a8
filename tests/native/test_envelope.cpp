#include <doctest/doctest.h>

#include <algorithm>

#include "dice.hpp"
#include "tuning/envelope.hpp"

using namespace tesla;
using namespace tesla::tuning;

namespace {

struct Lines {
    std::vector<std::int64_t> starts{0};
    std::vector<double> heights{}, slopes{};

    void add(double height, double slope) {
        heights.push_back(height);
        slopes.push_back(slope);
    }
    void end() { starts.push_back(static_cast<std::int64_t>(heights.size())); }
    Envelopes envelopes() const {
        return upper_envelopes({starts.data(), starts.size() - 1, heights.data(), slopes.data()});
    }
    double at(std::int64_t line, double x) const {
        const auto k = static_cast<std::size_t>(line);
        return heights[k] + x * slopes[k];
    }
    double highest(std::size_t list, double x) const {
        double best = at(starts[list], x);
        for (auto k = starts[list]; k < starts[list + 1]; ++k) best = std::max(best, at(k, x));
        return best;
    }
};

}  // namespace

TEST_CASE("between two points the line of the envelope is the highest") {
    Dice dice(29);
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        Lines lines;
        const std::uint32_t lists = dice.roll(1, 4);
        for (std::uint32_t i = 0; i < lists; ++i) {
            const std::uint32_t count = dice.roll(1, 12);
            for (std::uint32_t k = 0; k < count; ++k)
                lines.add(dice.roll(20) - 10.0, dice.roll(9) - 4.0);
            lines.end();
        }
        const auto found = lines.envelopes();
        REQUIRE(found.first.size() == lists);
        std::size_t point = 0;
        for (std::size_t i = 0; i < lists; ++i) {
            std::int64_t now = found.first[i];
            double left = -1000;
            while (point < found.points.size() && found.before[point] == now &&
                   found.before[point] < lines.starts[i + 1]) {
                const double middle = (left + found.points[point]) / 2;
                CHECK(lines.at(now, middle) == doctest::Approx(lines.highest(i, middle)));
                left = found.points[point];
                now = found.after[point++];
            }
            CHECK(lines.at(now, 1000) == lines.highest(i, 1000));
        }
        CHECK(point == found.points.size());
    }
}

TEST_CASE("of equal lines it is the first") {
    Lines lines;
    for (int k = 0; k < 3; ++k) lines.add(1, 2);
    lines.end();
    const auto found = lines.envelopes();
    CHECK(found.first == std::vector<std::int64_t>{0});
    CHECK(found.points.empty());
}
