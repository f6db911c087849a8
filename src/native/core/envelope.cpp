#include "envelope.hpp"

#include <limits>

namespace tesla {

namespace {

struct Line {
    double height, slope;
    std::int64_t place;
};

// Jumps from the highest line to the one that overtakes it first, of several the steepest; only steeper
// ones can do that later, so that fewer are left after each jump.
class Jumper {
public:
    explicit Jumper(Envelopes& found) : found_(found) {}

    void list(const LineLists& lines, std::int64_t begin, std::int64_t end) {
        Line now{lines.heights[begin], lines.slopes[begin], begin};
        left_.clear();
        for (auto k = begin; k < end; ++k) {
            const Line line{lines.heights[k], lines.slopes[k], k};
            left_.push_back(line);
            if (line.slope < now.slope || (line.slope == now.slope && line.height > now.height)) now = line;
        }
        found_.first.push_back(now.place);
        while (jump(now)) {
        }
    }

private:
    bool jump(Line& now) {
        double soonest = std::numeric_limits<double>::infinity();
        const Line* next = nullptr;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < left_.size(); ++k) {
            const Line line = left_[k];
            if (!(line.slope > now.slope)) continue;
            left_[kept] = line;
            const double meet = (now.height - line.height) / (line.slope - now.slope);
            if (!next || meet < soonest || (meet == soonest && line.slope > next->slope)) {
                soonest = meet;
                next = &left_[kept];
            }
            ++kept;
        }
        left_.resize(kept);
        if (!next) return false;
        found_.points.push_back(soonest);
        found_.before.push_back(now.place);
        found_.after.push_back(next->place);
        now = *next;
        return true;
    }

    Envelopes& found_;
    std::vector<Line> left_{};
};

}  // namespace

Envelopes upper_envelopes(const LineLists& lines) {
    Envelopes found;
    found.first.reserve(lines.lists);
    Jumper jumper(found);
    for (std::size_t i = 0; i < lines.lists; ++i) jumper.list(lines, lines.starts[i], lines.starts[i + 1]);
    return found;
}

}  // namespace tesla
