#include "grading.hpp"
#include "critical.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesla {

namespace {

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

void weigh_grams(const std::vector<double>& words, std::size_t n, std::vector<double>& grams) {
    grams.resize(words.size() >= n ? words.size() - n + 1 : 0);
    for (std::size_t i = 0; i < grams.size(); ++i) {
        double total = 0;
        for (std::size_t k = 0; k < n; ++k) total += words[i + k];
        grams[i] = total / static_cast<double>(n);
    }
}

Grading::Grading(const GradedEncoder& encoder, const GradedConstants& constants, bool again)
    : encoder_(encoder),
      constants_(constants),
      word_pairs_(again),
      written_(encoder.frequencies(), encoder.orders()) {
    if (again) bags_.emplace(encoder.frequencies(), encoder.orders());
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
        worth_.push_back(std::pow(hundredths / 100.0, constants.paraphrase));
}

// Of n-grams of words: the mean of their words', 0 where one of these is 0.
const double* Grading::gram_similarities(std::size_t n, std::size_t ny) {
    if (n == 1) return similarity_.data();
    const std::size_t gx = begin_x_.size(), gy = begin_y_.size();
    grams_.resize(gx * gy);
    for (std::size_t i = 0; i < gx; ++i)
        for (std::size_t j = 0; j < gy; ++j) {
            const double* first = &similarity_[begin_x_[i] * ny + begin_y_[j]];
            double total = 0;
            bool all = true;
            for (std::size_t k = 0; k < n; ++k) {
                const double one = first[k * (ny + 1)];
                all = all && one > 0;
                total += one;
            }
            grams_[i * gy + j] = all ? total / static_cast<double>(n) : 0.0;
        }
    return grams_.data();
}

double Grading::solve(const GradedText&, const GradedText& y, std::size_t n,
                      const std::vector<std::uint32_t>*, const std::vector<std::uint32_t>*) {
    return solver_.solve(gram_similarities(n, y.words.size()), x_, y_);
}

// All words of both sides with each other.
void Grading::match_whole(const GradedText& x, const GradedText& y) {
    if (!word_pairs_.helps()) {
        compare(x, y);
    } else if (!word_pairs_.look(x.words, y.words, similarity_, kin_)) {
        compare(x, y);
        word_pairs_.keep(x.words, y.words, similarity_, kin_);
    }
    anchor(x, y);
    for (std::size_t n = 1; n <= constants_.order; ++n) {
        weigh_grams(x.weights, n, x_);
        weigh_grams(y.weights, n, y_);
        Matched& matched = matched_[n - 1];
        matched.any = !x_.empty() || !y_.empty();
        if (x_.empty() || y_.empty()) {
            matched.reference = sum(x_);
            matched.candidate = sum(y_);
            continue;
        }
        begin_x_.resize(x_.size());
        begin_y_.resize(y_.size());
        std::iota(begin_x_.begin(), begin_x_.end(), 0);
        std::iota(begin_y_.begin(), begin_y_.end(), 0);
        matched.value = solve(x, y, n, nullptr, nullptr);
        matched.reference = solver_.supplied();
        matched.candidate = solver_.demanded();
    }
}

void Grading::operator()(const GradedText& x, const GradedText& y, double* out) {
    const std::size_t words = std::max(x.words.size(), y.words.size());
    const auto match = [&](bool whole, double* row) {
        anchors_.clear();
        matched_.assign(constants_.order, {});
        whole ? match_whole(x, y) : match_long(x, y);
        columns(x, y, row);
    };
    match(words < kLongest + kFade, out);
    if (words <= kLongest || words >= kLongest + kFade) return;
    row_.resize(constants_.width());
    match(false, row_.data());
    // Written so that equal columns stay what they are, however it is rounded.
    const double share = long_share(words);
    for (const double other : row_) {
        *out += share * (other - *out);
        ++out;
    }
}

void Grading::columns(const GradedText& x, const GradedText& y, double* out) {
    const double letters = characters(x, y);
    double last = letters;  // where neither side has n-grams, as for n - 1; without words, as C
    for (const auto& matched : matched_) {
        if (matched.any)
            last = f_measure(matched.value, matched.reference, matched.candidate, constants_.alpha);
        *out++ = last;
    }
    *out++ = letters;
    *out++ = changed_numbers(x.numbers, y.numbers);
    const auto [fewer, more] = std::minmax(x.negations, y.negations);
    *out++ = more ? static_cast<double>(more - fewer) / static_cast<double>(more) : 0.0;
    *out++ = reordered(anchors_, x.weights, y.weights, by_place_);
}

}  // namespace tesla
