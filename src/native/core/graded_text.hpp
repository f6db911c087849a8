// Texts to weighed words and character n-grams: see encoding/graded.py.
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

#include "cases.hpp"
#include "codes.hpp"
#include "composing.hpp"
#include "endings.hpp"
#include "frequencies.hpp"
#include "kin_table.hpp"
#include "lexicon.hpp"
#include "negations.hpp"
#include "one_number.hpp"
#include "word_types.hpp"
#include "written.hpp"

namespace tesla {

// What a word is beside its analysis, as bits.
enum Kind : std::uint8_t { kNumber = 1, kNegates = 2, kKnown = 4 };

// A text as it is matched.
struct GradedText {
    Words words;
    std::vector<std::uint32_t> forms;  // of words: those of one form have one number
    std::vector<double> weights;       // of words
    std::vector<std::uint8_t> kinds;   // of words: Kind
    WordTypes types;
    Numbers numbers;
    Negated negated;
    std::vector<Case> cases;  // of words
    Ending ending = Ending::open;
    Written written;

    std::span<const std::int32_t> synsets(const WordType& type) const {
        const auto& begin = words.synset_begin;
        return {words.synsets.data() + begin[type.first], words.synsets.data() + begin[type.first + 1]};
    }
    std::size_t bytes() const {
        constexpr std::size_t parts = sizeof(Words) + sizeof(Written);  // they count themselves
        return sizeof(GradedText) - parts + words.bytes() + written.bytes() + numbers.bytes() +
               negated.bytes() + room_of(forms, weights, kinds, cases, types.of, types.each);
    }
};

class GradedEncoder {
  public:
    using Code = GradedText;
    static constexpr bool kSided = true;  // references do not know what their chunks weigh
    struct Room {
        Room() { analysis.with_characters = true; }
        Lexicon::Scratch analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    // `frequencies`, `paraphrases` and `relations` are the bodies of such files; `orders` the longest
    // n-grams of characters.
    GradedEncoder(const Lexicon& lexicon, std::uint64_t sentences, std::string_view frequencies,
                  std::string_view paraphrases, std::string_view relations, unsigned orders,
                  std::size_t most_bytes);
    GradedEncoder(const GradedEncoder&) = delete;  // lemmas point to its table of kin
    GradedEncoder& operator=(const GradedEncoder&) = delete;
    ~GradedEncoder() { lexicon_.count_beside(0, counted_ + counted_numbers_); }

    const Lexicon& lexicon() const { return lexicon_; }
    Gate::Read hold() { return gate.read(); }  // comparing reads what is known of chunks
    const Frequencies& frequencies() const { return frequencies_; }
    const KinTable& kin() const { return kin_; }
    const Spelling& spelling() const { return spelling_; }
    unsigned orders() const { return orders_; }
    bool behind() const {
        return facts_.size() < lexicon_.surfaces() || lemma_partners_.size() < lexicon_.lemmas() ||
               spelling_.chunks() < lexicon_.chunks();
    }
    void learn();
    template <class Text>
    bool make(const Text& text, Room& room, GradedText& made) const {
        if (!lexicon_.analyse(text, room.analysis, made.words)) return false;
        compose(made.words.surfaces, made.numbers);
        join_numbers(made.numbers, made.words);
        weigh_words(made);
        find_negations(made);
        made.written.characters.swap(room.analysis.characters);  // which are made anew
        find_cases(made.written.characters, made.words.places, made.cases);
        made.ending = ending_of(made.written.characters);
        if constexpr (std::is_same_v<Text, Given>)
            spelling_.write(made.written);
        else
            spelling_.write(room.analysis.numbers, made.written);
        return true;
    }
    // What is known of words beside their analysis.
    void weigh_words(GradedText& text) const;
    // The lemma of a word of a text, as a form.
    std::uint32_t lemma_form(const GradedText& text, std::size_t word) const {
        const std::int32_t lemma = text.words.lemmas[word];
        return lemma == kNumberLemma ? text.forms[word] : lemma_forms_[static_cast<std::size_t>(lemma)];
    }
    // References are kept: what nobody asks of them takes memory, and time to copy. Types have the rest.
    void finish(GradedText& made) const {
        const auto drop = [](auto&... lists) { (lists.clear(), ...); };
        drop(made.written.weights, made.written.beyond_weights);
        drop(made.words.tags, made.words.function, made.words.labels, made.words.names,
             made.words.surfaces, made.numbers.spans);
    }

    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<GradedText> kept;
    Pool<GradedText> pool;

  private:
    // What is known of a surface: half a line of the cache for what is asked of every word, ...
    struct Facts {
        double weight;
        std::span<const std::uint32_t> bigrams;  // where the rest has them
        std::uint32_t form;
        std::uint8_t kind;
        NumberKind part;  // in numbers
        bool negating;    // in some way
    };
    // ... and the rest.
    struct MoreFacts {
        NumberPart part;
        std::string digits;
        std::vector<std::uint32_t> bigrams;  // each once, by their numbers
        Negating negating;
    };
    void learn_surface(std::size_t surface);
    void compose(std::span<const std::uint32_t> surfaces, Numbers& numbers) const;
    Facts number_facts(std::string_view digits) const;
    void find_negations(GradedText& text) const;
    std::vector<std::uint32_t> bigrams_of(std::string_view form);

    const Lexicon& lexicon_;
    const std::size_t form_, digits_, negates_, number_, base_;  // columns of the lexicon
    Frequencies frequencies_;
    KinTable kin_;
    unsigned orders_;
    Spelling spelling_;
    std::size_t counted_ = 0;  // bytes of it that the lexicon knows of
    // Of words, lemmas, and numbers of several words, which those who make codes find at once.
    mutable StringTable forms_;
    mutable std::mutex forms_mutex_;
    mutable std::size_t counted_numbers_ = 0;  // bytes of these that the lexicon knows of
    std::unordered_map<std::uint64_t, std::uint32_t> bigrams_;   // to their numbers
    std::vector<Facts> facts_;                                   // by surface
    std::vector<MoreFacts> more_facts_;                          // likewise
    std::vector<std::span<const std::int32_t>> lemma_partners_;  // by lemma
    std::vector<std::uint32_t> lemma_forms_;                     // likewise
};

}  // namespace tesla
