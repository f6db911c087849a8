// Text in, features out, in batches: chunks, words and lemmas are interned once and looked up
// ever after. What is met for the first time is asked of the Python beside it (by `missing` of a
// scratch, then `add_word` and `add_chunk`), which stays the one definition of both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composing.hpp"
#include "matcher.hpp"
#include "remembered.hpp"
#include "tagger.hpp"

namespace tesla {

// What a label means for matching.
struct LabelFacts {
    std::int32_t tag;  // -1 equals nothing
    bool function;
    bool noun;  // is split where the word has parts
    bool name;
};

class Engine {
  public:
    Engine(std::optional<Tagger> tagger, std::vector<LabelFacts> labels)
        : texts(kMostWords), tagger_(std::move(tagger)), labels_(std::move(labels)) {}

    std::optional<std::uint32_t> find_word(std::string_view form) const;
    // `lemmas` has one for each candidate; `parts` are the words a noun is split into, if any.
    std::uint32_t add_word(std::string_view form, bool counts,
                           const std::vector<std::uint8_t>& candidates, std::string_view kind,
                           const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                           std::vector<std::uint32_t> parts, std::uint32_t written,
                           std::uint32_t number_word);
    // A form in lower case, numbers by their digits: how words are compared that are not lemmas.
    std::uint32_t add_form(std::string_view form, std::string_view digits, bool negates);
    std::size_t forms() const { return form_numbers_.size(); }
    std::string_view form(std::uint32_t number) const { return form_numbers_.key(number); }
    std::string_view digits(std::uint32_t number) const { return form_facts_[number].digits; }
    bool negates(std::uint32_t number) const { return form_facts_[number].negates; }
    // From 1 on; 0 is given to words that are none.
    std::uint32_t add_number_word(const NumberPart& part);
    const std::vector<NumberPart>& number_words() const { return number_words_; }
    std::optional<std::uint32_t> find_lemma(std::string_view lemma) const;
    std::uint32_t add_lemma(std::string_view lemma, const std::vector<std::int32_t>& synsets);
    std::size_t lemmas() const { return lemma_numbers_.size(); }
    std::string_view lemma(std::uint32_t number) const { return lemma_numbers_.key(number); }
    // `characters` are those of the normalised chunk, `places` where among them each word stands
    // (from 0 to 0: nowhere).
    void add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                   const std::vector<std::uint32_t>& characters, const std::vector<Place>& places);
    std::size_t size() const { return words_.size() + chunks_.size(); }
    void forget_words();
    // Numbers of lemmas hold good as long as this stays; no other engine has the same.
    std::uint64_t generation() const { return generation_; }

    // The analysis of a text; chunks that are not known yet go to `missing`, and it is void.
    struct Scratch {
        std::vector<std::pair<std::string_view, std::uint64_t>> chunks;  // with their hashes
        std::vector<std::uint32_t> ids, split;
        std::vector<const TagEntry*> entries;
        std::vector<std::uint8_t> labels;
        std::vector<std::string> missing;
        // The text with one space between chunks, one before and one after, where wanted.
        bool with_characters = false;
        std::vector<std::uint32_t> characters;
        std::vector<Place> places, split_places;  // of the words, by `ids`
    };
    bool analyse(std::string_view text, Scratch& scratch, Words& words) const;

    // Analysed references by their text, for as long as they fit.
    Remembered<Words> texts;

  private:
    // Words of remembered texts, all together: about 100 bytes each.
    static constexpr std::size_t kMostWords = 500'000;

    struct WordFacts {
        TagEntry tagging;
        std::uint32_t lemmas;  // where in lemma_lists_ they begin, one for each candidate
        bool counts;
        std::vector<std::uint32_t> parts;
        std::uint32_t written;  // its form
        std::uint32_t number_word;
    };
    struct FormFacts {
        std::string digits;
        bool negates;
    };
    // Lists of numbers end to end.
    template <class Value>
    struct Lists {
        std::vector<std::uint32_t> begin{0};
        std::vector<Value> items;

        std::size_t size() const { return begin.size() - 1; }
        void push_back(const std::vector<Value>& list) {
            items.insert(items.end(), list.begin(), list.end());
            begin.push_back(static_cast<std::uint32_t>(items.size()));
        }
        const Value* first(std::size_t i) const { return items.data() + begin[i]; }
        const Value* last(std::size_t i) const { return items.data() + begin[i + 1]; }
        void clear() { *this = {}; }
    };

    void tag(Scratch& scratch) const;
    static std::uint64_t next_generation();

    std::optional<Tagger> tagger_;
    std::vector<LabelFacts> labels_;
    StringTable chunks_;
    Lists<std::uint32_t> chunk_words_, chunk_characters_;
    Lists<Place> chunk_places_;
    StringTable form_numbers_;
    std::vector<FormFacts> form_facts_;
    std::vector<NumberPart> number_words_;
    StringTable word_numbers_;
    std::vector<WordFacts> words_;
    std::vector<std::uint32_t> lemma_lists_;
    StringTable lemma_numbers_;
    Lists<std::int32_t> synsets_;
    std::uint64_t generation_ = next_generation();
};

}  // namespace tesla
