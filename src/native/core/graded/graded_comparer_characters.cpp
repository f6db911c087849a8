// The character score of two texts, as they are and with anchored words replaced by those of the
// reference: see core/comparing/graded.py.
#include <algorithm>

#include "graded/graded_comparer.hpp"

namespace tesla::graded {

// Copy the characters of y with anchored words replaced by those of x, except words that differ only in
// case. Returns whether any word was replaced.
bool GradedComparer::replace_anchored_words(const GradedText& x, const GradedText& y) {
    const auto &old = y.character_text.characters, &fresh = x.character_text.characters;
    characters_.clear();
    parts_.clear();
    const auto copy = [&](const std::vector<std::uint32_t>& text, std::size_t from, std::size_t to) {
        characters_.insert(characters_.end(), text.begin() + static_cast<std::ptrdiff_t>(from),
                           text.begin() + static_cast<std::ptrdiff_t>(to));
    };
    std::size_t at = 0;
    for (const auto& anchor : anchors_) {
        const auto& [i, j] = anchor;
        const auto& [from, to] = y.words.places[static_cast<std::size_t>(j)];
        const auto& [first, last] = x.words.places[static_cast<std::size_t>(i)];
        if (!to || !last || from < at || is_miscased(x, y, anchor)) continue;
        if (std::equal(old.begin() + from, old.begin() + to, fresh.begin() + first,
                       fresh.begin() + last))
            continue;
        copy(old, at, from);
        parts_.push_back({from, to, characters_.size(), characters_.size() + (last - first), first});
        copy(fresh, first, last);
        at = to;
    }
    if (!parts_.empty()) copy(old, at, old.size());
    return !parts_.empty();
}

double GradedComparer::characters(const GradedText& reference, const GradedText& candidate) {
    const CharacterText &x = reference.character_text, &y = candidate.character_text;
    if (x.characters.empty() || y.characters.empty())
        return x.characters.empty() && y.characters.empty() ? 1.0 : 0.0;
    parts_.clear();
    const bool rewritten = constants_.stand_in > 0 && replace_anchored_words(reference, candidate);
    const SharedGrams* const precomputed = bag_matcher_.match(x, y, parts_, characters_);
    const SharedGrams& shared_grams =
        precomputed ? *precomputed : character_matcher_.match(x, y, parts_, characters_);
    const double plain = character_f(x, shared_grams.shared, y.totals, y.characters.size());
    if (!rewritten) return plain;
    const double swapped =
        character_f(x, shared_grams.rewritten_shared, shared_grams.rewritten_totals, characters_.size());
    return plain + constants_.stand_in * (swapped - plain);
}

double GradedComparer::character_f(const CharacterText& reference, const std::vector<double>& shared,
                                   const std::vector<double>& totals, std::size_t length) const {
    double precision = 0, recall = 0;
    int orders = 0;
    for (std::size_t n = 0; n < encoder_.orders(); ++n) {
        if (!reference.any(n) || length <= n) continue;
        ++orders;
        if (totals[n] > 0) precision += shared[n] / totals[n];
        if (reference.totals[n] > 0) recall += shared[n] / reference.totals[n];
    }
    if (!orders) return 0.0;
    precision /= orders;
    recall /= orders;
    return f_measure(precision * recall, precision, recall, constants_.character_alpha);
}

}  // namespace tesla::graded
