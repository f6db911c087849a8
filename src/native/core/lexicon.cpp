#include "lexicon.hpp"

#include <algorithm>
#include <stdexcept>

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

std::optional<std::uint32_t> found(const StringTable& table, std::string_view key) {
    const std::uint32_t number = table.find(key);
    return number == StringTable::npos ? std::nullopt : std::optional(number);
}

void check(bool there, const char* what) {
    if (!there) throw std::out_of_range(what);
}

}  // namespace

Lexicon::Lexicon(std::optional<Tagger> tagger, const std::vector<Label>& labels,
                 std::vector<std::string> facts)
    : tagger_(std::move(tagger)), fact_names_(std::move(facts)) {
    for (const auto& label : labels) add_label(label);
}

std::optional<std::uint32_t> Lexicon::find_word(std::string_view form) const {
    return found(word_numbers_, form);
}

std::uint32_t Lexicon::add_word(std::string_view form, bool counts,
                                const std::vector<std::uint8_t>& candidates, std::string_view kind,
                                const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                                std::vector<std::uint32_t> parts, std::uint32_t surface) {
    check(surface < surfaces(), "a surface that is not there");
    for (const auto label : candidates) check(label < labels_.size(), "a label that is not there");
    for (const auto lemma : lemmas) check(lemma < this->lemmas(), "a lemma that is not there");
    for (const auto part : parts) check(part < word_numbers_.size(), "a part that is not there");
    if (const auto known = find_word(form)) return *known;
    TagEntry tagging;
    if (tagger_) {
        tagging = tagger_->entry(candidates, kind, features);
    } else {
        tagging.count = 1;
        tagging.only = candidates[0];
    }
    const std::size_t scores =
        tagging.memory ? sizeof(Score) * (tagging.labels * 4 + tagging.count * 16) : 0;
    const auto begin = static_cast<std::uint32_t>(lemma_lists_.size());
    lemma_lists_.insert(lemma_lists_.end(), lemmas.begin(), lemmas.end());
    put(words_, word_numbers_.size(),
        WordFacts{std::move(tagging), begin, counts, std::move(parts), surface});
    bytes_ += sizeof(WordFacts) + scores + lemmas.size() * 4 + form.size() + 128;
    return word_numbers_.add(form);
}

std::optional<std::uint32_t> Lexicon::find_surface(std::string_view surface) const {
    return found(surface_numbers_, surface);
}

std::uint32_t Lexicon::add_surface(std::string_view surface, std::vector<std::string> facts) {
    check(facts.size() == fact_names_.size(), "a fact for each column");
    if (const auto known = find_surface(surface)) return *known;
    put(surface_facts_, surface_numbers_.size(), std::move(facts));
    bytes_ += surface.size() + 128 + 48 * fact_names_.size();
    return surface_numbers_.add(surface);
}

std::size_t Lexicon::column(std::string_view name) const {
    const auto place = std::find(fact_names_.begin(), fact_names_.end(), name);
    check(place != fact_names_.end(), "a fact that words do not have");
    return static_cast<std::size_t>(place - fact_names_.begin());
}

std::optional<std::uint32_t> Lexicon::find_lemma(std::string_view lemma) const {
    return found(lemma_numbers_, lemma);
}

std::uint32_t Lexicon::add_lemma(std::string_view lemma, const std::vector<std::int32_t>& synsets) {
    if (const auto known = find_lemma(lemma)) return *known;
    synsets_.put(lemma_numbers_.size(), synsets);
    bytes_ += lemma.size() + synsets.size() * 4 + 128;
    return lemma_numbers_.add(lemma);
}

std::uint32_t Lexicon::add_label(const Label& label) {
    check(labels_.size() < 65536, "more labels than 16 bits count");
    const auto tag = label.tag.empty() ? -1 : static_cast<std::int32_t>(tags_.add(label.tag));
    labels_.push_back({label, tag});
    return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::uint32_t Lexicon::add_given(std::uint32_t lemma, std::uint32_t label, std::uint32_t surface) {
    check(lemma < lemmas(), "a lemma that is not there");
    check(label < labels_.size(), "a label that is not there");
    check(surface < surfaces(), "a surface that is not there");
    given_.push_back({lemma, label, surface});
    bytes_ += sizeof(GivenWord);
    return static_cast<std::uint32_t>(given_.size() - 1);
}

void Lexicon::add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                        const std::vector<std::uint32_t>& characters, const std::vector<Place>& places) {
    check(places.size() == words.size(), "a place for each word");
    for (const auto& [from, to] : places)
        check(from <= to && to <= characters.size(), "a place that is not there");
    for (const auto word : words) check(word < word_numbers_.size(), "a word that is not there");
    if (found(chunks_, chunk)) return;
    const std::size_t number = chunks_.size();
    chunk_words_.put(number, words);
    chunk_characters_.put(number, characters);
    chunk_places_.put(number, places);
    bytes_ += chunk.size() + words.size() * 12 + characters.size() * 4 + 128;
    chunks_.add(chunk);
}

