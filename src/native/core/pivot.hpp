// Texts to bags of pivot n-grams by a phrase table; see encoding/pivots.py and pivot/bags.py.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codes.hpp"
#include "lexicon.hpp"
#include "pivot_bags.hpp"
#include "pivot_table.hpp"

namespace tesla {

struct PivotSettings {
    unsigned order;   // longest n-grams
    double discount;  // what each function word multiplies weights by
    double least;     // pivot phrases with a lower probability are left out
    bool upos;        // whether the table's tags are UPOS, else they are those that are compared
    std::vector<std::string> function_tags;  // those of the pivot language
};

class PivotEncoder {
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
        std::vector<Side> lemmas, tags;
        PivotBags bags;
    };

    PivotEncoder(const Lexicon& lexicon, const PhraseArrays& arrays, PivotSettings settings,
                 std::size_t most_bytes);

    const Lexicon& lexicon() const { return lexicon_; }
    Nothing hold() const { return {}; }
    const PivotSettings& settings() const { return settings_; }
    bool behind() const {
        return tags_.size() < lexicon_.labels() || learnt_.size() < lexicon_.lemmas();
    }
    void learn();
    template <class Text>
    bool make(const Text& text, Room& room, KeptBags& made) const {
        if (!lexicon_.analyse(text, room.analysis, room.words)) return false;
        make_bags(room);
        made.take(room.bags, settings_.order);
        return true;
    }
    void finish(KeptBags& made) const { made.index(); }

    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<KeptBags> kept;
    Pool<KeptBags> pool;

  private:
    struct PivotWord {
        std::uint32_t lemma, tag;
        bool function;
    };
    struct TargetLemma {
        std::uint32_t number;  // in the table's words
        std::uint32_t lemma;   // as a word of the network, where no phrase is known
    };
    void make_bags(Room& room) const;
    void put_word(Room& room, const PivotWord& word) const;
    void close(Room& room, double probability) const;
    void add_span(Room& room, const Span& span) const;

    const Lexicon& lexicon_;
    PhraseTable table_;
    PivotSettings settings_;
    StringTable lemmas_, tag_numbers_;
    std::vector<PivotWord> words_;
    std::vector<std::uint32_t> tags_;  // of the target's words, by label
    std::vector<TargetLemma> learnt_;
};

}  // namespace tesla
