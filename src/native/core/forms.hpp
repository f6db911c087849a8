// An index of frequent forms: what analysers say of them, made beforehand and read where it lies, in
// a file that is mapped into memory (encoding/forms/ makes and opens it).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tesla {

class Forms {
  public:
    using Numbers = std::span<const std::uint32_t>;

    // As they are in the file. Strings are numbered: string i is text[starts[i]:starts[i + 1]].
    struct Tables {
        std::string_view text;
        Numbers starts;
        Numbers slots;  // open addressing by hash_text; a word's number + 1, 0 is empty
        // Form, kind and flags, where its pattern begins, where its lemmas do, base, surface or its row.
        Numbers words;
        Numbers kinds;        // name, where its candidates begin, how many
        Numbers candidates;   // labels
        Numbers patterns;     // for each candidate, which of the word's lemmas it goes with
        Numbers lemma_lists;  // the different lemmas of words
        Numbers lemmas;       // its string, where its synsets begin; a last row says where they end
        Numbers synsets;
        Numbers surfaces;  // its string, and a string a fact; only those with facts of their own
    };
    // What the analysers say of a word; views into the tables.
    struct Word {
        std::string_view kind, base;
        bool listed, counts;
        Numbers candidates, pattern;
        const std::uint32_t* lemmas;  // that the pattern chooses from
        std::string_view surface;
        Numbers facts;  // strings; none: the first fact is the surface itself, the others are empty
    };

    // One that points where nothing is, or has labels of that number or more, is std::invalid_argument.
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
    // Flags beside the kind of a word.
    static constexpr std::uint32_t kListed = 1u << 31, kCounts = 1u << 30, kFacts = 1u << 29,
                                   kKind = kFacts - 1;

    void check_strings() const;
    void check_words() const;

    Tables tables_;
    std::size_t facts_, labels_;
};

}  // namespace tesla