void Lexicon::tag(Scratch& scratch) const {
    if (!tagger_) {
        scratch.labels.clear();
        for (const auto id : scratch.ids) scratch.labels.push_back(words_[id].tagging.only);
        return;
    }
    scratch.entries.clear();
    for (const auto id : scratch.ids) prefetch(&words_[id]);
    for (const auto id : scratch.ids) {
        words_[id].tagging.prefetch();
        scratch.entries.push_back(&words_[id].tagging);
    }
    tagger_->tag(scratch.entries, scratch.labels);
}

// The characters of a chunk after those before it, and where its words stand among them.
void Lexicon::add_characters(std::uint32_t chunk, Scratch& scratch) const {
    constexpr std::uint32_t space = ' ';
    if (scratch.characters.empty()) scratch.characters.push_back(space);
    const auto offset = static_cast<std::uint32_t>(scratch.characters.size());
    for (auto place = chunk_places_.first(chunk); place != chunk_places_.last(chunk); ++place)
        scratch.places.push_back(place->second ? Place{place->first + offset, place->second + offset}
                                               : Place{});
    const auto *first = chunk_characters_.first(chunk), *last = chunk_characters_.last(chunk);
    if (first == last) return;  // nothing of it can be seen
    scratch.numbers.push_back(chunk);
    scratch.characters.insert(scratch.characters.end(), first, last);
    scratch.characters.push_back(space);
}

// The words of the text's chunks; false where some are not known.
bool Lexicon::look_up(std::string_view text, Scratch& scratch) const {
    scratch.ids.clear();
    scratch.characters.clear();
    scratch.numbers.clear();
    scratch.places.clear();
    const std::size_t before = scratch.missing.size();
    // Waiting for memory is most of the work: it is asked for well before it is used.
    scratch.chunks.clear();
    each_chunk(text, [&](std::string_view chunk) {
        const std::uint64_t hash = hash_text(chunk);
        chunks_.prefetch(hash);
        scratch.chunks.emplace_back(chunk, hash);
    });
    for (const auto& [chunk, hash] : scratch.chunks) {
        const std::uint32_t number = chunks_.find(chunk, hash);
        if (number == StringTable::npos) {
            scratch.missing.emplace_back(chunk);
            continue;
        }
        scratch.ids.insert(scratch.ids.end(), chunk_words_.first(number), chunk_words_.last(number));
        if (scratch.with_characters) add_characters(number, scratch);
    }
    if (scratch.characters.size() == 1) scratch.characters.clear();  // nothing at all can be seen
    return scratch.missing.size() == before;
}

// Nouns as their parts, where they have any; whether any had.
bool Lexicon::split_nouns(Scratch& scratch) const {
    scratch.split.clear();
    scratch.split_places.clear();
    bool any = false;
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const auto& parts = words_[scratch.ids[i]].parts;
        if (parts.empty() || !labels_[scratch.labels[i]].facts.noun) {
            scratch.split.push_back(scratch.ids[i]);
            if (scratch.with_characters) scratch.split_places.push_back(scratch.places[i]);
        } else {
            scratch.split.insert(scratch.split.end(), parts.begin(), parts.end());
            if (scratch.with_characters)
                scratch.split_places.insert(scratch.split_places.end(), parts.size(), Place{});
            any = true;
        }
    }
    if (any) {
        scratch.ids.swap(scratch.split);
        scratch.places.swap(scratch.split_places);
    }
    return any;
}

void Lexicon::add(const GivenWord& word, Words& words) const {
    const LabelFacts& label = labels_[word.label];
    words.lemmas.push_back(static_cast<std::int32_t>(word.lemma));
    words.tags.push_back(label.tag);
    words.function.push_back(label.facts.function);
    words.labels.push_back(static_cast<std::uint16_t>(word.label));
    words.names.push_back(label.facts.name);
    words.surfaces.push_back(word.surface);
    words.synsets.insert(words.synsets.end(), synsets_.first(word.lemma), synsets_.last(word.lemma));
    words.synset_begin.push_back(static_cast<std::uint32_t>(words.synsets.size()));
}

bool Lexicon::analyse(std::string_view text, Scratch& scratch, Words& words) const {
    if (!look_up(text, scratch)) return false;
    tag(scratch);
    // Nouns are found by tagging once; with their parts in place all is tagged again.
    if (split_nouns(scratch)) tag(scratch);
    words.clear();
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const WordFacts& word = words_[scratch.ids[i]];
        if (!word.counts) continue;
        const std::uint8_t label = scratch.labels[i];
        add({lemma_lists_[word.lemmas + word.tagging.place(label)], label, word.surface}, words);
        if (scratch.with_characters) words.places.push_back(scratch.places[i]);
    }
    return true;
}

bool Lexicon::analyse(const Given& text, Scratch& scratch, Words& words) const {
    words.clear();
    for (const auto number : text.words) {
        check(number < given_.size(), "a word that is not there");
        add(given_[number], words);
    }
    if (!scratch.with_characters) return true;
    check(text.places.size() == text.words.size(), "a place for each word");
    for (const auto& [from, to] : text.places)
        check(from <= to && to <= text.characters.size(), "a place that is not there");
    words.places = text.places;
    scratch.characters = text.characters;
    return true;
}

}  // namespace tesla
