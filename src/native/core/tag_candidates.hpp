// The labels that a word can have: analysis/tagging/tag_lexicon.py without its weights.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sorted_lines.hpp"

namespace tesla {

class TagCandidates {
  public:
    struct Found {
        std::vector<std::uint8_t> labels;
        std::string kind;  // how neighbours see the word
    };

    // `lines` are those of a tagger's file that name words and kinds of other words, and live as long
    // as this does; there are so many labels. std::invalid_argument where they are out of order.
    TagCandidates(std::string_view lines, std::size_t labels);

    // Of an ASCII word.
    Found find(std::string_view form) const;

  private:
    std::vector<std::uint8_t> labels_of(std::string_view letters) const;

    SortedLines lines_;
    std::size_t labels_;
    std::vector<Found> unlisted_;  // by kind
};

}  // namespace tesla
