// Long texts: equal n-grams at any position are paired first, then the rest is matched in windows: see
// core/matching/graded_matching.py.
#include <algorithm>
#include <cmath>

#include "graded/graded_comparer.hpp"

namespace tesla::graded {

namespace {

// The number of remaining n-grams of both texts in a window: see core/matching/graded_matching.py.
constexpr std::size_t kWindow = 384;
constexpr double kUnits = static_cast<double>(std::int64_t{1} << 40);

std::int64_t units(double weight) { return static_cast<std::int64_t>(std::nearbyint(weight * kUnits)); }

double total(const std::vector<double>& weights) {
    std::int64_t sum = 0;
    for (const double weight : weights) sum += units(weight);
    return static_cast<double>(sum) / kUnits;
}

// Collect all words of the n-grams at these positions, in order, and the index of the first word of each
// n-gram.
void words_of(const std::vector<std::uint32_t>& places, std::size_t n, std::vector<std::uint32_t>& words,
              std::vector<std::uint32_t>& begin) {
    words.clear();
    begin.clear();
    for (const auto place : places) {
        std::uint32_t fresh = place;  // words shared with the previous n-gram are not repeated
        if (!words.empty()) fresh = std::max(fresh, words.back() + 1);
        begin.push_back(static_cast<std::uint32_t>(words.size()) - (fresh - place));
        for (; fresh < place + n; ++fresh) words.push_back(fresh);
    }
}

}  // namespace

void pick(const GradedText& text, const std::vector<std::uint32_t>& places, GradedText& part) {
    const auto word_similarity = [&](const auto& whole, auto& into) {
        into.clear();
        for (const auto place : places) into.push_back(whole[place]);
    };
    const auto lists = [&](const auto& items, const auto& begin, auto& into, auto& into_begin) {
        into.clear();
        into_begin.assign(1, 0);
        for (const auto place : places) {
            into.insert(into.end(), items.begin() + begin[place], items.begin() + begin[place + 1]);
            into_begin.push_back(static_cast<std::uint32_t>(into.size()));
        }
    };
    word_similarity(text.forms, part.forms);
    word_similarity(text.kinds, part.kinds);
    lists(text.words.synsets, text.words.synset_begin, part.words.synsets, part.words.synset_begin);
    TypeTable types(part.types);
    for (const auto place : places) types.add(text.types.at(place));
}

void GradedComparer::match_long(const GradedText& x, const GradedText& y) {
    for (std::size_t n = 1; n <= constants_.order; ++n) {
        Matched& matched = matched_[n - 1];
        weigh_grams(x.weights, n, weights_x_);
        weigh_grams(y.weights, n, weights_y_);
        equal_grams_.find(x.forms, y.forms, n);
        std::int64_t same = 0;
        for (const Anchor& pair : equal_grams_.pairs())
            same += units(weights_x_[static_cast<std::size_t>(pair.x)]);
        matched = {static_cast<double>(same) / kUnits, total(weights_x_), total(weights_y_),
                   !weights_x_.empty() || !weights_y_.empty()};
        settle(n, equal_grams_.pairs());
        if (n == 1) anchors_ = equal_grams_.pairs();
        const auto& left = equal_grams_.left();
        for (std::size_t from = 0; from < left.size(); from += kWindow)
            matched.value += match_window(x, y, n, from, std::min(from + kWindow, left.size()));
    }
    std::sort(anchors_.begin(), anchors_.end(), [](const Anchor& word_similarity, const Anchor& other) {
        return word_similarity.y < other.y;
    });
}

// Match the remaining n-grams of one window with each other.
double GradedComparer::match_window(const GradedText& x, const GradedText& y, std::size_t n,
                                    std::size_t from, std::size_t to) {
    x_.clear();
    y_.clear();
    places_x_.clear();
    places_y_.clear();
    anchoring_.clear();
    for (std::size_t k = from; k < to; ++k) {
        const auto& [of_y, shared, place] = equal_grams_.left()[k];
        (of_y ? y_ : x_).push_back((of_y ? weights_y_ : weights_x_)[place]);
        (of_y ? places_y_ : places_x_).push_back(place);
        const bool number = (of_y ? y : x).kinds[place] & kNumber;
        anchoring_.add(of_y, shared || number);
    }
    if (x_.empty() || y_.empty()) return 0.0;
    words_of(places_x_, n, words_, begin_x_);
    pick(x, words_, part_x_);
    words_of(places_y_, n, words_, begin_y_);
    pick(y, words_, part_y_);
    word_similarity_.compare(part_x_, part_y_);
    if (n == 1)
        for (const auto& [i, j] : anchoring_.stand_ins(part_x_, part_y_, word_similarity_))
            anchors_.push_back({static_cast<std::int32_t>(places_x_[static_cast<std::size_t>(i)]),
                                static_cast<std::int32_t>(places_y_[static_cast<std::size_t>(j)])});
    return solve(part_x_, part_y_, n, &places_x_, &places_y_);
}

}  // namespace tesla::graded
