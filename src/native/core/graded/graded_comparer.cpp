#include "graded/graded_comparer.hpp"
#include "base/no_index.hpp"
#include "graded/changed_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesla::graded {

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

double miscased(const GradedText& x, const GradedText& y, const std::vector<Anchor>& anchors) {
    double total = 0, wrong = 0;
    for (const Anchor& anchor : anchors) {
        const double weight = x.weights[static_cast<std::size_t>(anchor.x)];
        total += weight;
        if (is_miscased(x, y, anchor)) wrong += weight;
    }
    return total > 0 ? wrong / total : 0.0;
}

GradedComparer::GradedComparer(const GradedEncoder& encoder, const SimilarityWeights& similarity_weights,
                               const Precomputed& precomputed)
    : encoder_(encoder),
      similarity_weights_(similarity_weights),
      constants_(similarity_weights.constants),
      word_similarity_(encoder.related_words(), similarity_weights),
      types_(precomputed.types),
      negations_(encoder),
      character_matcher_(encoder.chunk_grams()),
      bag_matcher_(precomputed.character_bags) {}

const std::vector<double>& GradedComparer::word_similarities(const GradedText& x, const GradedText& y) {
    similarity_.clear();
    for (const auto type : x.types.of)
        for (const auto other : y.types.of)
            similarity_.push_back(word_similarity_.similarity(type, other));
    return similarity_;
}

// Set up the transport problem of words by type: all words of one type are one supply or demand.
void GradedComparer::add_words(const GradedText& x, const GradedText& y) {
    const auto weigh = [](const WordTypes& types, const std::vector<double>& words,
                          std::vector<double>& weights) {
        weights.assign(types.size(), 0.0);
        for (std::size_t i = 0; i < words.size(); ++i) weights[types.of[i]] += words[i];
    };
    weigh(x.types, x_, types_x_);
    weigh(y.types, y_, types_y_);
    for (std::size_t type = 0; type < x.types.size(); ++type) {
        for (const SimilarType& similar : word_similarity_.row(type))
            if (similar.similarity > 0) solver_.add(similar.y, similar.similarity);
        solver_.end_row();
    }
}

// Set up the transport problem of longer n-grams: their similarity is the mean of that of their words,
// or 0 if that of any word is 0.
void GradedComparer::add_grams(const GradedText& x, const GradedText& y, std::size_t n) {
    const auto &of_x = x.types.of, &of_y = y.types.of;
    first_.assign(y.types.size(), kNoIndex);
    next_.resize(begin_y_.size());
    for (std::size_t j = begin_y_.size(); j-- > 0;) {
        next_[j] = first_[of_y[begin_y_[j]]];
        first_[of_y[begin_y_[j]]] = static_cast<std::uint32_t>(j);
    }
    for (const auto begin : begin_x_) {
        for (const SimilarType& similar : word_similarity_.row(of_x[begin])) {
            if (!(similar.similarity > 0)) continue;
            for (auto j = first_[similar.y]; j != kNoIndex; j = next_[j]) {
                double total = similar.similarity;
                std::size_t k = 1;
                for (; k < n; ++k) {
                    const double word_similarity =
                        word_similarity_.similarity(of_x[begin + k], of_y[begin_y_[j] + k]);
                    if (!(word_similarity > 0)) break;
                    total += word_similarity;
                }
                if (k == n) solver_.add(j, total / static_cast<double>(n));
            }
        }
        solver_.end_row();
    }
}

double GradedComparer::solve(const GradedText& x, const GradedText& y, std::size_t n,
                             const std::vector<std::uint32_t>*, const std::vector<std::uint32_t>*) {
    solver_.start();
    if (n > 1) {
        add_grams(x, y, n);
        return solver_.solve(x_, y_);
    }
    add_words(x, y);
    return solver_.solve(types_x_, types_y_);
}

// Match all words of both texts with each other.
void GradedComparer::match_whole(const GradedText& x, const GradedText& y) {
    if (!types_ || !types_->look_up(x, y, candidate_cache_, word_similarity_))
        word_similarity_.compare(x, y);
    anchoring_.whole(x, y, word_similarity_, anchors_);
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

void GradedComparer::operator()(const GradedText& reference, const GradedText& candidate, double* out) {
    const GradedText& x = resolve_readings(reference, candidate, resolved_x_) ? resolved_x_ : reference;
    const GradedText& y = resolve_readings(candidate, reference, resolved_y_) ? resolved_y_ : candidate;
    const std::size_t words = std::max(x.words.size(), y.words.size());
    const auto match = [&](bool whole, double* row) {
        anchors_.clear();
        matched_.assign(constants_.order, {});
        whole ? match_whole(x, y) : match_long(x, y);
        columns(x, y, row);
    };
    match(words < kLongestWhole + kFade, out);
    if (words <= kLongestWhole || words >= kLongestWhole + kFade) return;
    row_.resize(constants_.width());
    match(false, row_.data());
    // Written such that equal columns stay exactly equal, whatever the rounding.
    const double share = long_share(words);
    for (const double other : row_) {
        *out += share * (other - *out);
        ++out;
    }
}

void GradedComparer::columns(const GradedText& x, const GradedText& y, double* out) {
    const double character_score = characters(x, y);
    double last = character_score;  // if neither text has n-grams, the value for n - 1; without words,
                                    // the character score
    for (const auto& matched : matched_) {
        if (matched.any)
            last = f_measure(matched.value, matched.reference, matched.candidate, constants_.alpha);
        *out++ = last;
    }
    *out++ = character_score;
    *out++ = changed_numbers(x.numbers, y.numbers);
    *out++ = negations_(x, y, anchors_);
    *out++ = reordered(anchors_, x.weights, y.weights, by_place_);
    *out++ = miscased(x, y, anchors_);
    *out++ = changed_ending(x.ending, y.ending);
}

}  // namespace tesla::graded
