// The characters of both texts, as they are and with words written as in the reference: see
// comparing/graded.py.
#include <algorithm>

#include "grading.hpp"

namespace tesla {

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

}  // namespace tesla
