#include "graded/character_grams.hpp"

namespace tesla::graded {

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

}  // namespace tesla::graded
