// Graded similarity of words, weights by rarity and character n-grams: see metrics/graded.py.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "character_grams.hpp"
#include "composing.hpp"
#include "engine.hpp"
#include "frequencies.hpp"
#include "graded.hpp"
#include "lookup.hpp"
#include "order.hpp"
#include "paraphrases.hpp"
#include "remembered.hpp"

namespace tesla {

struct GradingSettings {
    unsigned order, characters;  // longest n-grams of words and of characters
    double lemma, synonym, synset, paraphrase, tag, function, spelling, unknown, least;  // see alike.py
    double alpha, character_alpha, stand_in;

    std::size_t width() const { return order + 4; }
};

// What a word is beside its analysis, as bits.
enum Kind : std::uint8_t { kNumber = 1, kNegates = 2, kKnown = 4 };

// A text as it is matched.
struct GradedText {
    Words words;
    std::vector<double> weights;               // of words
    std::vector<std::uint8_t> kinds;           // of words: Kind
    std::vector<std::int32_t> partners;        // in pairs of paraphrases that words are
    std::vector<std::uint32_t> partner_begin;  // one more offset than words
    std::vector<std::uint64_t> bigrams;
    std::vector<std::uint32_t> bigram_begin;  // one more offset than words
    Numbers numbers;
    unsigned negations = 0;
    std::vector<std::uint32_t> characters;
    CharacterGrams grams;

    std::size_t bytes() const {
        return words.size() * 84 + partners.size() * 4 + bigrams.size() * 8 + characters.size() * 4 +
               grams.keys.size() * 16 + 256;
    }
};

struct GradedReference {
    GradedText text;
    GramIndex index;
};

class Grading {
  public:
    // `frequencies` and `paraphrases` are the bodies of such files.
    Grading(std::uint64_t sentences, std::string_view frequencies, std::string_view paraphrases,
            const GradingSettings& settings);
    Grading(const Grading&) = delete;  // lemmas point to its paraphrases
    Grading& operator=(const Grading&) = delete;

    const GradingSettings& settings() const { return settings_; }

    // What the engine has learnt since; nothing else may run meanwhile.
    void learn(const Engine& engine);
    // The rest of a text whose words and characters are there.
    void make(GradedText& text) const;

    // Of n-grams of one length, over all stretches.
    struct Matched {
        double value = 0, reference = 0, candidate = 0;
        bool any = false;
    };
    struct Scratch {
        std::vector<Matched> matched;  // by length
        GradedText part_x, part_y;     // stretches of long texts
        std::vector<double> similarity, grams, x, y, shared;
        std::vector<std::uint32_t> common;   // bigrams of two words
        std::vector<std::uint8_t> kin;       // whether one can stand for the other
        std::vector<std::uint8_t> strength;  // of two words as paraphrases, in hundredths
        std::vector<std::uint8_t> taken_x, taken_y;
        std::vector<std::size_t> partner;
        std::vector<Anchor> anchors, by_place;
        std::vector<std::uint32_t> next, left, characters;
        CharacterGrams swapped;
        SmallTable table;
        Bloom bloom;
        std::vector<std::int32_t> hits;
        GradedSolver solver;
    };
    void features(const GradedReference& reference, const GradedText& candidate, Scratch& scratch,
                  double* out) const;

  private:
    static constexpr std::size_t kMostBytes = std::size_t{96} << 20;

    // What is known of a form.
    struct Facts {
        double weight;
        std::uint8_t kind;
        NumberPart part;  // in numbers, if the word is no number word
        std::string digits;
        std::vector<std::uint64_t> bigrams;  // each once
    };
    void anchor(const GradedText& x, const GradedText& y, std::size_t x_start, std::size_t y_start,
                Scratch& scratch) const;
    void match(const GradedText& x, const GradedText& y, std::size_t x_start, std::size_t y_start,
               Scratch& scratch) const;
    bool swap(const GradedText& x, const GradedText& y, Scratch& scratch) const;
    void compare(const GradedText& x, const GradedText& y, Scratch& scratch) const;
    double characters(const GradedReference& reference, const GradedText& candidate,
                      Scratch& scratch) const;
    double character_f(const GradedReference& reference, const CharacterGrams& candidate,
                       Scratch& scratch) const;

    Frequencies frequencies_;
    Paraphrases paraphrases_;
    GradingSettings settings_;
    std::vector<double> worth_;  // of paraphrases, by their strength in hundredths
    std::vector<Facts> facts_;
    std::vector<const std::vector<std::int32_t>*> lemma_partners_;  // by lemma
    std::vector<NumberPart> number_words_;
    std::uint64_t generation_ = 0;

  public:
    Remembered<GradedReference> references;
};

}  // namespace tesla
