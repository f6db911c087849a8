// Weights of words and character n-grams by inverse frequency: see text/frequencies.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash_numbers.hpp"
#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

// The rolling hash of a character n-gram, one character at a time.
constexpr std::uint64_t kNoGram = 0x51ED270B9F3C2A87ULL;
inline std::uint64_t longer(std::uint64_t gram, std::uint32_t character) {
    gram = (gram ^ character) * 0xD6E8FEB86659FD93ULL;
    return gram ^ gram >> 32;
}

// The unit that n-gram weights are rounded to: sums of up to 512 are exact in any order, so that equal
// bags have equal sums.
inline constexpr double kGramUnits = static_cast<double>(std::int64_t{1} << 44);

// Return the character at `at` and advance `at`; invalid UTF-8 is read byte by byte.
std::uint32_t next_character(const char*& at, const char* end);

class Frequencies {
  public:
    // `body` is the content of a frequencies file. With no sentences, every weight is 1.
    Frequencies(std::uint64_t sentences, std::string_view body);

    double word(std::string_view form) const { return words_.find(hash_text(form)); }
    // The weight of words and n-grams that are not in the table.
    double rarest() const { return words_.weights[0]; }
    double gram(std::uint64_t hash) const { return grams_.find(hash); }
    void prefetch_gram(std::uint64_t hash) const { grams_.numbers.prefetch(hash); }

  private:
    // There are few distinct weights: a key stores the index of its weight, and the weights stay in the
    // cache.
    struct Table {
        HashNumbers numbers;
        std::vector<double> weights{1.0};
        void add(std::uint64_t hash, double weight);
        double find(std::uint64_t hash) const { return weights[numbers.find(hash)]; }
    };

    Table words_, grams_;
};

}  // namespace tesla::text
