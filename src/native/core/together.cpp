#include "together.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla {

TogetherEncoder::TogetherEncoder(const Lexicon& lexicon, const PhraseArrays* arrays,
                                 TogetherSettings settings, std::size_t most_bytes)
    : kept(most_bytes), lexicon_(lexicon), column_(lexicon.column("stem")), settings_(settings) {
    if (!settings_.order || settings_.order > kPivotOrder)
        throw std::invalid_argument("n-grams of no length that is known");
    if (!arrays) return;
    table_.emplace(*arrays);
    const WordPool& pool = table_->pivot();
    pivots_.reserve(pool.size());
    for (std::size_t number = 1; number <= pool.size(); ++number) {
        const std::string_view word = pool.word(number);
        const std::size_t tab = word.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("a pivot word without a tag");
        pivots_.push_back(words_.add(word.substr(0, tab)) + 1);
    }
}

void TogetherEncoder::learn() {
    while (learnt_.size() < lexicon_.surfaces()) {
        const std::string_view stem = lexicon_.fact(column_, learnt_.size());
        learnt_.push_back({table_ ? table_->target().number(stem) : 0, words_.add(stem) + 1});
    }
}

// One alternative, which has all words.
void TogetherEncoder::add_stems(Room& room) const {
    room.sides.clear();
    for (const auto surface : room.words.surfaces) room.sides.push_back({learnt_[surface].word, 1.0});
    room.bags.begin_slot();
    if (!room.sides.empty()) room.bags.add(room.sides, 1.0);
    room.bags.end_slot();
}

void TogetherEncoder::add_span(Room& room, const Span& span) const {
    bool any = false;
    if (span.place >= 0)
        table_->each_pivot(span.place, settings_.least, [&](std::size_t row, double probability) {
            room.sides.clear();
            for (std::size_t i = row; i < row + table_->longest(); ++i)
                if (const auto number = table_->pivot_word(i))
                    room.sides.push_back({pivots_[number - 1], 1.0});
            room.bags.add(room.sides, probability);
            any = true;
        });
    if (any) return;
    room.sides.assign(1, {learnt_[room.words.surfaces[span.begin]].word, 1.0});  // becomes itself
    room.bags.add(room.sides, 1.0);
}

void TogetherEncoder::add_pivots(Room& room) const {
    room.numbers.clear();
    for (const auto surface : room.words.surfaces) room.numbers.push_back(learnt_[surface].number);
    table_->segment(room.numbers, room.table, room.spans);
    for (auto span = room.spans.rbegin(); span != room.spans.rend(); ++span) {
        room.bags.begin_slot();
        add_span(room, *span);
        room.bags.end_slot();
    }
}

double together_f1(const KeptBags& reference, const KeptBags& candidate) {
    if (reference.entries.empty() && candidate.entries.empty()) return 1.0;
    const double x = reference.totals[0], y = candidate.totals[0];
    const double shared = reference.shared(candidate, 0);
    const double between = y + 0.5 * (x - y);  // y itself where both weigh the same
    return shared == 0.0 ? 0.0 : std::min(shared / between, 1.0);
}

}  // namespace tesla
