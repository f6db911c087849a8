// Facts of ASCII words: core/encoding/word_columns.py, except for number words and negations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

class PlainFacts {
  public:
    // None of these strings has a digit. A word is unsupported if it is in `words`, begins with one of
    // `prefixes`, contains one of `parts`, or has a hyphen after one of `before_hyphens`.
    struct Odd {
        std::vector<std::string> words, before_hyphens, prefixes, parts;
    };
    // Negating affixes.
    struct Affixes {
        std::vector<std::string> prefixes, suffixes;
    };
    // `number_format` is the separator of groups and the decimal mark of the language.
    PlainFacts(const Odd& odd, Affixes affixes, std::string number_format);

    // Return form, digits, negates, number, base and reading of a lower-case word; throws
    // UnsupportedWord if only Python can analyse it.
    std::vector<std::string> of(std::string_view surface) const;

  private:
    void check(std::string_view surface) const;
    std::string_view base(std::string_view form) const;

    StringTable words_, before_hyphens_;
    std::vector<std::string> prefixes_, parts_;
    Affixes affixes_;
    std::string number_format_;
};

}  // namespace tesla::text
