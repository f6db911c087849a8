#include "character_grams.hpp"

namespace tesla {

void weigh(const std::vector<std::uint32_t>& characters, std::size_t orders,
           const Frequencies& frequencies, CharacterGrams& grams) {
    const std::size_t length = characters.size();
    grams.begin.assign(1, 0);
    for (std::size_t n = 1; n <= orders; ++n)
        grams.begin.push_back(grams.begin.back() + (length >= n ? length - n + 1 : 0));
    grams.keys.resize(grams.begin.back());
    for (std::size_t start = 0; start < length; ++start) {
        std::uint64_t hash = kNoGram;
        for (std::size_t n = 1; n <= orders && start + n <= length; ++n) {
            hash = longer(hash, characters[start + n - 1]);
            frequencies.prefetch_gram(hash);
            grams.keys[grams.begin[n - 1] + start] = hash;
        }
    }
    grams.weights.resize(grams.keys.size());
    grams.totals.assign(orders, 0.0);
    for (std::size_t n = 0; n < orders; ++n)
        for (std::size_t k = grams.begin[n]; k < grams.begin[n + 1]; ++k)
            grams.totals[n] += grams.weights[k] = frequencies.gram(grams.keys[k]);
}

void GramIndex::fill(const CharacterGrams& grams) {
    std::size_t size = 16;
    while (size < grams.keys.size() * 2) size *= 2;
    slots_.assign(size, 0);
    keys_.clear();
    counts_.clear();
    for (const auto gram : grams.keys) {
        std::size_t i = place(gram);
        while (slots_[i] && keys_[slots_[i] - 1] != gram) i = (i + 1) & (size - 1);
        if (!slots_[i]) {
            keys_.push_back(gram);
            counts_.push_back(0);
            slots_[i] = static_cast<std::uint32_t>(keys_.size());
        }
        ++counts_[slots_[i] - 1];
    }
}

void GramIndex::share(const CharacterGrams& candidate, std::vector<std::uint32_t>& left,
                      std::vector<double>& shared) const {
    shared.assign(candidate.totals.size(), 0.0);
    left = counts_;
    for (std::size_t n = 0; n < shared.size(); ++n)
        for (std::size_t k = candidate.begin[n]; k < candidate.begin[n + 1]; ++k) {
            const std::uint64_t gram = candidate.keys[k];
            std::size_t i = place(gram);
            while (slots_[i] && keys_[slots_[i] - 1] != gram) i = (i + 1) & (slots_.size() - 1);
            if (!slots_[i] || !left[slots_[i] - 1]) continue;
            --left[slots_[i] - 1];
            shared[n] += candidate.weights[k];
        }
}

}  // namespace tesla
