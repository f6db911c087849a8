// Texts to one bag of n-grams of all lengths, of their stems or of these stems' pivots: see
// encoding/together.py and pivot/together.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "codes.hpp"
#include "lexicon.hpp"
#include "pivot_bags.hpp"
#include "pivot_table.hpp"

namespace tesla {

struct TogetherSettings {
    unsigned order;     // longest n-grams
    double least;       // pivot phrases with a lower probability are left out, but for the first
    double least_gram;  // and n-grams that weigh less
};

class TogetherEncoder {
  public:
    using Code = KeptBags;
    static constexpr bool kSided = true;  // references have an index
    struct Room {
        Lexicon::Scratch analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
        Words words;
        PhraseTable::Scratch table;
        std::vector<std::uint32_t> numbers;
        std::vector<Span> spans;
        std::vector<Side> sides;
        SideBags bags;
    };

    // Without arrays bags are made of the stems themselves.
    TogetherEncoder(const Lexicon& lexicon, const PhraseArrays* arrays, TogetherSettings settings,
                    std::size_t most_bytes);

    const Lexicon& lexicon() const { return lexicon_; }
    Nothing hold() const { return {}; }
    bool behind() const { return learnt_.size() < lexicon_.surfaces(); }
    void learn();
    template <class Text>
    bool make(const Text& text, Room& room, KeptBags& made) const {
        if (!lexicon_.analyse(text, room.analysis, room.words)) return false;
        room.bags.begin(settings_.order);
        if (table_)
            add_pivots(room);
        else
            add_stems(room);
        made.take_together(room.bags, settings_.order, settings_.least_gram);
        return true;
    }
    void finish(KeptBags& made) const { made.index(); }

    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<KeptBags> kept;
    Pool<KeptBags> pool;

  private:
    struct Stem {
        std::uint32_t number;  // in the table's words
        std::uint32_t word;    // of an n-gram
    };
    void add_stems(Room& room) const;
    void add_pivots(Room& room) const;
    void add_span(Room& room, const Span& span) const;

    const Lexicon& lexicon_;
    std::size_t column_;  // of the stems among the facts of surfaces
    std::optional<PhraseTable> table_;
    TogetherSettings settings_;
    StringTable words_;                  // lemmas of the pivots, and stems
    std::vector<std::uint32_t> pivots_;  // the lemma of each pivot word
    std::vector<Stem> learnt_;           // by surface
};

// F1 of two bags, of which the reference is indexed; 1 where both are empty.
double together_f1(const KeptBags& reference, const KeptBags& candidate);

}  // namespace tesla
