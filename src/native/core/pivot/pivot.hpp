// Encodes texts as bags of pivot n-grams, using a phrase table; see core/encoding/pivot_codes.py and
// core/matching/pivot_bags.py.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "pivot/pivot_bags.hpp"
#include "pivot/pivot_table.hpp"
#include "text/codes.hpp"
#include "text/lexicon.hpp"

namespace tesla::pivot {

struct PivotSettings {
    unsigned order;   // maximum n-gram length
    double discount;  // factor of the weight for each function word
    double least;     // pivot phrases with a lower probability are ignored
    bool
        upos;  // whether the tags of the table are universal; otherwise they are those that are compared
    std::vector<std::string> function_tags;  // of the pivot language
};

class PivotEncoder final : public EncoderOf<PivotEncoder, StoredBags> {
  public:
    struct Workspace {
        Lexicon::Workspace analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
        Words words;
        PhraseTable::Workspace table;
        std::vector<std::uint32_t> numbers;
        std::vector<Span> spans;
        std::vector<Side> lemmas, tags;
        PivotBags bags;
    };

    PivotEncoder(const Lexicon& lexicon, const PhraseArrays& arrays, PivotSettings settings,
                 std::size_t max_cache_bytes);
    ~PivotEncoder() override;

    ReadWriteLock& lexicon_lock() const override { return lexicon_.lock; }
    const PivotSettings& settings() const { return settings_; }
    bool is_outdated() const override {
        return tags_.size() < lexicon_.labels() || learnt_.size() < lexicon_.lemmas();
    }
    void learn() override;
    template <class Text>
    bool make(const Text& text, Workspace& workspace, StoredBags& bags) const {
        if (!lexicon_.analyse(text, workspace.analysis, workspace.words)) return false;
        make_bags(workspace);
        bags.take(workspace.bags, settings_.order);
        return true;
    }
    void finish(StoredBags& bags) const { bags.index(); }

  private:
    struct PivotWord {
        std::uint32_t lemma, tag;
        bool function;
    };
    struct TargetLemma {
        std::uint32_t number;  // in the words of the table
        std::uint32_t lemma;   // as a word of the network, if no phrase is known
    };
    void make_bags(Workspace& workspace) const;
    void put_word(Workspace& workspace, const PivotWord& word) const;
    void close(Workspace& workspace, double probability) const;
    void add_span(Workspace& workspace, const Span& span) const;

    const Lexicon& lexicon_;
    PhraseTable table_;
    PivotSettings settings_;
    StringTable lemmas_, tag_numbers_;
    std::vector<PivotWord> words_;
    std::vector<std::uint32_t> tags_;  // by label of the target language
    std::vector<TargetLemma> learnt_;
};

}  // namespace tesla::pivot
