// Tokenises plain chunks: common ASCII words, numbers and punctuation. The rules are those of a language
// (text/languages/base.py), the algorithm is that of text/tokenizers/, which is the reference
// implementation and tokenises everything else.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

class PlainRules {
  public:
    // As in text/languages/base.py. A contraction is given by the lengths of its words; one without
    // lengths is not plain.
    struct Facts {
        std::vector<std::pair<std::string, std::vector<std::size_t>>> contractions;
        std::vector<std::string> uncontracted, abbreviations, units, suffixes, apostrophe_words,
            whole_words, hyphen_prefixes;
        std::string runs;
        std::string odd_endings;  // letters: a word that ends in one of them may be several words
        bool initials, marks_run, split_hyphens;
        bool elisions, hyphen_clitics;  // whether the language has them
        std::size_t ordinal_digits;
    };
    explicit PlainRules(const Facts& facts);

    // Tokenise a chunk into adjacent words; returns false if it is not plain.
    bool cut(std::string_view chunk, std::vector<std::string_view>& words) const;

  private:
    using Words = std::vector<std::string_view>;

    // Each function appends the words that begin at `at` and advances it; false: not plain.
    bool cut_piece(std::string_view chunk, std::size_t& at, Words& words) const;
    bool cut_mark(std::string_view chunk, std::size_t& at, Words& words) const;
    bool cut_word(std::string_view piece, Words& words) const;
    bool cut_letters(std::string_view word, Words& words) const;
    bool cut_apostrophe(std::string_view piece, Words& words) const;
    bool cut_hyphens(std::string_view piece, Words& words) const;
    bool cut_part(std::string_view part, Words& words) const;
    bool keeps_dot(std::string_view body) const;

    StringTable contractions_, uncontracted_, abbreviations_, units_, apostrophe_words_, whole_words_,
        hyphen_prefixes_;
    std::vector<std::vector<std::size_t>> contracted_;  // by contraction
    std::vector<std::string> suffixes_;
    std::string runs_, odd_endings_;
    bool initials_, marks_run_, split_hyphens_, elisions_, hyphen_clitics_;
    std::size_t ordinal_digits_;
};

}  // namespace tesla::text
