// Numbers of several words as one word: see encoding/one_number.py.
#pragma once

#include "composing.hpp"
#include "words.hpp"

namespace tesla {

// The lemma of such a word, which no other has: it is told by its digits alone.
inline constexpr std::int32_t kNumberLemma = -1;

// The words of each number become one, whose surface is not a lexicon's but ~k for the k-th number of
// the text.
void join_numbers(const Numbers& numbers, Words& words);

}  // namespace tesla
