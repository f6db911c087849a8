// Words that can be substituted for each other, or must not be: see text/related_words.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

// Paraphrases, derivations and opposites in one table of pairs, so that one lookup finds all of them.
class RelatedWordTable {
  public:
    // Kinds of pairs; those up to kStrongest are the strength of a paraphrase.
    static constexpr std::uint8_t kStrongest = 100, kDerived = 101, kOpposite = 102;

    // The contents of a paraphrases file and of a relations file.
    RelatedWordTable(std::string_view paraphrases, std::string_view relations);

    // Return the roles of a word in pairs: 2 p and 2 p + 1 are the two words of pair p, so that two
    // words form a pair if flipping the lowest bit of a role of one gives a role of the other.
    const std::vector<std::int32_t>& partners(std::string_view word) const {
        const std::uint32_t index = words_.find(word);
        return index == StringTable::npos ? no_partners_ : partners_[index];
    }
    // Return the kind of a pair: the strength of a paraphrase in hundredths, or one of the constants
    // above.
    std::uint8_t kind(std::uint64_t partner) const { return kinds_[partner / 2]; }

  private:
    void add(std::string_view word, int side);

    StringTable words_;
    std::vector<std::vector<std::int32_t>> partners_;  // by word id
    std::vector<std::uint8_t> kinds_;                  // by pair
    std::vector<std::int32_t> no_partners_;
};

}  // namespace tesla::text
