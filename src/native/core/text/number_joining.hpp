// Joins the words of a number to one word: see core/encoding/graded_text.py.
#pragma once

#include "base/namespaces.hpp"
#include "text/composing.hpp"
#include "text/words.hpp"

namespace tesla::text {

// The lemma of joined numbers; no other word has it. Such words are equal only if their digits are.
inline constexpr std::int32_t kNumberLemma = -1;

// Join the words of each number. The surface of the k-th number of the text is ~k, which is not in the
// lexicon.
void join_numbers(const Numbers& numbers, Words& words);

}  // namespace tesla::text
