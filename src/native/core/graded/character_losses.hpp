// What the character score loses, distributed to words: see explanation/graded/characters.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/character_grams.hpp"
#include "matching/lookup.hpp"
#include "text/words.hpp"

namespace tesla::graded {

// Assign each character to a word; see explanation/sides.py. A text without words is treated as one
// word.
void own_characters(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                    std::vector<std::uint32_t>& owners);

// Compute the character spans of all words: those without a position share the span between their
// neighbours.
void fill_places(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                 std::vector<Place>& filled);

// The n-grams of a text, and the word of each of its characters.
struct OwnedGrams {
    const CharacterGrams& grams;
    const std::vector<std::uint32_t>& owners;
};

// Memory is reused from pair to pair.
class CharacterLosses {
  public:
    // Add what the words of x and y lose, times `share`; alpha is the weight of recall.
    void lose(const OwnedGrams& x, const OwnedGrams& y, double alpha, double share,
              std::vector<double>& lost_x, std::vector<double>& lost_y);

  private:
    void count(const CharacterGrams& grams, std::vector<std::uint32_t>& kinds,
               std::vector<std::uint32_t>& counts, std::vector<std::uint32_t>& others);
    void share_out(const OwnedGrams& own, const std::vector<std::uint32_t>& kinds,
                   const std::vector<std::uint32_t>& counts, const std::vector<std::uint32_t>& others,
                   const std::vector<double>& rates, std::vector<double>& lost) const;

    SmallTable table_;
    std::vector<std::uint32_t> kinds_x_, kinds_y_, counts_x_, counts_y_;
    std::vector<double> shared_, rates_x_, rates_y_;
};

}  // namespace tesla::graded
