#include "pivot.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla {

PivotEncoder::PivotEncoder(const Lexicon& lexicon, const PhraseArrays& arrays, PivotSettings settings,
                           std::size_t most_bytes)
    : kept(most_bytes), lexicon_(lexicon), table_(arrays), settings_(std::move(settings)) {
    if (!settings_.order || settings_.order > kPivotOrder)
        throw std::invalid_argument("n-grams of no length that is known");
    StringTable functions;
    for (const auto& tag : settings_.function_tags) functions.add(tag);
    const WordPool& pool = table_.pivot();
    words_.reserve(pool.size());
    for (std::size_t number = 1; number <= pool.size(); ++number) {
        const std::string_view word = pool.word(number);
        const std::size_t tab = word.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("a pivot word without a tag");
        const std::string_view tag = word.substr(tab + 1);
        words_.push_back({lemmas_.add(word.substr(0, tab)) + 1, tag_numbers_.add(tag) + 1,
                          functions.find(tag) != StringTable::npos});
    }
}

void PivotEncoder::learn() {
    while (tags_.size() < lexicon_.labels()) {
        const Label& label = lexicon_.label(tags_.size());
        const std::string& tag = settings_.upos ? label.upos : label.tag;
        tags_.push_back(tag.empty() ? kNothing : tag_numbers_.add(tag) + 1);
    }
    while (learnt_.size() < lexicon_.lemmas()) {
        const auto number = static_cast<std::uint32_t>(learnt_.size());
        const std::string_view lemma = lexicon_.lemma(number);
        const std::uint32_t same = lemmas_.find(lemma);
        // A lemma that the pivot language has not got is numbered after all of those.
        const auto own = static_cast<std::uint32_t>(lemmas_.size()) + number;
        learnt_.push_back({table_.target().number(lemma), (same == StringTable::npos ? own : same) + 1});
    }
}

void PivotEncoder::put_word(Room& room, const PivotWord& word) const {
    const double factor = word.function ? settings_.discount : 1.0;
    room.lemmas.push_back({word.lemma, factor});
    room.tags.push_back({word.tag, factor});
}

// The words that were put are one alternative.
void PivotEncoder::close(Room& room, double probability) const {
    room.bags.lemmas.add(room.lemmas, probability);
    room.bags.tags.add(room.tags, probability);
    room.lemmas.clear();
    room.tags.clear();
}

void PivotEncoder::add_span(Room& room, const Span& span) const {
    bool any = false;
    if (span.place >= 0)
        table_.each_pivot(span.place, settings_.least, [&](std::size_t row, double probability) {
            for (std::size_t i = row; i < row + table_.longest(); ++i)
                if (const auto number = table_.pivot_word(i)) put_word(room, words_[number - 1]);
            close(room, probability);
            any = true;
        });
    if (any) return;
    const std::size_t i = span.begin;  // becomes itself
    put_word(room, {learnt_[static_cast<std::size_t>(room.words.lemmas[i])].lemma,
                    tags_[room.words.labels[i]], room.words.function[i] != 0});
    close(room, 1.0);
}

void PivotEncoder::make_bags(Room& room) const {
    room.numbers.clear();
    for (const auto lemma : room.words.lemmas)
        room.numbers.push_back(learnt_[static_cast<std::size_t>(lemma)].number);
    table_.segment(room.numbers, room.table, room.spans);
    room.bags.begin(settings_.order);
    for (auto span = room.spans.rbegin(); span != room.spans.rend(); ++span) {
        room.bags.lemmas.begin_slot();
        room.bags.tags.begin_slot();
        add_span(room, *span);
        room.bags.lemmas.end_slot();
        room.bags.tags.end_slot();
    }
    room.bags.end(settings_.order);
}

}  // namespace tesla
