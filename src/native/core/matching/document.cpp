#include "matching/document.hpp"

#include <algorithm>

namespace tesla::matching {

void DocumentMaker::begin() {
    words_.clear();
    skips_.clear();
}

void DocumentMaker::add(const Words& sentence, const SkipSettings& settings) {
    const auto weight = [&](std::size_t i) { return sentence.function[i] ? settings.p : settings.q; };
    const std::size_t size = sentence.size();
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t first = sentence.surfaces[i];
        words_.emplace_back(first, weight(i));
        const std::size_t end = std::min(size, i + settings.gap + 2);
        for (std::size_t j = i + 1; j < end; ++j)
            skips_.emplace_back(first << 32 | sentence.surfaces[j], weight(i) * weight(j));
    }
}

void DocumentMaker::finish(Document& document) {
    gather(words_, document.words);
    gather(skips_, document.skips);
}

void gather(WeightedGrams& grams, GramBag& bag) {
    std::sort(grams.begin(), grams.end());
    bag.keys.clear();
    bag.weights.clear();
    bag.total = 0;
    for (const auto& [key, weight] : grams) {
        bag.total += weight;
        if (!bag.keys.empty() && bag.keys.back() == key) {
            bag.weights.back() += weight;
        } else {
            bag.keys.push_back(key);
            bag.weights.push_back(weight);
        }
    }
}

// The same operations as f_measures in core/matching/ngram_bags.py, so that both round identically.
double bag_f(double shared, double reference, double candidate, double alpha, double neither) {
    if (!(reference > 0) && !(candidate > 0)) return neither;
    if (!(shared > 0)) return 0;
    return std::min(shared / (candidate + alpha * (reference - candidate)), 1.0);
}

namespace {

std::int64_t shared(const GramBag& x, const GramBag& y) {
    std::int64_t sum = 0;
    for (std::size_t i = 0, j = 0; i < x.keys.size() && j < y.keys.size();) {
        const std::uint64_t a = x.keys[i], b = y.keys[j];
        if (a == b) sum += std::min(x.weights[i], y.weights[j]);
        i += a <= b;
        j += b <= a;
    }
    return sum;
}

double f_of(const GramBag& reference, const GramBag& candidate, std::int64_t unit, double alpha,
            double neither) {
    const auto in_units = [&](std::int64_t amount) {
        return static_cast<double>(amount) / static_cast<double>(unit);
    };
    return bag_f(in_units(shared(reference, candidate)), in_units(reference.total),
                 in_units(candidate.total), alpha, neither);
}

}  // namespace

void compare_documents(const Document& reference, const Document& candidate, std::int64_t q,
                       double alpha, double* out) {
    out[0] = f_of(reference.words, candidate.words, q, alpha, 1);
    out[1] = f_of(reference.skips, candidate.skips, q * q, alpha, out[0]);
}

}  // namespace tesla::matching
