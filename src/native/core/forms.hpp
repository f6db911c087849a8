// An index of frequent forms with their analyses, built in advance and read from a memory-mapped file
// (core/encoding/ builds and opens it).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tesla {

class Forms {
  public:
    using Numbers = std::span<const std::uint32_t>;

    // The tables of the file. Strings have ids: string i is text[starts[i]:starts[i + 1]].
    struct Tables {
        std::string_view text;
        Numbers starts;
        Numbers slots;  // open addressing by hash_text: word id + 1, or 0 if empty
        // Form, kind and flags, start of the pattern, start of the lemmas, base, surface or its row.
        Numbers words;
        Numbers kinds;        // name, start of the candidates, number of candidates
        Numbers candidates;   // labels
        Numbers patterns;     // by candidate: which of the lemmas of the word it has
        Numbers lemma_lists;  // the distinct lemmas of words
        Numbers lemmas;       // string, start of the synsets; the last row is the end
        Numbers synsets;
        Numbers surfaces;  // string, and one string per fact; only surfaces with facts of their own
    };
    // The analysis of a word; views into the tables.
    struct Word {
        std::string_view kind, base;
        bool listed, counts;
        Numbers candidates, pattern;
        const std::uint32_t* lemmas;  // that the pattern refers to
        std::string_view surface;
        Numbers facts;  // string ids; if empty, the first fact is the surface itself and the others are
                        // empty
    };

    // Throws std::invalid_argument if an index is out of range or a label is not below `labels`.
    Forms(const Tables& tables, std::size_t facts, std::size_t labels);

    std::size_t facts() const { return facts_; }
    std::size_t size() const { return tables_.words.size() / kWordColumns; }
    std::optional<std::uint32_t> find(std::string_view form) const;
    Word word(std::uint32_t number) const;
    std::string_view lemma(std::uint32_t number) const { return string(tables_.lemmas[2 * number]); }
    Numbers synsets(std::uint32_t number) const;
    std::string_view string(std::uint32_t number) const {
        return tables_.text.substr(tables_.starts[number],
                                   tables_.starts[number + 1] - tables_.starts[number]);
    }

  private:
    static constexpr std::size_t kWordColumns = 6, kKindColumns = 3;
    // Flags stored together with the kind of a word.
    static constexpr std::uint32_t kListed = 1u << 31, kCounts = 1u << 30, kFacts = 1u << 29,
                                   kKind = kFacts - 1;

    void check_strings() const;
    void check_words() const;

    Tables tables_;
    std::size_t facts_, labels_;
};

}  // namespace tesla
