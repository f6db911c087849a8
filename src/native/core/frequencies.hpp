// Weights of words and character n-grams by their rarity: see analysis/frequencies.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hash_numbers.hpp"
#include "text.hpp"

namespace tesla {

// The hash of an n-gram of characters, a character at a time.
constexpr std::uint64_t kNoGram = 0x51ED270B9F3C2A87ULL;
inline std::uint64_t longer(std::uint64_t gram, std::uint32_t character) {
    gram = (gram ^ character) * 0xD6E8FEB86659FD93ULL;
    return gram ^ gram >> 32;
}

// What weights of n-grams are rounded to: sums of up to 512 are exact, in whatever order they are made,
// and so are equal where the same is added up.
inline constexpr double kGramUnits = static_cast<double>(std::int64_t{1} << 44);

// The character at `at`, which moves on; what is no UTF-8 is taken byte by byte.
std::uint32_t next_character(const char*& at, const char* end);

class Frequencies {
  public:
    // `body` is that of a frequencies file; no sentences: everything weighs 1.
    Frequencies(std::uint64_t sentences, std::string_view body);

    double word(std::string_view form) const { return words_.find(hash_text(form)); }
    // The weight of what the table does not have.
    double rarest() const { return words_.weights[0]; }
    double gram(std::uint64_t hash) const { return grams_.find(hash); }
    void prefetch_gram(std::uint64_t hash) const { grams_.numbers.prefetch(hash); }

  private:
    // Weights are few: they stay near, and a key has the number of its own.
    struct Table {
        HashNumbers numbers;
        std::vector<double> weights{1.0};
        void add(std::uint64_t hash, double weight);
        double find(std::uint64_t hash) const { return weights[numbers.find(hash)]; }
    };

    Table words_, grams_;
};

}  // namespace tesla
