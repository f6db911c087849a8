// Analysed texts to bags of pivot n-grams by a phrase table; see pivot/bags.py.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine.hpp"
#include "pivot_bags.hpp"
#include "pivot_table.hpp"
#include "remembered.hpp"

namespace tesla {

struct PivotSettings {
    unsigned order = 3;                      // longest n-grams
    double discount = 0.1;                   // what each function word multiplies weights by
    double least = 0.0;                      // pivot phrases with a lower probability are left out
    std::vector<std::string> function_tags;  // those of the pivot language
    // By the engine's label, of the table's kind where words have such; empty equals nothing.
    std::vector<std::string> target_tags;
};

class Pivot {
  public:
    Pivot(const PhraseArrays& arrays, PivotSettings settings);

    const PivotSettings& settings() const { return settings_; }

    // What the engine has learnt since; nothing else may run meanwhile.
    void learn(const Engine& engine);

    struct Scratch {
        PhraseTable::Scratch table;
        std::vector<std::uint32_t> numbers;
        std::vector<Span> spans;
        std::vector<Side> lemmas, tags;
    };
    void bags(const Words& words, Scratch& scratch, PivotBags& bags) const;

    // Bags of references by their text, for as long as they fit: 24 bytes an entry.
    Remembered<KeptBags> texts{2'000'000};

  private:
    struct PivotWord {
        std::uint32_t lemma, tag;
        bool function;
    };
    struct TargetLemma {
        std::uint32_t number;  // in the table's words
        std::uint32_t lemma;   // as a word of the network, where no phrase is known
    };
    void put(Scratch& scratch, const PivotWord& word) const;

    PhraseTable table_;
    PivotSettings settings_;
    StringTable lemmas_;
    std::vector<PivotWord> words_;
    std::vector<std::uint32_t> tags_;  // of the target's words, by label
    std::vector<TargetLemma> learnt_;
    std::uint64_t generation_ = 0;  // of the engine that they were learnt from
};

}  // namespace tesla
