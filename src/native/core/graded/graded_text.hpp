// Encodes texts as weighted words and character n-grams: see core/encoding/graded_text.py.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/character_text.hpp"
#include "graded/word_types.hpp"
#include "text/cases.hpp"
#include "text/codes.hpp"
#include "text/composing.hpp"
#include "text/endings.hpp"
#include "text/frequencies.hpp"
#include "text/lexicon.hpp"
#include "text/negations.hpp"
#include "text/number_joining.hpp"
#include "text/related_word_table.hpp"

namespace tesla::graded {

// Bits: properties of a word in addition to its analysis.
enum Kind : std::uint8_t { kNumber = 1, kNegates = 2, kKnown = 4 };

// The other reading of a number, which is used if the other text of a pair has it: see resolve_readings.
struct OtherReading {
    std::uint32_t number, word;  // indices of the number in the text, and of its word
    std::uint32_t form;          // form id
    std::string digits;
};

// An encoded text.
struct GradedText {
    Words words;
    std::vector<std::uint32_t> forms;  // by word: form id
    std::vector<double> weights;       // by word
    std::vector<std::uint8_t> kinds;   // by word: Kind
    WordTypes types;
    Numbers numbers;
    std::vector<OtherReading> readings;  // usually empty
    Negated negated;
    std::vector<Case> cases;  // by word
    Ending ending = Ending::open;
    CharacterText character_text;

    std::span<const std::int32_t> synsets(const WordType& type) const {
        const auto& begin = words.synset_begin;
        return {words.synsets.data() + begin[type.first], words.synsets.data() + begin[type.first + 1]};
    }
    std::size_t bytes() const {
        constexpr std::size_t parts =
            sizeof(Words) + sizeof(CharacterText);  // counted by their own bytes()
        return sizeof(GradedText) - parts + words.bytes() + character_text.bytes() + numbers.bytes() +
               negated.bytes() +
               heap_bytes(forms, weights, kinds, cases, types.of, types.each, readings);
    }
};

// Read the ambiguous numbers of a text such that they agree with the other text: 1.234 is 1234 if the
// other text has 1234, and 1.234 if it has 1,234. Fills `resolved` and returns true if a number is read
// in another way than in `text`.
bool resolve_readings(const GradedText& text, const GradedText& other, GradedText& resolved);

class GradedEncoder final : public EncoderOf<GradedEncoder, GradedText> {
  public:
    struct Workspace {
        Workspace() { analysis.with_characters = true; }
        Lexicon::Workspace analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    // `frequencies`, `paraphrases` and `relations` are the contents of such files; `orders` is the
    // maximum length of character n-grams.
    GradedEncoder(const Lexicon& lexicon, std::uint64_t sentences, std::string_view frequencies,
                  std::string_view paraphrases, std::string_view relations, unsigned orders,
                  std::size_t max_cache_bytes);
    ~GradedEncoder() override;

    const Lexicon& lexicon() const { return lexicon_; }
    ReadWriteLock& lexicon_lock() const override { return lexicon_.lock; }
    // Comparing reads the chunk n-grams.
    ReadWriteLock::ReadGuard comparison_lock() override { return lock.read(); }
    const Frequencies& frequencies() const { return frequencies_; }
    const RelatedWordTable& related_words() const { return related_words_; }
    const ChunkGramTable& chunk_grams() const { return chunk_grams_; }
    unsigned orders() const { return orders_; }
    bool is_outdated() const override {
        return facts_.size() < lexicon_.surfaces() || lemma_partners_.size() < lexicon_.lemmas() ||
               chunk_grams_.chunks() < lexicon_.chunks();
    }
    void learn() override;
    template <class Text>
    bool make(const Text& text, Workspace& workspace, GradedText& text_code) const {
        if (!lexicon_.analyse(text, workspace.analysis, text_code.words)) return false;
        compose(text_code.words, workspace.analysis.characters, text_code.numbers);
        find_readings(text_code);
        join_numbers(text_code.numbers, text_code.words);
        weigh_words(text_code);
        find_negations(text_code);
        text_code.character_text.characters.swap(
            workspace.analysis.characters);  // the characters are rebuilt for each text
        find_cases(text_code.character_text.characters, text_code.words.places, text_code.cases);
        text_code.ending = ending_of(text_code.character_text.characters);
        if constexpr (std::is_same_v<Text, AnalysedText>)
            chunk_grams_.write(text_code.character_text);
        else
            chunk_grams_.write(workspace.analysis.numbers, text_code.character_text);
        return true;
    }
    // Add forms, weights, kinds and types to the analysed words.
    void weigh_words(GradedText& text) const;
    // Return the form id of the lemma of a word.
    std::uint32_t lemma_form(const GradedText& text, std::size_t word) const {
        const std::int32_t lemma = text.words.lemmas[word];
        return lemma == kNumberLemma ? text.forms[word] : lemma_forms_[static_cast<std::size_t>(lemma)];
    }
    // Drop what comparing does not read from references, since cached references take memory and time to
    // copy. The types have the rest.
    void finish(GradedText& text_code) const {
        const auto drop = [](auto&... lists) { (lists.clear(), ...); };
        drop(text_code.character_text.weights, text_code.character_text.beyond_weights);
        drop(text_code.words.tags, text_code.words.function, text_code.words.labels,
             text_code.words.names, text_code.words.surfaces, text_code.numbers.spans);
    }

  private:
    // What is known of a surface: half a cache line for what every word needs, ...
    struct Facts {
        double weight;
        std::span<const std::uint32_t> bigrams;  // stored in MoreFacts
        std::uint32_t form;
        std::uint8_t kind;
        NumberKind part;  // role in numbers
        bool negating;    // whether it negates in any way
    };
    // ... and the rest.
    struct MoreFacts {
        NumberPart part;
        std::string digits, reading;
        std::vector<std::uint32_t> bigrams;  // distinct ids
        Negating negating;
    };
    void learn_surface(std::size_t surface);
    void compose(const Words& words, std::span<const std::uint32_t> characters, Numbers& numbers) const;
    void find_readings(GradedText& text) const;
    Facts number_facts(std::string_view digits) const;
    void find_negations(GradedText& text) const;
    std::vector<std::uint32_t> bigrams_of(std::string_view form);

    const Lexicon& lexicon_;
    const std::size_t form_, digits_, negates_, number_, base_, reading_;  // columns of the lexicon
    Frequencies frequencies_;
    RelatedWordTable related_words_;
    unsigned orders_;
    ChunkGramTable chunk_grams_;
    std::size_t counted_bytes_ = 0;  // bytes of it that are reported to the lexicon
    // Forms of words, lemmas, and numbers of several words; threads that encode add the latter
    // concurrently.
    mutable StringTable forms_;
    mutable std::mutex forms_mutex_;
    mutable std::size_t counted_number_bytes_ = 0;  // bytes of numbers that are reported to the lexicon
    std::unordered_map<std::uint64_t, std::uint32_t> bigrams_;   // to bigram ids
    std::vector<Facts> facts_;                                   // by surface
    std::vector<MoreFacts> more_facts_;                          // by surface
    std::vector<std::span<const std::int32_t>> lemma_partners_;  // by lemma
    std::vector<std::uint32_t> lemma_forms_;                     // by lemma
};

}  // namespace tesla::graded
