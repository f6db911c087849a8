#include "tuning/envelope.hpp"

#include <cmath>
#include <limits>

namespace tesla::tuning {

namespace {

struct Line {
    double height, slope;
    std::int64_t place;
};

constexpr std::int64_t kNoLine = -1;
constexpr double kMargin = 1e-15, kLoose = 1e-13;

// Lines as points (slope, height): a line that is certainly below the chord of two others is never the
// highest.
struct Chord {
    double height, slope, steepness, margin;

    Chord(const Line& left, const Line& right) : height(left.height), slope(left.slope) {
        const double width = right.slope - left.slope, rise = right.height - left.height;
        steepness = width > 0 ? rise / width : 0;
        margin = kLoose * (std::abs(left.height) + std::abs(right.height) +
                           std::abs(steepness) * (std::abs(left.slope) + std::abs(right.slope)));
    }
    bool over(double other, double at) const {
        return other < height + steepness * (at - slope) - margin;
    }
};

// Steps from the highest line to the one that overtakes it first (the steepest of several); only steeper
// lines can overtake later, so that fewer remain after each step.
class Jumper {
  public:
    explicit Jumper(Envelopes& found) : found_(found) {}

    void list(const LineLists& lines, std::int64_t begin, std::int64_t end) {
        const auto at = [&](std::int64_t k) { return Line{lines.heights[k], lines.slopes[k], k}; };
        Line flattest = at(begin), highest = flattest, steepest = flattest;
        for (auto k = begin; k < end; ++k) {
            const Line line = at(k);
            if (line.slope < flattest.slope ||
                (line.slope == flattest.slope && line.height > flattest.height))
                flattest = line;
            if (line.height > highest.height) highest = line;
            if (line.slope > steepest.slope) steepest = line;
        }
        const Chord rising(flattest, highest), falling(highest, steepest);
        left_.resize(static_cast<std::size_t>(end - begin));
        std::size_t size = 0;
        for (auto k = begin; k < end; ++k) {
            left_[size] = at(k);
            const Chord& chord = lines.slopes[k] < highest.slope ? rising : falling;
            size += !chord.over(lines.heights[k], lines.slopes[k]);
        }
        found_.first.push_back(flattest.place);
        while ((size = jump(flattest, size))) {
        }
    }

  private:
    // Return how many lines are left; 0 if there was no step.
    std::size_t jump(Line& now, std::size_t size) {
        double soonest = std::numeric_limits<double>::infinity();
        Line next{0, 0, kNoLine};
        std::size_t kept = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const Line line = left_[k];
            const double rise = line.slope - now.slope, gap = now.height - line.height;
            // Branch-free: whether a line is steeper is unpredictable.
            left_[kept] = line;
            kept += rise > 0;
            // Most lines certainly overtake later, however gap / rise is rounded, and need no division.
            const double even = soonest * rise;
            if (!((rise > 0) & !(gap > even + kMargin * std::abs(even)))) continue;
            const double meet = gap / rise;
            if (next.place == kNoLine || meet < soonest ||
                (meet == soonest && line.slope > next.slope)) {
                soonest = meet;
                next = line;
            }
        }
        if (next.place == kNoLine) return 0;
        found_.points.push_back(soonest);
        found_.before.push_back(now.place);
        found_.after.push_back(next.place);
        now = next;
        return kept;
    }

    Envelopes& found_;
    std::vector<Line> left_{};
};

}  // namespace

Envelopes upper_envelopes(const LineLists& lines) {
    Envelopes found;
    found.first.reserve(lines.lists);
    Jumper jumper(found);
    for (std::size_t i = 0; i < lines.lists; ++i)
        jumper.list(lines, lines.starts[i], lines.starts[i + 1]);
    return found;
}

}  // namespace tesla::tuning
