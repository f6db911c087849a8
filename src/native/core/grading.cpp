#include "grading.hpp"
#include "critical.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesla {

namespace {

// The most words of a side that are matched as a whole: see matching/stretches.py.
constexpr std::size_t kLongest = 256;

// Written so that equal numbers give exactly 1, however it is rounded.
double f_measure(double shared, double reference, double candidate, double alpha) {
    if (!(shared > 0)) return 0.0;
    return std::min(shared / (candidate + alpha * (reference - candidate)), 1.0);
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

// The words of a text from one place to another, with all that they are compared by.
void slice(const GradedText& text, std::size_t from, std::size_t to, GradedText& part) {
    const auto cut = [from, to](const auto& whole, auto& into) {
        into.assign(whole.begin() + static_cast<std::ptrdiff_t>(from),
                    whole.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const auto cut_lists = [from, to](const auto& items, const auto& begin, auto& into,
                                      auto& into_begin) {
        into.assign(items.begin() + begin[from], items.begin() + begin[to]);
        into_begin.clear();
        for (std::size_t i = from; i <= to; ++i) into_begin.push_back(begin[i] - begin[from]);
    };
    cut(text.words.lemmas, part.words.lemmas);
    cut(text.words.tags, part.words.tags);
    cut(text.words.function, part.words.function);
    cut(text.words.names, part.words.names);
    cut(text.forms, part.forms);
    cut_lists(text.words.synsets, text.words.synset_begin, part.words.synsets, part.words.synset_begin);
    cut(text.weights, part.weights);
    cut(text.kinds, part.kinds);
    cut_lists(text.partners, text.partner_begin, part.partners, part.partner_begin);
    cut_lists(text.bigrams, text.bigram_begin, part.bigrams, part.bigram_begin);
}

void weigh_grams(const std::vector<double>& words, std::size_t n, std::size_t count,
                 std::vector<double>& grams) {
    grams.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        double total = 0;
        for (std::size_t k = 0; k < n; ++k) total += words[i + k];
        grams[i] = total / static_cast<double>(n);
    }
}

}  // namespace

Grading::Grading(const GradedEncoder& encoder, const GradedConstants& constants)
    : encoder_(encoder), constants_(constants) {
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
        worth_.push_back(std::pow(hundredths / 100.0, constants.paraphrase));
}

// The characters of y, anchored words written as those of x. Whether any is written otherwise.
bool Grading::swap(const GradedText& x, const GradedText& y) {
    const Words &a = x.words, &b = y.words;
    characters_.clear();
    std::size_t at = 0;
    bool any = false;
    for (const auto& [i, j] : anchors_) {
        const auto of_x = static_cast<std::size_t>(i), of_y = static_cast<std::size_t>(j);
        const auto& [from, to] = b.places[of_y];
        const auto& [first, last] = a.places[of_x];
        if (!to || !last) continue;
        const auto old = y.characters.begin(), fresh = x.characters.begin();
        if (std::equal(old + from, old + to, fresh + first, fresh + last)) continue;
        characters_.insert(characters_.end(), old + static_cast<std::ptrdiff_t>(at), old + from);
        characters_.insert(characters_.end(), fresh + first, fresh + last);
        at = to;
        any = true;
    }
    if (any)
        characters_.insert(characters_.end(), y.characters.begin() + static_cast<std::ptrdiff_t>(at),
                           y.characters.end());
    return any;
}

double Grading::characters(const GradedText& reference, const GradedText& candidate) {
    if (reference.characters.empty() && candidate.characters.empty()) return 1.0;
    const double plain = character_f(reference, candidate.grams);
    if (!(constants_.stand_in > 0) || !swap(reference, candidate)) return plain;
    weigh(characters_, encoder_.orders(), encoder_.frequencies(), swapped_);
    const double swapped = character_f(reference, swapped_);
    return plain + constants_.stand_in * (swapped - plain);
}

double Grading::character_f(const GradedText& reference, const CharacterGrams& candidate) {
    const CharacterGrams& x = reference.grams;
    reference.index.share(candidate, left_, shared_);
    double precision = 0, recall = 0;
    int orders = 0;
    for (std::size_t n = 0; n < encoder_.orders(); ++n) {
        if (!x.any(n) || !candidate.any(n)) continue;
        ++orders;
        if (candidate.totals[n] > 0) precision += shared_[n] / candidate.totals[n];
        if (x.totals[n] > 0) recall += shared_[n] / x.totals[n];
    }
    if (!orders) return 0.0;
    precision /= orders;
    recall /= orders;
    return f_measure(precision * recall, precision, recall, constants_.character_alpha);
}

// Of n-grams of words: the mean of their words', 0 where one of these is 0.
const double* Grading::gram_similarities(std::size_t n, std::size_t gx, std::size_t gy, std::size_t ny) {
    if (n == 1) return similarity_.data();
    grams_.resize(gx * gy);
    for (std::size_t i = 0; i < gx; ++i)
        for (std::size_t j = 0; j < gy; ++j) {
            double total = 0;
            bool all = true;
            for (std::size_t k = 0; k < n; ++k) {
                const double one = similarity_[(i + k) * ny + j + k];
                all = all && one > 0;
                total += one;
            }
            grams_[i * gy + j] = all ? total / static_cast<double>(n) : 0.0;
        }
    return grams_.data();
}

// Words of both sides with each other: adds to the sums of what is matched, and to the anchors.
void Grading::match(const GradedText& x, const GradedText& y, std::size_t x_start, std::size_t y_start) {
    const std::size_t nx = x.words.size(), ny = y.words.size();
    compare(x, y);
    anchor(x, y, x_start, y_start);
    for (std::size_t n = 1; n <= constants_.order; ++n) {
        const std::size_t gx = nx >= n ? nx - n + 1 : 0, gy = ny >= n ? ny - n + 1 : 0;
        weigh_grams(x.weights, n, gx, x_);
        weigh_grams(y.weights, n, gy, y_);
        const double* similarity = gram_similarities(n, gx, gy, ny);
        Matched& matched = matched_[n - 1];
        matched.any = matched.any || gx || gy;
        if (!gx || !gy) {
            matched.reference += sum(x_);
            matched.candidate += sum(y_);
            continue;
        }
        matched.value += solver_.solve(similarity, x_, y_);
        matched.reference += solver_.supplied();
        matched.candidate += solver_.demanded();
    }
}

void Grading::match_stretches(const GradedText& x, const GradedText& y) {
    const std::size_t nx = x.words.size(), ny = y.words.size();
    const std::size_t stretches = (std::max(nx, ny) + kLongest - 1) / kLongest;
    if (stretches <= 1) {
        match(x, y, 0, 0);
        return;
    }
    const auto start = [&](std::size_t words, std::size_t part) { return words * part / stretches; };
    for (std::size_t k = 0; k < stretches; ++k) {
        slice(x, start(nx, k), start(nx, k + 1), part_x_);
        slice(y, start(ny, k), start(ny, k + 1), part_y_);
        match(part_x_, part_y_, start(nx, k), start(ny, k));
    }
}

void Grading::operator()(const GradedText& x, const GradedText& y, double* out) {
    anchors_.clear();
    matched_.assign(constants_.order, {});
    match_stretches(x, y);
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
