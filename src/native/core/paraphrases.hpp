// Words that are translated alike: see analysis/paraphrases.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace tesla {

class Paraphrases {
  public:
    // `body` is that of a paraphrases file.
    explicit Paraphrases(std::string_view body);

    // Which partners in pairs a word is: 2 p and 2 p + 1 are the two of pair p, so that words are
    // paraphrases where flipping the lowest bit of a partner of the one gives one of the other.
    const std::vector<std::int32_t>& partners(std::string_view word) const {
        const std::uint32_t number = words_.find(word);
        return number == StringTable::npos ? none_ : partners_[number];
    }
    // Of the pair, in hundredths.
    std::uint8_t strength(std::uint64_t partner) const { return strengths_[partner / 2]; }

  private:
    void add(std::string_view word, int side);

    StringTable words_;
    std::vector<std::vector<std::int32_t>> partners_;  // by the numbers of words
    std::vector<std::uint8_t> strengths_;              // by the numbers of pairs
    std::vector<std::int32_t> none_;
};

}  // namespace tesla
