#include "forms.hpp"

#include <algorithm>
#include <stdexcept>

#include "text.hpp"

namespace tesla {

namespace {

void fit(bool fits) {
    if (!fits) throw std::invalid_argument("malformed index of forms");
}

// Return whether all numbers of a column, in rows of `width`, are below the bound.
bool below(Forms::Numbers rows, std::size_t width, std::size_t column, std::size_t bound,
           std::uint32_t bits = ~0u) {
    for (std::size_t i = column; i < rows.size(); i += width)
        if ((rows[i] & bits) >= bound) return false;
    return true;
}

}  // namespace

Forms::Forms(const Tables& tables, std::size_t facts, std::size_t labels)
    : tables_(tables), facts_(facts), labels_(labels) {
    check_strings();
    check_words();
}

void Forms::check_strings() const {
    const auto& t = tables_;
    fit(!t.starts.empty() && std::is_sorted(t.starts.begin(), t.starts.end()) &&
        t.starts.back() <= t.text.size());
    const std::size_t strings = t.starts.size() - 1;
    fit(t.surfaces.size() % (1 + facts_) == 0 && below(t.surfaces, 1, 0, strings));
    fit(t.lemmas.size() >= 2 && t.lemmas.size() % 2 == 0 && below(t.lemmas, 2, 0, strings) &&
        below(t.lemmas, 2, 1, t.synsets.size() + 1));
    for (std::size_t i = 3; i < t.lemmas.size(); i += 2) fit(t.lemmas[i - 2] <= t.lemmas[i]);
    fit(below(t.synsets, 1, 0, std::size_t{1} << 31));
    fit(t.words.size() % kWordColumns == 0 && t.kinds.size() % kKindColumns == 0);
    fit(below(t.words, kWordColumns, 0, strings) && below(t.words, kWordColumns, 4, strings));
    fit(below(t.kinds, kKindColumns, 0, strings));
}

void Forms::check_words() const {
    const auto& t = tables_;
    fit(below(t.candidates, 1, 0, labels_));
    fit(below(t.lemma_lists, 1, 0, t.lemmas.size() / 2 - 1));
    for (std::size_t i = 0; i < t.kinds.size(); i += kKindColumns)
        fit(t.kinds[i + 1] <= t.candidates.size() && t.kinds[i + 2] > 0 && t.kinds[i + 2] < 256 &&
            t.kinds[i + 2] <= t.candidates.size() - t.kinds[i + 1]);
    fit(below(t.words, kWordColumns, 1, t.kinds.size() / kKindColumns, kKind));
    for (std::size_t i = 0; i < t.words.size(); i += kWordColumns) {
        const std::uint32_t count = t.kinds[(t.words[i + 1] & kKind) * kKindColumns + 2];
        fit(t.words[i + 2] <= t.patterns.size() && count <= t.patterns.size() - t.words[i + 2]);
        fit(t.words[i + 3] < t.lemma_lists.size());
        for (const auto lemma : t.patterns.subspan(t.words[i + 2], count))
            fit(lemma < t.lemma_lists.size() - t.words[i + 3]);
        fit(t.words[i + 5] <
            (t.words[i + 1] & kFacts ? t.surfaces.size() / (1 + facts_) : t.starts.size() - 1));
    }
    // Every search ends at an empty slot.
    fit(!t.slots.empty() && (t.slots.size() & (t.slots.size() - 1)) == 0 &&
        below(t.slots, 1, 0, size() + 1) &&
        std::find(t.slots.begin(), t.slots.end(), 0u) != t.slots.end());
}

std::optional<std::uint32_t> Forms::find(std::string_view form) const {
    const std::size_t mask = tables_.slots.size() - 1;
    for (std::size_t i = hash_text(form) & mask; tables_.slots[i]; i = (i + 1) & mask) {
        const std::uint32_t number = tables_.slots[i] - 1;
        if (string(tables_.words[number * kWordColumns]) == form) return number;
    }
    return std::nullopt;
}

Forms::Word Forms::word(std::uint32_t number) const {
    const std::uint32_t* row = tables_.words.data() + number * kWordColumns;
    const std::uint32_t* kind = tables_.kinds.data() + (row[1] & kKind) * kKindColumns;
    Numbers facts;
    std::uint32_t surface = row[5];
    if (row[1] & kFacts) {
        facts = tables_.surfaces.subspan(surface * (1 + facts_) + 1, facts_);
        surface = tables_.surfaces[surface * (1 + facts_)];
    }
    return {string(kind[0]),
            string(row[4]),
            (row[1] & kListed) != 0,
            (row[1] & kCounts) != 0,
            tables_.candidates.subspan(kind[1], kind[2]),
            tables_.patterns.subspan(row[2], kind[2]),
            tables_.lemma_lists.data() + row[3],
            string(surface),
            facts};
}

Forms::Numbers Forms::synsets(std::uint32_t number) const {
    const std::uint32_t from = tables_.lemmas[2 * number + 1], to = tables_.lemmas[2 * number + 3];
    return tables_.synsets.subspan(from, to - from);
}

}  // namespace tesla
