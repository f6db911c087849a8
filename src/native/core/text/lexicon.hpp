// Analyses texts: chunks, words, surfaces and lemmas have ids and are looked up. Unknown chunks are
// collected in `missing` of a workspace. `learn` adds those that the rules tokenise to
// known words; Python analyses the rest and adds it by `add_word` and `add_chunk`. The Python code is
// the reference implementation of all of these analyses.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/columns.hpp"
#include "base/namespaces.hpp"
#include "base/read_write_lock.hpp"
#include "text/tagger.hpp"
#include "text/words.hpp"

namespace tesla::text {

// The attributes of a label. An empty tag is equal to no other tag.
struct Label {
    std::string tag, upos;  // the tag that is compared, and the universal part of speech
    bool function;
    bool noun;  // is split if the word has parts
    bool name;
};

// A text that was analysed elsewhere: word ids from `add_analysed`, and, if characters are needed, the
// characters with the span of each word.
struct AnalysedText {
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> characters;
    std::vector<Place> places;
};

// An analysed word.
struct AnalysedWord {
    std::uint32_t lemma, label, surface;
};

class PlainRules;

// What Python must analyse: words, chunks that were tokenised and wait for these words, other chunks.
struct Unlearned {
    std::vector<std::string> words, waiting, chunks;
};

class Lexicon {
  public:
    // `facts` are the names of the columns of surfaces.
    Lexicon(std::optional<Tagger> tagger, const std::vector<Label>& labels,
            std::vector<std::string> facts);
    Lexicon(const Lexicon&) = delete;
    Lexicon& operator=(const Lexicon&) = delete;

    // Encoding takes a read lock, adding a write lock. Entries are never changed or removed.
    mutable ReadWriteLock lock;

    std::optional<std::uint32_t> find_word(std::string_view form) const;
    // `lemmas` has one lemma per candidate; `parts` are the words that a noun is split into, if any.
    std::uint32_t add_word(std::string_view form, bool counts,
                           const std::vector<std::uint8_t>& candidates, std::string_view kind,
                           const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                           const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    // The same for an ASCII word.
    std::uint32_t add_word(const PlainWord& word, bool counts,
                           const std::vector<std::uint8_t>& candidates,
                           const std::vector<std::uint32_t>& lemmas,
                           const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    // Add the chunks that the rules can tokenise and whose words are known.
    Unlearned learn(const std::vector<std::string>& chunks, const PlainRules& rules);
    // A surface is the lower-case spelling of a word; it has one fact per column.
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
    std::string_view lemma(std::uint32_t index) const { return lemma_numbers_.key(index); }
    std::uint32_t add_label(const Label& label);
    std::size_t labels() const { return labels_.size(); }
    const Label& label(std::size_t index) const { return labels_[index].facts; }
    // Add a word that was analysed elsewhere and is not tagged here.
    std::uint32_t add_analysed(std::uint32_t lemma, std::uint32_t label, std::uint32_t surface);
    // `characters` are those of the normalised chunk, `places` the span of each word in them (0, 0: no
    // position).
    void add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                   const std::vector<std::uint32_t>& characters, const std::vector<Place>& places);
    std::size_t chunks() const { return chunks_.size(); }
    std::span<const std::uint32_t> characters(std::size_t chunk) const {
        return {chunk_characters_.first(chunk), chunk_characters_.last(chunk)};
    }
    // Memory of all entries, including what encoders store for them.
    std::size_t bytes() const;
    // Report that an encoder now stores `bytes` for the entries, instead of `before`.
    void count_encoder_bytes(std::size_t bytes, std::size_t before) const {
        encoder_bytes_ += bytes - before;
    }

    // Reusable memory of an analysis. Unknown chunks are appended to `missing`; then the analysis is
    // invalid.
    struct Workspace {
        std::vector<std::pair<std::string_view, std::uint64_t>> chunks;  // with their hashes
        std::vector<std::uint32_t> known;                                // ids of these chunks
        std::vector<std::uint32_t> ids, split;
        std::vector<const TagEntry*> entries;
        std::vector<Tagger::Onward> onward;
        std::vector<AnalysedWord> analysed;
        std::vector<std::uint8_t> labels;
        std::vector<std::string> missing;
        // If requested: the text with one space between, before and after chunks, and the ids of its
        // chunks that have visible characters.
        bool with_characters = false;
        std::vector<std::uint32_t> characters, numbers;
        std::vector<Place> places, split_places;  // of words, in the order of `ids`
    };
    bool analyse(std::string_view text, Workspace& workspace, Words& words) const;
    bool analyse(const AnalysedText& text, Workspace& workspace, Words& words) const;

  private:
    // One cache line, so that a lookup waits for one line instead of two.
    struct alignas(64) WordFacts {
        TagEntry tagging;
        // Start of the lemmas in lemma_lists_, one per candidate; for a single candidate, the lemma
        // itself.
        std::uint32_t lemmas;
        std::uint32_t surface;
        bool counts;
        bool splits;  // whether it has parts
    };
    struct ChunkWord {
        std::uint32_t word;
        Place place;  // in the characters of the chunk
    };
    struct LabelFacts {
        Label facts;
        std::int32_t tag;  // its id; -1 is equal to no tag
    };

    void check_word(const std::vector<std::uint8_t>& candidates,
                    const std::vector<std::uint32_t>& lemmas, const std::vector<std::uint32_t>& parts,
                    std::uint32_t surface) const;
    std::uint32_t keep_word(std::string_view form, bool counts, TagEntry tagging,
                            const std::vector<std::uint32_t>& lemmas,
                            const std::vector<std::uint32_t>& parts, std::uint32_t surface);
    bool look_up(std::string_view text, Workspace& workspace) const;
    void add_characters(std::uint32_t chunk, Workspace& workspace) const;
    void tag(Workspace& workspace) const;
    bool split_nouns(Workspace& workspace) const;
    void fill(const std::vector<AnalysedWord>& analysed, Words& words) const;

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
    std::vector<AnalysedWord> analysed_;
    std::size_t fact_bytes_ = 0;
    mutable std::atomic<std::size_t> encoder_bytes_{0};
};

}  // namespace tesla::text
