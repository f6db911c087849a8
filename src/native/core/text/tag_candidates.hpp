// The possible labels of a word: text/tagging/tagger.py without its weights.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/sorted_lines.hpp"

namespace tesla::text {

class TagCandidates {
  public:
    struct Candidates {
        std::vector<std::uint8_t> labels;
        std::string kind;  // how neighbours see the word
    };

    // `lines` are the lines of a tagger file with words and kinds of unlisted words; they must outlive
    // this object. There are `labels` labels. Throws std::invalid_argument if lines are out of order.
    TagCandidates(std::string_view lines, std::size_t labels);

    // Of an ASCII word.
    Candidates find(std::string_view form) const;

  private:
    std::vector<std::uint8_t> labels_of(std::string_view letters) const;

    SortedLines lines_;
    std::size_t labels_;
    std::vector<Candidates> unlisted_;  // by kind
};

}  // namespace tesla::text
