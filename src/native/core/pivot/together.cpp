#include "pivot/together.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla::pivot {

TogetherEncoder::TogetherEncoder(const Lexicon& lexicon, const PhraseArrays* arrays,
                                 TogetherSettings settings, std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, true),  // codes of references have an index
      lexicon_(lexicon),
      column_(lexicon.column("stem")),
      settings_(settings) {
    if (!settings_.order || settings_.order > kPivotOrder)
        throw std::invalid_argument("n-grams of no length that is known");
    if (!arrays) return;
    table_.emplace(*arrays);
    const WordPool& pool = table_->pivot();
    pivots_.reserve(pool.size());
    for (std::size_t word_id = 1; word_id <= pool.size(); ++word_id) {
        const std::string_view word = pool.word(word_id);
        const std::size_t tab = word.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("a pivot word without a tag");
        pivots_.push_back(words_.add(word.substr(0, tab)) + 1);
    }
}

TogetherEncoder::~TogetherEncoder() = default;

void TogetherEncoder::learn() {
    while (learnt_.size() < lexicon_.surfaces()) {
        const std::string_view stem = lexicon_.fact(column_, learnt_.size());
        learnt_.push_back({table_ ? table_->target().number(stem) : 0, words_.add(stem) + 1});
    }
}

// One alternative with all words.
void TogetherEncoder::add_stems(Workspace& workspace) const {
    workspace.sides.clear();
    for (const auto surface : workspace.words.surfaces)
        workspace.sides.push_back({learnt_[surface].word, 1.0});
    workspace.bags.begin_slot();
    if (!workspace.sides.empty()) workspace.bags.add(workspace.sides, 1.0);
    workspace.bags.end_slot();
}

void TogetherEncoder::add_span(Workspace& workspace, const Span& span) const {
    bool any = false;
    if (span.place >= 0)
        table_->each_pivot(span.place, settings_.least, [&](std::size_t row, double probability) {
            workspace.sides.clear();
            for (std::size_t i = row; i < row + table_->longest(); ++i)
                if (const auto word_id = table_->pivot_word(i))
                    workspace.sides.push_back({pivots_[word_id - 1], 1.0});
            workspace.bags.add(workspace.sides, probability);
            any = true;
        });
    if (any) return;
    workspace.sides.assign(1, {learnt_[workspace.words.surfaces[span.begin]].word,
                               1.0});  // an unknown word stands for itself
    workspace.bags.add(workspace.sides, 1.0);
}

void TogetherEncoder::add_pivots(Workspace& workspace) const {
    workspace.numbers.clear();
    for (const auto surface : workspace.words.surfaces)
        workspace.numbers.push_back(learnt_[surface].number);
    table_->segment(workspace.numbers, workspace.table, workspace.spans);
    for (auto span = workspace.spans.rbegin(); span != workspace.spans.rend(); ++span) {
        workspace.bags.begin_slot();
        add_span(workspace, *span);
        workspace.bags.end_slot();
    }
}

double together_f1(const StoredBags& reference, const StoredBags& candidate) {
    if (reference.entries.empty() && candidate.entries.empty()) return 1.0;
    const double x = reference.totals[0], y = candidate.totals[0];
    const double shared = reference.shared(candidate, 0);
    const double between = y + 0.5 * (x - y);  // exactly y if both weigh the same
    return shared == 0.0 ? 0.0 : std::min(shared / between, 1.0);
}

}  // namespace tesla::pivot
