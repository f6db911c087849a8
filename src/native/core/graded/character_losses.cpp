#include "graded/character_losses.hpp"

#include <algorithm>

#include "base/no_index.hpp"

namespace tesla::graded {

void fill_places(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                 std::vector<Place>& filled) {
    filled = places;
    const auto length = static_cast<std::uint32_t>(characters.size());
    std::uint32_t before = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
        if (places[k].second) {
            before = places[k].second;
            continue;
        }
        std::uint32_t after = length;
        for (std::size_t later = k; later < places.size(); ++later)
            if (places[later].second) {
                after = places[later].first;
                break;
            }
        std::uint32_t from = before, to = std::max(before, after);
        while (from < to && characters[from] == ' ') ++from;
        while (to > from && characters[to - 1] == ' ') --to;
        // All adjacent words without a position share this span.
        for (; k < places.size() && !places[k].second; ++k) filled[k] = {from, to};
        --k;
    }
}

void own_characters(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                    std::vector<std::uint32_t>& owners) {
    owners.assign(characters.size(), kNoIndex);
    std::vector<Place> filled;
    fill_places(characters, places, filled);
    for (std::size_t word = 0; word < filled.size(); ++word)
        for (std::uint32_t at = filled[word].first; at < filled[word].second; ++at)
            if (owners[at] == kNoIndex) owners[at] = static_cast<std::uint32_t>(word);
    std::uint32_t last = 0;
    for (auto& owner : owners) last = owner = owner == kNoIndex ? last : owner;
}

// Assign ids to distinct n-grams, and count them.
void CharacterLosses::count(const CharacterGrams& grams, std::vector<std::uint32_t>& kinds,
                            std::vector<std::uint32_t>& counts, std::vector<std::uint32_t>& others) {
    kinds.resize(grams.keys.size());
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        Amount& index = table_.at(grams.keys[k]);
        if (!index) {
            counts.push_back(0);
            others.push_back(0);
            index = static_cast<Amount>(counts.size());
        }
        kinds[k] = static_cast<std::uint32_t>(index - 1);
        ++counts[kinds[k]];
    }
}

void CharacterLosses::share_out(const OwnedGrams& side, const std::vector<std::uint32_t>& kinds,
                                const std::vector<std::uint32_t>& counts,
                                const std::vector<std::uint32_t>& others,
                                const std::vector<double>& rates, std::vector<double>& lost) const {
    const auto& begin = side.grams.begin;
    for (std::size_t n = 1; n < begin.size(); ++n) {
        if (!(rates[n - 1] > 0)) continue;
        for (std::size_t k = begin[n - 1]; k < begin[n]; ++k) {
            const auto count = counts[kinds[k]], other = others[kinds[k]];
            if (count <= other) continue;
            const double each =
                rates[n - 1] * side.grams.weights[k] * (count - other) / count / static_cast<double>(n);
            const std::size_t start = k - begin[n - 1];
            for (std::size_t at = start; at < start + n; ++at) lost[side.owners[at]] += each;
        }
    }
}

void CharacterLosses::lose(const OwnedGrams& x, const OwnedGrams& y, double alpha, double share,
                           std::vector<double>& lost_x, std::vector<double>& lost_y) {
    const std::size_t orders = x.grams.totals.size();
    table_.reset(x.grams.keys.size() + y.grams.keys.size());
    counts_x_.clear();
    counts_y_.clear();
    count(x.grams, kinds_x_, counts_x_, counts_y_);
    count(y.grams, kinds_y_, counts_y_, counts_x_);
    rates_x_.assign(orders, 0.0);
    rates_y_.assign(orders, 0.0);
    shared_.assign(orders, 0.0);
    double lengths = 0, only_x = 0, only_y = 0, precision = 0, recall = 0;
    for (std::size_t n = 0; n < orders; ++n) {
        only_x += x.grams.any(n);
        only_y += y.grams.any(n);
        if (!x.grams.any(n) || !y.grams.any(n)) continue;
        ++lengths;
        for (std::size_t k = x.grams.begin[n]; k < x.grams.begin[n + 1]; ++k) {
            const auto own = counts_x_[kinds_x_[k]], other = counts_y_[kinds_x_[k]];
            shared_[n] += x.grams.weights[k] * std::min(own, other) / own;
        }
        recall += shared_[n] / x.grams.totals[n];
        precision += shared_[n] / y.grams.totals[n];
    }
    const double mean = alpha * precision + (1 - alpha) * recall;
    for (std::size_t n = 0; n < orders; ++n) {
        // If one text has no characters, the other loses everything.
        const double count = lengths > 0 ? lengths : std::max(only_x, only_y);
        const bool counts = lengths > 0 ? x.grams.any(n) && y.grams.any(n) : true;
        const double of_x = lengths > 0 ? (mean > 0 ? alpha * precision / mean : alpha) : 1.0;
        const double of_y = lengths > 0 ? (mean > 0 ? (1 - alpha) * recall / mean : 1 - alpha) : 1.0;
        if (counts && x.grams.any(n)) rates_x_[n] = share * of_x / (count * x.grams.totals[n]);
        if (counts && y.grams.any(n)) rates_y_[n] = share * of_y / (count * y.grams.totals[n]);
    }
    share_out(x, kinds_x_, counts_x_, counts_y_, rates_x_, lost_x);
    share_out(y, kinds_y_, counts_y_, counts_x_, rates_y_, lost_y);
}

}  // namespace tesla::graded
