// Texts to analysed words: chunks, words, surfaces and lemmas are numbered once and looked up ever
// after. What is met for the first time goes to `missing` of a scratch. `learn` learns of it what is
// plain, by the same rules and by an index of what the Python beside it says; the rest is asked of
// that (`add_word` and `add_chunk`), which stays the one definition of all of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columns.hpp"
#include "forms.hpp"
#include "gate.hpp"
#include "tagger.hpp"
#include "words.hpp"

namespace tesla {

// What a label means for matching. Both tags are names, "" equals nothing.
struct Label {
    std::string tag, upos;  // the tag that is compared, and what the word is in any language
    bool function;
    bool noun;  // is split where the word has parts
    bool name;
};

// A text that was analysed elsewhere: its words by the numbers of `add_given`, and, where
// characters are wanted, these with the place of each word among them.
struct Given {
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> characters;
    std::vector<Place> places;
};

// A word by what is known of it.
struct GivenWord {
    std::uint32_t lemma, label, surface;
};

class PlainRules;

// What must be asked of Python: words, chunks that were cut and wait for these, other chunks.
struct Unlearnt {
    std::vector<std::string> words, waiting, chunks;
};

class Lexicon {
  public:
    // `facts` are the names of the columns that surfaces have.
    Lexicon(std::optional<Tagger> tagger, const std::vector<Label>& labels,
            std::vector<std::string> facts);
    Lexicon(const Lexicon&) = delete;
    Lexicon& operator=(const Lexicon&) = delete;

    // Who encodes reads, who adds writes. Nothing that was added changes or goes.
    mutable Gate gate;

    std::optional<std::uint32_t> find_word(std::string_view form) const;
    // `lemmas` has one for each candidate; `parts` are the words a noun is split into, if any.
    std::uint32_t add_word(std::string_view form, bool counts,
                           const std::vector<std::uint8_t>& candidates, std::string_view kind,
                           const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                           const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    // The same of an ASCII word.
    std::uint32_t add_word(const PlainWord& word, bool counts,
                           const std::vector<std::uint8_t>& candidates,
                           const std::vector<std::uint32_t>& lemmas,
                           const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    // Learns what is plain: chunks that the rules cut, of words that are known or among the forms
    // (null: there are none).
    Unlearnt learn(const std::vector<std::string>& chunks, const PlainRules& rules, const Forms* forms);
    // A word as it is written but for case, with what is known of it, a fact a column.
    std::optional<std::uint32_t> find_surface(std::string_view surface) const;
    std::uint32_t add_surface(std::string_view surface, std::vector<std::string> facts);
    std::size_t surfaces() const { return surface_numbers_.size(); }
    std::size_t column(std::string_view name) const;
    std::string_view fact(std::size_t column, std::size_t surface) const {
        return surface_facts_[surface][column];
    }
    std::optional<std::uint32_t> find_lemma(std::string_view lemma) const;
    std::uint32_t add_lemma(std::string_view lemma, const std::vector<std::int32_t>& synsets);
    std::size_t lemmas() const { return lemma_numbers_.size(); }
    std::string_view lemma(std::uint32_t number) const { return lemma_numbers_.key(number); }
    std::uint32_t add_label(const Label& label);
    std::size_t labels() const { return labels_.size(); }
    const Label& label(std::size_t number) const { return labels_[number].facts; }
    // A word of an analysis from elsewhere, which is not tagged here.
    std::uint32_t add_given(std::uint32_t lemma, std::uint32_t label, std::uint32_t surface);
    // `characters` are those of the normalised chunk, `places` where among them each word stands
    // (from 0 to 0: nowhere).
    void add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                   const std::vector<std::uint32_t>& characters, const std::vector<Place>& places);
    std::size_t chunks() const { return chunks_.size(); }
    std::span<const std::uint32_t> characters(std::size_t chunk) const {
        return {chunk_characters_.first(chunk), chunk_characters_.last(chunk)};
    }
    // What all that was added takes, with what encoders keep of it.
    std::size_t bytes() const;
    // An encoder keeps so much of chunks, and no longer as much as before.
    void count_beside(std::size_t bytes, std::size_t before) const { beside_ += bytes - before; }

    // The analysis of a text; chunks that are not known yet go to `missing`, and it is void.
    struct Scratch {
        std::vector<std::pair<std::string_view, std::uint64_t>> chunks;  // with their hashes
        std::vector<std::uint32_t> known;                                // the numbers of all these
        std::vector<std::uint32_t> ids, split;
        std::vector<const TagEntry*> entries;
        std::vector<Tagger::Onward> onward;
        std::vector<GivenWord> found;
        std::vector<std::uint8_t> labels;
        std::vector<std::string> missing;
        // The text with one space between chunks, one before and one after, where wanted, and the
        // numbers of these chunks: all of which anything can be seen.
        bool with_characters = false;
        std::vector<std::uint32_t> characters, numbers;
        std::vector<Place> places, split_places;  // of the words, by `ids`
    };
    bool analyse(std::string_view text, Scratch& scratch, Words& words) const;
    bool analyse(const Given& text, Scratch& scratch, Words& words) const;

  private:
    // A line of the cache, so that one is waited for and not two.
    struct alignas(64) WordFacts {
        TagEntry tagging;
        // Where in lemma_lists_ they begin, one for each candidate; of a single one the lemma itself.
        std::uint32_t lemmas;
        std::uint32_t surface;
        bool counts;
        bool splits;  // it has parts
    };
    struct ChunkWord {
        std::uint32_t word;
        Place place;  // among the chunk's characters
    };
    struct LabelFacts {
        Label facts;
        std::int32_t tag;  // its number, -1 equals nothing
    };

    void check_word(const std::vector<std::uint8_t>& candidates,
                    const std::vector<std::uint32_t>& lemmas, const std::vector<std::uint32_t>& parts,
                    std::uint32_t surface) const;
    std::uint32_t keep_word(std::string_view form, bool counts, TagEntry tagging,
                            const std::vector<std::uint32_t>& lemmas,
                            const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    std::optional<std::uint32_t> learn_word(std::string_view form, const Forms& forms);
    std::uint32_t learn_surface(const Forms::Word& word, const Forms& forms);
    std::uint32_t learn_lemma(std::uint32_t number, const Forms& forms);
    bool look_up(std::string_view text, Scratch& scratch) const;
    void add_characters(std::uint32_t chunk, Scratch& scratch) const;
    void tag(Scratch& scratch) const;
    bool split_nouns(Scratch& scratch) const;
    void fill(const std::vector<GivenWord>& found, Words& words) const;

    std::optional<Tagger> tagger_;
    std::vector<LabelFacts> labels_;
    StringTable tags_;
    std::vector<std::string> fact_names_;
    StringTable chunks_;
    ListColumn<ChunkWord> chunk_words_;
    ListColumn<std::uint32_t> chunk_characters_;
    StringTable surface_numbers_;
    std::vector<std::vector<std::string>> surface_facts_;
    StringTable word_numbers_;
    std::vector<WordFacts> words_;
    ListColumn<std::uint32_t> word_parts_;
    std::vector<std::uint32_t> lemma_lists_;
    StringTable lemma_numbers_;
    ListColumn<std::int32_t> synsets_;
    std::vector<GivenWord> given_;
    std::size_t fact_bytes_ = 0;
    mutable std::atomic<std::size_t> beside_{0};
};

}  // namespace tesla
