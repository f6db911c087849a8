#include "pivot.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla {

Pivot::Pivot(const PhraseArrays& arrays, PivotSettings settings)
    : table_(arrays), settings_(std::move(settings)) {
    if (!settings_.order || settings_.order > kPivotOrder)
        throw std::invalid_argument("n-grams of no length that is known");
    StringTable tags, functions;
    for (const auto& tag : settings_.function_tags) functions.add(tag);
    const WordPool& pool = table_.pivot();
    words_.reserve(pool.size());
    for (std::size_t number = 1; number <= pool.size(); ++number) {
        const std::string_view word = pool.word(number);
        const std::size_t tab = word.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("a pivot word without a tag");
        const std::string_view tag = word.substr(tab + 1);
        words_.push_back({lemmas_.add(word.substr(0, tab)) + 1, tags.add(tag) + 1,
                          functions.find(tag) != StringTable::npos});
    }
    for (const auto& tag : settings_.target_tags)
        tags_.push_back(tag.empty() ? kNothing : tags.add(tag) + 1);
}

void Pivot::learn(const Engine& engine) {
    if (engine.generation() != generation_) {
        generation_ = engine.generation();
        learnt_.clear();
        texts.clear();  // words of theirs that are their own pivot have lost their numbers
    }
    for (auto i = static_cast<std::uint32_t>(learnt_.size()); i < engine.lemmas(); ++i) {
        const std::string_view lemma = engine.lemma(i);
        const std::uint32_t same = lemmas_.find(lemma);
        // A lemma that the pivot language has not got is numbered after all of those.
        const auto own = static_cast<std::uint32_t>(lemmas_.size()) + i;
        learnt_.push_back({table_.target().number(lemma), (same == StringTable::npos ? own : same) + 1});
    }
}

void Pivot::put(Scratch& scratch, const PivotWord& word) const {
    const double factor = word.function ? settings_.discount : 1.0;
    scratch.lemmas.push_back({word.lemma, factor});
    scratch.tags.push_back({word.tag, factor});
}

void Pivot::bags(const Words& words, Scratch& scratch, PivotBags& bags) const {
    scratch.numbers.clear();
    for (const auto lemma : words.lemmas)
        scratch.numbers.push_back(learnt_.at(static_cast<std::size_t>(lemma)).number);
    table_.segment(scratch.numbers, scratch.table, scratch.spans);
    bags.begin(settings_.order);
    for (auto span = scratch.spans.rbegin(); span != scratch.spans.rend(); ++span) {
        bool any = false;
        const auto close = [&](double probability) {
            bags.lemmas.add(scratch.lemmas, probability);
            bags.tags.add(scratch.tags, probability);
            scratch.lemmas.clear();
            scratch.tags.clear();
            any = true;
        };
        scratch.lemmas.clear();
        scratch.tags.clear();
        bags.lemmas.begin_slot();
        bags.tags.begin_slot();
        if (span->place >= 0)
            table_.each_pivot(span->place, settings_.least, [&](std::size_t row, double probability) {
                for (std::size_t i = row; i < row + table_.longest(); ++i)
                    if (const auto number = table_.pivot_word(i)) put(scratch, words_[number - 1]);
                close(probability);
            });
        if (!any) {  // becomes itself
            const std::size_t i = span->begin;
            put(scratch, {learnt_[static_cast<std::size_t>(words.lemmas[i])].lemma,
                          tags_.at(words.labels[i]), words.function[i] != 0});
            close(1.0);
        }
        bags.lemmas.end_slot();
        bags.tags.end_slot();
    }
    bags.end(settings_.order);
}

}  // namespace tesla
