// Words that can stand for each other, or must not: see analysis/kin.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace tesla {

// Paraphrases, families and opposites as one table of pairs, so that one search finds all of them.
class KinTable {
  public:
    // In the place of the strength of a pair that is no paraphrase.
    static constexpr std::uint8_t kStrongest = 100, kDerived = 101, kOpposite = 102;

    // The bodies of a paraphrases and of a relations file.
    KinTable(std::string_view paraphrases, std::string_view relations);

    // Which partners in pairs a word is: 2 p and 2 p + 1 are the two of pair p, so that words are
    // a pair where flipping the lowest bit of a partner of the one gives one of the other.
    const std::vector<std::int32_t>& partners(std::string_view word) const {
        const std::uint32_t number = words_.find(word);
        return number == StringTable::npos ? none_ : partners_[number];
    }
    // Of the pair: the strength of a paraphrase in hundredths, or one of the above.
    std::uint8_t kind(std::uint64_t partner) const { return kinds_[partner / 2]; }

  private:
    void add(std::string_view word, int side);

    StringTable words_;
    std::vector<std::vector<std::int32_t>> partners_;  // by the numbers of words
    std::vector<std::uint8_t> kinds_;                  // by the numbers of pairs
    std::vector<std::int32_t> none_;
};

}  // namespace tesla
