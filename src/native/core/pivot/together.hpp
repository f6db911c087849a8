// Encodes texts as one bag of n-grams of all lengths, of stems or of the pivots of stems: see
// core/encoding/pivot_codes.py and core/matching/pivot_bags.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "pivot/pivot_bags.hpp"
#include "pivot/pivot_table.hpp"
#include "text/codes.hpp"
#include "text/lexicon.hpp"

namespace tesla::pivot {

struct TogetherSettings {
    unsigned order;     // maximum n-gram length
    double least;       // pivot phrases with a lower probability are ignored, except the first
    double least_gram;  // and n-grams with a lower weight
};

class TogetherEncoder final : public EncoderOf<TogetherEncoder, StoredBags> {
  public:
    struct Workspace {
        Lexicon::Workspace analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
        Words words;
        PhraseTable::Workspace table;
        std::vector<std::uint32_t> numbers;
        std::vector<Span> spans;
        std::vector<Side> sides;
        SideBags bags;
    };

    // Without arrays, the bags consist of the stems themselves.
    TogetherEncoder(const Lexicon& lexicon, const PhraseArrays* arrays, TogetherSettings settings,
                    std::size_t max_cache_bytes);
    ~TogetherEncoder() override;

    ReadWriteLock& lexicon_lock() const override { return lexicon_.lock; }
    bool is_outdated() const override { return learnt_.size() < lexicon_.surfaces(); }
    void learn() override;
    template <class Text>
    bool make(const Text& text, Workspace& workspace, StoredBags& bags) const {
        if (!lexicon_.analyse(text, workspace.analysis, workspace.words)) return false;
        workspace.bags.begin(settings_.order);
        if (table_)
            add_pivots(workspace);
        else
            add_stems(workspace);
        bags.take_together(workspace.bags, settings_.order, settings_.least_gram);
        return true;
    }
    void finish(StoredBags& bags) const { bags.index(); }

  private:
    struct Stem {
        std::uint32_t number;  // in the words of the table
        std::uint32_t word;    // of an n-gram
    };
    void add_stems(Workspace& workspace) const;
    void add_pivots(Workspace& workspace) const;
    void add_span(Workspace& workspace, const Span& span) const;

    const Lexicon& lexicon_;
    std::size_t column_;  // of the stems among the facts of surfaces
    std::optional<PhraseTable> table_;
    TogetherSettings settings_;
    StringTable words_;                  // lemmas of the pivots, and stems
    std::vector<std::uint32_t> pivots_;  // the lemma of each pivot word
    std::vector<Stem> learnt_;           // by surface
};

// F1 of two bags, of which the reference is indexed; 1 if both are empty.
double together_f1(const StoredBags& reference, const StoredBags& candidate);

}  // namespace tesla::pivot
