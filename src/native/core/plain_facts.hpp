// What else is to be known of ASCII words: encoding/facts.py, but for words that make numbers or negate.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace tesla {

class PlainFacts {
  public:
    // None of them has a digit. Words are odd that are among `words`, begin with one of `prefixes` or
    // have one of `parts` within, and those that have a hyphen after one of `before_hyphens`.
    struct Odd {
        std::vector<std::string> words, before_hyphens, prefixes, parts;
    };
    // Parts of words that negate the rest.
    struct Affixes {
        std::vector<std::string> prefixes, suffixes;
    };
    PlainFacts(const Odd& odd, Affixes affixes);

    // Form, digits, negates, number and base of a word in lower case; OddWord where Python must be
    // asked.
    std::vector<std::string> of(std::string_view surface) const;

  private:
    void check(std::string_view surface) const;
    std::string_view base(std::string_view form) const;

    StringTable words_, before_hyphens_;
    std::vector<std::string> prefixes_, parts_;
    Affixes affixes_;
};

}  // namespace tesla
