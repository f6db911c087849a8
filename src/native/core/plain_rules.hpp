// Plain chunks cut into words: ASCII words, numbers and punctuation as they are written mostly. The
// rules are those of a language (languages/rules.py), the mechanism is that of
// analysis/tokenizers/; what is not plain is left to that, which stays the definition.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text.hpp"

namespace tesla {

class PlainRules {
  public:
    // As in languages/rules.py. A contraction is told by the lengths of its words, which spell it; one
    // that has none is not plain.
    struct Facts {
        std::vector<std::pair<std::string, std::vector<std::size_t>>> contractions;
        std::vector<std::string> uncontracted, abbreviations, units, suffixes, apostrophe_words,
            whole_words, hyphen_prefixes;
        std::string runs;
        std::string odd_endings;  // letters: a word that ends in one may be several
        bool initials, marks_run, split_hyphens;
        bool elisions, hyphen_clitics;  // whether there are any
        std::size_t ordinal_digits;
    };
    explicit PlainRules(const Facts& facts);

    // The words of a chunk, which are parts of it, end to end; false where it is not plain.
    bool cut(std::string_view chunk, std::vector<std::string_view>& words) const;

  private:
    using Words = std::vector<std::string_view>;

    // Each adds the words of what begins at `at`, and moves that behind it; false: not plain.
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
    std::vector<std::vector<std::size_t>> contracted_;  // by number of contraction
    std::vector<std::string> suffixes_;
    std::string runs_, odd_endings_;
    bool initials_, marks_run_, split_hyphens_, elisions_, hyphen_clitics_;
    std::size_t ordinal_digits_;
};

}  // namespace tesla
