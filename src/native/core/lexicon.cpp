#include "lexicon.hpp"

#include <algorithm>

#include "checked.hpp"

namespace tesla {

namespace {

// The length of the white space (as str.split sees it) that starts at `at`, 0 where none does.
std::size_t space_at(const char* at, const char* end) {
    const auto byte = [&](std::ptrdiff_t i) {
        return at + i < end ? static_cast<unsigned char>(at[i]) : 0u;
    };
    const unsigned a = byte(0);
    if (a < 0x80) return a == ' ' || (a >= 0x09 && a <= 0x0D) || (a >= 0x1C && a <= 0x1F);
    const unsigned b = byte(1), c = byte(2);
    if (a == 0xC2) return b == 0x85 || b == 0xA0 ? 2 : 0;
    if (a == 0xE1) return b == 0x9A && c == 0x80 ? 3 : 0;
    if (a == 0xE2 && b == 0x80)
        return (c >= 0x80 && c <= 0x8A) || c == 0xA8 || c == 0xA9 || c == 0xAF ? 3 : 0;
    if (a == 0xE2) return b == 0x81 && c == 0x9F ? 3 : 0;
    if (a == 0xE3) return b == 0x80 && c == 0x80 ? 3 : 0;
    return 0;
}

// Neither white space nor the start of any: nearly all bytes of nearly all texts.
bool plain(char byte) {
    const auto a = static_cast<unsigned char>(byte);
    return a > 0x20 && (a < 0xC2 || a > 0xE3);
}

template <class Visit>
void each_chunk(std::string_view text, Visit visit) {
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        if (const std::size_t space = space_at(at, end)) {
            at += space;
            continue;
        }
        const char* start = at;
        while (at < end && (plain(*at) || !space_at(at, end))) ++at;
        visit(std::string_view(start, static_cast<std::size_t>(at - start)));
    }
}

}  // namespace

Lexicon::Lexicon(std::optional<Tagger> tagger, const std::vector<Label>& labels,
                 std::vector<std::string> facts)
    : tagger_(std::move(tagger)), fact_names_(std::move(facts)) {
    for (const auto& label : labels) add_label(label);
}

std::size_t Lexicon::column(std::string_view name) const {
    const auto place = std::find(fact_names_.begin(), fact_names_.end(), name);
    check(place != fact_names_.end(), "a fact that words do not have");
    return static_cast<std::size_t>(place - fact_names_.begin());
}

std::size_t Lexicon::bytes() const {
    constexpr std::size_t list = sizeof(std::vector<std::string>) + 16;
    std::size_t found = tagger_ ? tagger_->bytes() : 0;
    for (const auto* table : {&chunks_, &surface_numbers_, &word_numbers_, &lemma_numbers_, &tags_})
        found += table->bytes();
    found += chunk_words_.bytes() + chunk_characters_.bytes();
    found += surface_facts_.capacity() * list + fact_bytes_;
    found += words_.capacity() * sizeof(WordFacts) + word_parts_.bytes();
    // About what an encoder keeps beside each: weights, bigrams; n-grams of chunks it counts itself.
    found += surfaces() * 256 + beside_;
    found += lemma_lists_.capacity() * 4 + synsets_.bytes() + given_.capacity() * sizeof(GivenWord);
    return found;
}

void Lexicon::tag(Scratch& scratch) const {
    if (!tagger_) {
        scratch.labels.clear();
        for (const auto id : scratch.ids) scratch.labels.push_back(words_[id].tagging.only);
        return;
    }
    scratch.entries.clear();
    for (const auto id : scratch.ids) scratch.entries.push_back(&words_[id].tagging);
    tagger_->tag(scratch.entries, scratch.onward, scratch.labels);
}

// The characters of a chunk after those before it, and where its words stand among them.
void Lexicon::add_characters(std::uint32_t chunk, Scratch& scratch) const {
    constexpr std::uint32_t space = ' ';
    if (scratch.characters.empty()) scratch.characters.push_back(space);
    const auto offset = static_cast<std::uint32_t>(scratch.characters.size());
    for (auto word = chunk_words_.first(chunk); word != chunk_words_.last(chunk); ++word) {
        const auto [from, to] = word->place;
        scratch.places.push_back(to ? Place{from + offset, to + offset} : Place{});
    }
    const auto *first = chunk_characters_.first(chunk), *last = chunk_characters_.last(chunk);
    if (first == last) return;  // nothing of it can be seen
    scratch.numbers.push_back(chunk);
    // No call for so few of them.
    scratch.characters.resize(offset + static_cast<std::size_t>(last - first) + 1, space);
    for (auto* out = scratch.characters.data() + offset; first != last;) *out++ = *first++;
}

