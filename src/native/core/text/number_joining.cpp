#include "text/number_joining.hpp"

#include <algorithm>

namespace tesla::text {

namespace {

bool of_several(const WordSpan& span) { return span.end - span.begin > 1; }

// Move a word to an earlier index, and its synsets directly after those of the previous words.
void move_word(Words& words, std::size_t from, std::size_t to, std::uint32_t& synsets, bool number) {
    const auto move = [&](auto&... columns) { ((columns[to] = columns[from]), ...); };
    move(words.lemmas, words.tags, words.function, words.labels, words.names, words.surfaces);
    if (!words.places.empty()) words.places[to] = words.places[from];
    const std::uint32_t first = words.synset_begin[from], last = words.synset_begin[from + 1];
    words.synset_begin[to] = synsets;
    if (number) return;
    std::copy(words.synsets.begin() + first, words.synsets.begin() + last,
              words.synsets.begin() + synsets);
    synsets += last - first;
}

}  // namespace

void join_numbers(const Numbers& numbers, Words& words) {
    const auto& spans = numbers.spans;
    auto span = std::find_if(spans.begin(), spans.end(), of_several);
    if (span == spans.end()) return;
    const std::size_t size = words.size();
    const bool placed = !words.places.empty();
    std::size_t to = 0;
    std::uint32_t synsets = 0;
    for (std::size_t from = 0; from < size; ++to) {
        const bool number = span != spans.end() && span->begin == from;
        const Place last = number && placed ? words.places[span->end - 1] : Place{};
        move_word(words, from, to, synsets, number);
        if (!number) {
            ++from;
            continue;
        }
        words.lemmas[to] = kNumberLemma;
        words.function[to] = 0;
        words.surfaces[to] = ~static_cast<std::uint32_t>(span - spans.begin());
        if (placed) {
            const bool somewhere = words.places[to].second && last.second;
            words.places[to] = somewhere ? Place{words.places[to].first, last.second} : Place{};
        }
        from = span->end;
        span = std::find_if(span + 1, spans.end(), of_several);
    }
    words.resize(to);
    if (placed) words.places.resize(to);
    words.synset_begin[to] = synsets;
    words.synsets.resize(synsets);
}

}  // namespace tesla::text
