// Analyses of ASCII words, by the same rules and tables as in Python,
// which is the reference implementation and handles unsupported words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/sorted_lines.hpp"
#include "text/plain_facts.hpp"
#include "text/plain_lemmas.hpp"
#include "text/tag_candidates.hpp"

namespace tesla::text {

class Lexicon;

class PlainWords {
  public:
    struct Word {
        std::vector<std::uint8_t> candidates;
        std::string kind, base;
        bool listed, counts;
        std::vector<std::string> lemmas;  // one per candidate
        std::string surface;
        std::vector<std::string> facts;
    };

    // `upos` has the part of speech of each label. `splits`: nouns may have parts, and are then
    // unsupported. `synonyms` has the ids of the synsets of words.
    PlainWords(TagCandidates candidates, std::vector<std::string> upos, bool splits, PlainLemmas lemmas,
               PlainFacts facts, SortedLines synonyms);

    // Return nothing if the word is unsupported.
    std::optional<Word> word(std::string_view form) const;
    // Of an ASCII lemma, sorted.
    std::vector<std::int32_t> synsets(std::string_view lemma) const;
    // Add the words to a lexicon; returns the unsupported ones.
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

}  // namespace tesla::text