// The words of the text's chunks; false where some are not known.
bool Lexicon::look_up(std::string_view text, Scratch& scratch) const {
    const std::size_t before = scratch.missing.size();
    // Waiting for memory is most of the work: it is asked for well before it is used.
    scratch.chunks.clear();
    each_chunk(text, [&](std::string_view chunk) {
        const std::uint64_t hash = hash_text(chunk);
        chunks_.prefetch(hash);
        scratch.chunks.emplace_back(chunk, hash);
    });
    scratch.known.clear();
    for (const auto& [chunk, hash] : scratch.chunks) {
        const std::uint32_t number = chunks_.find(chunk, hash);
        if (number == StringTable::npos) {
            scratch.missing.emplace_back(chunk);
        } else {
            chunk_words_.prefetch(number);
            if (scratch.with_characters) chunk_characters_.prefetch(number);
        }
        scratch.known.push_back(number);
    }
    if (scratch.missing.size() != before) return false;
    for (const auto number : scratch.known) {
        prefetch(chunk_words_.first(number));
        if (scratch.with_characters) prefetch(chunk_characters_.first(number));
    }
    scratch.ids.clear();
    for (const auto number : scratch.known)
        for (auto word = chunk_words_.first(number); word != chunk_words_.last(number); ++word) {
            prefetch(&words_[word->word]);
            scratch.ids.push_back(word->word);
        }
    if (!scratch.with_characters) return true;
    scratch.characters.clear();
    scratch.numbers.clear();
    scratch.places.clear();
    for (const auto number : scratch.known) add_characters(number, scratch);
    if (scratch.characters.size() == 1) scratch.characters.clear();  // nothing at all can be seen
    return true;
}

// Nouns as their parts, where they have any; whether any had.
bool Lexicon::split_nouns(Scratch& scratch) const {
    const auto splits = [&](std::size_t i) {
        return words_[scratch.ids[i]].splits && labels_[scratch.labels[i]].facts.noun;
    };
    bool any = false;
    for (std::size_t i = 0; i < scratch.ids.size() && !any; ++i) any = splits(i);
    if (!any) return false;
    scratch.split.clear();
    scratch.split_places.clear();
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const std::uint32_t id = scratch.ids[i];
        const auto *first = word_parts_.first(id), *last = word_parts_.last(id);
        if (splits(i)) {
            scratch.split.insert(scratch.split.end(), first, last);
            if (scratch.with_characters)
                scratch.split_places.insert(scratch.split_places.end(),
                                            static_cast<std::size_t>(last - first), Place{});
        } else {
            scratch.split.push_back(id);
            if (scratch.with_characters) scratch.split_places.push_back(scratch.places[i]);
        }
    }
    scratch.ids.swap(scratch.split);
    scratch.places.swap(scratch.split_places);
    return true;
}

// A column at a time, so that waiting for one word is no waiting for all after it.
void Lexicon::fill(const std::vector<GivenWord>& found, Words& words) const {
    const std::size_t size = found.size();
    words.resize(size);
    std::size_t synsets = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const LabelFacts& label = labels_[found[i].label];
        words.lemmas[i] = static_cast<std::int32_t>(found[i].lemma);
        words.tags[i] = label.tag;
        words.function[i] = label.facts.function;
        words.labels[i] = static_cast<std::uint16_t>(found[i].label);
        words.names[i] = label.facts.name;
        words.surfaces[i] = found[i].surface;
        words.synset_begin[i] = static_cast<std::uint32_t>(synsets);
        const auto* first = synsets_.first(found[i].lemma);
        prefetch(first);
        synsets += static_cast<std::size_t>(synsets_.last(found[i].lemma) - first);
    }
    words.synset_begin[size] = static_cast<std::uint32_t>(synsets);
    words.synsets.resize(synsets);
    std::int32_t* out = words.synsets.data();
    for (const auto& word : found)
        for (auto at = synsets_.first(word.lemma); at != synsets_.last(word.lemma); ++at) *out++ = *at;
}

bool Lexicon::analyse(std::string_view text, Scratch& scratch, Words& words) const {
    if (!look_up(text, scratch)) return false;
    tag(scratch);
    // Nouns are found by tagging once; with their parts in place all is tagged again.
    if (split_nouns(scratch)) tag(scratch);
    scratch.found.clear();
    words.places.clear();
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const WordFacts& word = words_[scratch.ids[i]];
        if (!word.counts) continue;
        const std::uint8_t label = scratch.labels[i];
        const TagEntry& tagging = word.tagging;
        const std::uint32_t lemma =
            tagging.count == 1 ? word.lemmas : lemma_lists_[word.lemmas + tagging.place(label)];
        synsets_.prefetch(lemma);
        scratch.found.push_back({lemma, label, word.surface});
        if (scratch.with_characters) words.places.push_back(scratch.places[i]);
    }
    fill(scratch.found, words);
    return true;
}

bool Lexicon::analyse(const Given& text, Scratch& scratch, Words& words) const {
    scratch.found.clear();
    for (const auto number : text.words) {
        check(number < given_.size(), "a word that is not there");
        scratch.found.push_back(given_[number]);
    }
    words.places.clear();
    fill(scratch.found, words);
    if (!scratch.with_characters) return true;
    check(text.places.size() == text.words.size(), "a place for each word");
    for (const auto& [from, to] : text.places)
        check(from <= to && to <= text.characters.size(), "a place that is not there");
    words.places = text.places;
    scratch.characters = text.characters;
    return true;
}

}  // namespace tesla
