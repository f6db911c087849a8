#include "pivot/pivot.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla::pivot {

PivotEncoder::PivotEncoder(const Lexicon& lexicon, const PhraseArrays& arrays, PivotSettings settings,
                           std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, true),  // codes of references have an index
      lexicon_(lexicon),
      table_(arrays),
      settings_(std::move(settings)) {
    if (!settings_.order || settings_.order > kPivotOrder)
        throw std::invalid_argument("n-grams of no length that is known");
    StringTable functions;
    for (const auto& tag : settings_.function_tags) functions.add(tag);
    const WordPool& pool = table_.pivot();
    words_.reserve(pool.size());
    for (std::size_t word_id = 1; word_id <= pool.size(); ++word_id) {
        const std::string_view word = pool.word(word_id);
        const std::size_t tab = word.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("a pivot word without a tag");
        const std::string_view tag = word.substr(tab + 1);
        words_.push_back({lemmas_.add(word.substr(0, tab)) + 1, tag_numbers_.add(tag) + 1,
                          functions.find(tag) != StringTable::npos});
    }
}

PivotEncoder::~PivotEncoder() = default;

void PivotEncoder::learn() {
    while (tags_.size() < lexicon_.labels()) {
        const Label& label = lexicon_.label(tags_.size());
        const std::string& tag = settings_.upos ? label.upos : label.tag;
        tags_.push_back(tag.empty() ? kUnmatchable : tag_numbers_.add(tag) + 1);
    }
    while (learnt_.size() < lexicon_.lemmas()) {
        const auto word_id = static_cast<std::uint32_t>(learnt_.size());
        const std::string_view lemma = lexicon_.lemma(word_id);
        const std::uint32_t same = lemmas_.find(lemma);
        // A lemma that the pivot language lacks gets an id after all of its lemmas.
        const auto new_lemma_id = static_cast<std::uint32_t>(lemmas_.size()) + word_id;
        learnt_.push_back(
            {table_.target().number(lemma), (same == StringTable::npos ? new_lemma_id : same) + 1});
    }
}

void PivotEncoder::put_word(Workspace& workspace, const PivotWord& word) const {
    const double factor = word.function ? settings_.discount : 1.0;
    workspace.lemmas.push_back({word.lemma, factor});
    workspace.tags.push_back({word.tag, factor});
}

// The words that were collected form one alternative.
void PivotEncoder::close(Workspace& workspace, double probability) const {
    workspace.bags.lemmas.add(workspace.lemmas, probability);
    workspace.bags.tags.add(workspace.tags, probability);
    workspace.lemmas.clear();
    workspace.tags.clear();
}

void PivotEncoder::add_span(Workspace& workspace, const Span& span) const {
    bool any = false;
    if (span.place >= 0)
        table_.each_pivot(span.place, settings_.least, [&](std::size_t row, double probability) {
            for (std::size_t i = row; i < row + table_.longest(); ++i)
                if (const auto word_id = table_.pivot_word(i)) put_word(workspace, words_[word_id - 1]);
            close(workspace, probability);
            any = true;
        });
    if (any) return;
    const std::size_t i = span.begin;  // an unknown word stands for itself
    put_word(workspace, {learnt_[static_cast<std::size_t>(workspace.words.lemmas[i])].lemma,
                         tags_[workspace.words.labels[i]], workspace.words.function[i] != 0});
    close(workspace, 1.0);
}

void PivotEncoder::make_bags(Workspace& workspace) const {
    workspace.numbers.clear();
    for (const auto lemma : workspace.words.lemmas)
        workspace.numbers.push_back(learnt_[static_cast<std::size_t>(lemma)].number);
    table_.segment(workspace.numbers, workspace.table, workspace.spans);
    workspace.bags.begin(settings_.order);
    for (auto span = workspace.spans.rbegin(); span != workspace.spans.rend(); ++span) {
        workspace.bags.lemmas.begin_slot();
        workspace.bags.tags.begin_slot();
        add_span(workspace, *span);
        workspace.bags.lemmas.end_slot();
        workspace.bags.tags.end_slot();
    }
    workspace.bags.end(settings_.order);
}

}  // namespace tesla::pivot
