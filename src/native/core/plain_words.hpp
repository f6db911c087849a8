// ASCII words in no index of forms: what analysers say of them, worked out by the same rules and from
// the same tables as in Python, which stays the definition and is asked for whatever is odd.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plain_facts.hpp"
#include "plain_lemmas.hpp"
#include "sorted_lines.hpp"
#include "tag_candidates.hpp"

namespace tesla {

class Lexicon;

class PlainWords {
  public:
    struct Word {
        std::vector<std::uint8_t> candidates;
        std::string kind, base;
        bool listed, counts;
        std::vector<std::string> lemmas;  // one for each candidate
        std::string surface;
        std::vector<std::string> facts;
    };

    // `upos` has the part of speech of each label; `splits`: nouns may have parts, and are odd.
    // `synonyms` has the numbers of synsets behind words.
    PlainWords(TagCandidates candidates, std::vector<std::string> upos, bool splits, PlainLemmas lemmas,
               PlainFacts facts, SortedLines synonyms);

    // None of one that is odd.
    std::optional<Word> word(std::string_view form) const;
    // Of an ASCII lemma, in order.
    std::vector<std::int32_t> synsets(std::string_view lemma) const;
    // Adds the words to a lexicon; gives those that are odd.
    std::vector<std::string> learn(const std::vector<std::string>& forms, Lexicon& lexicon) const;

  private:
    Word described(std::string_view form) const;
    void add(const Word& word, std::string_view form, Lexicon& lexicon) const;

    TagCandidates candidates_;
    std::vector<std::string> upos_;
    bool splits_;
    PlainLemmas lemmas_;
    PlainFacts facts_;
    SortedLines synonyms_;
};

}  // namespace tesla
