#include "engine.hpp"

#include <algorithm>
#include <atomic>
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

}  // namespace

std::optional<std::uint32_t> Engine::find_word(std::string_view form) const {
    const std::uint32_t found = word_numbers_.find(form);
    return found == StringTable::npos ? std::nullopt : std::optional(found);
}

std::uint32_t Engine::add_word(std::string_view form, bool counts,
                               const std::vector<std::uint8_t>& candidates, std::string_view kind,
                               const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                               std::vector<std::uint32_t> parts, std::uint32_t written,
                               std::uint32_t number_word) {
    if (written >= form_facts_.size()) throw std::out_of_range("a form that is not there");
    if (number_word > number_words_.size()) throw std::out_of_range("a number word that is not there");
    for (const auto label : candidates)
        if (label >= labels_.size()) throw std::out_of_range("a label that is not there");
    for (const auto lemma : lemmas)
        if (lemma >= synsets_.size()) throw std::out_of_range("a lemma that is not there");
    for (const auto part : parts)
        if (part >= words_.size()) throw std::out_of_range("a part that is not there");
    const std::uint32_t known = word_numbers_.find(form);
    if (known != StringTable::npos) return known;
    TagEntry tagging;
    if (tagger_) {
        tagging = tagger_->entry(candidates, kind, features);
    } else {
        tagging.count = 1;
        tagging.only = candidates[0];
    }
    const auto begin = static_cast<std::uint32_t>(lemma_lists_.size());
    lemma_lists_.insert(lemma_lists_.end(), lemmas.begin(), lemmas.end());
    words_.push_back({std::move(tagging), begin, counts, std::move(parts), written, number_word});
    return word_numbers_.add(form);
}

std::optional<std::uint32_t> Engine::find_lemma(std::string_view lemma) const {
    const std::uint32_t found = lemma_numbers_.find(lemma);
    return found == StringTable::npos ? std::nullopt : std::optional(found);
}

std::uint32_t Engine::add_lemma(std::string_view lemma, const std::vector<std::int32_t>& synsets) {
    const std::uint32_t number = lemma_numbers_.add(lemma);
    if (number == synsets_.size()) synsets_.push_back(synsets);
    return number;
}

std::uint32_t Engine::add_form(std::string_view form, std::string_view digits, bool negates) {
    const std::uint32_t number = form_numbers_.add(form);
    if (number == form_facts_.size()) form_facts_.push_back({std::string(digits), negates});
    return number;
}

std::uint32_t Engine::add_number_word(const NumberPart& part) {
    number_words_.push_back(part);
    return static_cast<std::uint32_t>(number_words_.size());
}

void Engine::add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                       const std::vector<std::uint32_t>& characters, const std::vector<Place>& places) {
    if (places.size() != words.size()) throw std::out_of_range("a place for each word");
    for (const auto& [from, to] : places)
        if (from > to || to > characters.size()) throw std::out_of_range("a place that is not there");
    for (const auto word : words)
        if (word >= words_.size()) throw std::out_of_range("a word that is not there");
    if (chunks_.add(chunk) == chunk_words_.size()) {
        chunk_words_.push_back(words);
        chunk_characters_.push_back(characters);
        chunk_places_.push_back(places);
    }
}

void Engine::forget_words() {
    chunks_.clear();
    chunk_words_.clear();
    chunk_characters_.clear();
    chunk_places_.clear();
    form_numbers_.clear();
    form_facts_.clear();
    number_words_.clear();
    word_numbers_.clear();
    words_.clear();
    lemma_lists_.clear();
    lemma_numbers_.clear();
    synsets_.clear();
    generation_ = next_generation();
    texts.clear();  // their lemmas have lost their numbers
}

std::uint64_t Engine::next_generation() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

void Engine::tag(Scratch& scratch) const {
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

bool Engine::analyse(std::string_view text, Scratch& scratch, Words& words) const {
    constexpr std::uint32_t space = ' ';
    scratch.ids.clear();
    scratch.characters.clear();
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
        } else {
            scratch.ids.insert(scratch.ids.end(), chunk_words_.first(number), chunk_words_.last(number));
            if (!scratch.with_characters) continue;
            if (scratch.characters.empty()) scratch.characters.push_back(space);
            const auto offset = static_cast<std::uint32_t>(scratch.characters.size());
            for (auto place = chunk_places_.first(number); place != chunk_places_.last(number); ++place)
                scratch.places.push_back(
                    place->second ? Place{place->first + offset, place->second + offset} : Place{});
            const auto *first = chunk_characters_.first(number), *last = chunk_characters_.last(number);
            if (first == last) continue;  // nothing of it can be seen
            scratch.characters.insert(scratch.characters.end(), first, last);
            scratch.characters.push_back(space);
        }
    }
    if (scratch.missing.size() > before) return false;
    tag(scratch);
    if (scratch.characters.size() == 1) scratch.characters.clear();  // nothing at all can be seen
    // Nouns are found by tagging once; with their parts in place all is tagged again.
    scratch.split.clear();
    scratch.split_places.clear();
    bool any = false;
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const auto& parts = words_[scratch.ids[i]].parts;
        if (parts.empty() || !labels_[scratch.labels[i]].noun) {
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
        tag(scratch);
    }
    words.lemmas.clear();
    words.tags.clear();
    words.function.clear();
    words.labels.clear();
    words.names.clear();
    words.forms.clear();
    words.number_words.clear();
    words.places.clear();
    words.synsets.clear();
    words.synset_begin.assign(1, 0);
    for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
        const WordFacts& word = words_[scratch.ids[i]];
        if (!word.counts) continue;
        const std::uint8_t label = scratch.labels[i];
        const std::uint32_t lemma = lemma_lists_[word.lemmas + word.tagging.place(label)];
        words.lemmas.push_back(static_cast<std::int32_t>(lemma));
        words.tags.push_back(labels_[label].tag);
        words.function.push_back(labels_[label].function);
        words.labels.push_back(label);
        words.names.push_back(labels_[label].name);
        words.forms.push_back(word.written);
        words.number_words.push_back(word.number_word);
        if (scratch.with_characters) words.places.push_back(scratch.places[i]);
        words.synsets.insert(words.synsets.end(), synsets_.first(lemma), synsets_.last(lemma));
        words.synset_begin.push_back(static_cast<std::uint32_t>(words.synsets.size()));
    }
    return true;
}

}  // namespace tesla
