#include "text/lexicon.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "text/plain_rules.hpp"

// Learning of a lexicon: new words, lemmas, surfaces and chunks are added once.
namespace tesla::text {

namespace {

std::optional<std::uint32_t> find_index(const StringTable& table, std::string_view key) {
    const std::uint32_t index = table.find(key);
    return index == StringTable::npos ? std::nullopt : std::optional(index);
}

// Without a tagger every word has only one label.
TagEntry untagged(const std::vector<std::uint8_t>& candidates) {
    TagEntry tagging;
    tagging.count = 1;
    tagging.only = candidates[0];
    return tagging;
}

}  // namespace

std::optional<std::uint32_t> Lexicon::find_word(std::string_view form) const {
    return find_index(word_numbers_, form);
}

void Lexicon::check_word(const std::vector<std::uint8_t>& candidates,
                         const std::vector<std::uint32_t>& lemmas,
                         const std::vector<std::uint32_t>& parts, std::uint32_t surface) const {
    check(surface < surfaces(), "a surface that is not there");
    for (const auto label : candidates) check(label < labels_.size(), "a label that is not there");
    for (const auto lemma : lemmas) check(lemma < this->lemmas(), "a lemma that is not there");
    for (const auto part : parts) check(part < word_numbers_.size(), "a part that is not there");
}

std::uint32_t Lexicon::add_word(std::string_view form, bool counts,
                                const std::vector<std::uint8_t>& candidates, std::string_view kind,
                                const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                                const std::vector<std::uint32_t>& parts, std::uint32_t surface) {
    check_word(candidates, lemmas, parts, surface);
    if (const auto known = find_word(form)) return *known;
    TagEntry tagging = tagger_ ? tagger_->entry(candidates, kind, features) : untagged(candidates);
    return keep_word(form, counts, tagging, lemmas, parts, surface);
}

std::uint32_t Lexicon::add_word(const PlainWord& word, bool counts,
                                const std::vector<std::uint8_t>& candidates,
                                const std::vector<std::uint32_t>& lemmas,
                                const std::vector<std::uint32_t>& parts, std::uint32_t surface) {
    check_word(candidates, lemmas, parts, surface);
    if (const auto known = find_word(word.form)) return *known;
    TagEntry tagging = tagger_ ? tagger_->entry(candidates, word) : untagged(candidates);
    return keep_word(word.form, counts, tagging, lemmas, parts, surface);
}

std::uint32_t Lexicon::keep_word(std::string_view form, bool counts, TagEntry tagging,
                                 const std::vector<std::uint32_t>& lemmas,
                                 const std::vector<std::uint32_t>& parts, std::uint32_t surface) {
    const bool single = tagging.count == 1;
    const auto begin = single ? lemmas[0] : static_cast<std::uint32_t>(lemma_lists_.size());
    if (!single) lemma_lists_.insert(lemma_lists_.end(), lemmas.begin(), lemmas.end());
    word_parts_.put(word_numbers_.size(), parts);
    put(words_, word_numbers_.size(), WordFacts{tagging, begin, surface, counts, !parts.empty()});
    return word_numbers_.add(form);
}

std::optional<std::uint32_t> Lexicon::find_surface(std::string_view surface) const {
    return find_index(surface_numbers_, surface);
}

std::uint32_t Lexicon::add_surface(std::string_view surface, std::vector<std::string> facts) {
    check(facts.size() == fact_names_.size(), "a fact for each column");
    if (const auto known = find_surface(surface)) return *known;
    for (const auto& fact : facts) fact_bytes_ += sizeof fact + heap_bytes_of(fact);
    put(surface_facts_, surface_numbers_.size(), std::move(facts));
    return surface_numbers_.add(surface);
}

std::optional<std::uint32_t> Lexicon::find_lemma(std::string_view lemma) const {
    return find_index(lemma_numbers_, lemma);
}

std::uint32_t Lexicon::add_lemma(std::string_view lemma, const std::vector<std::int32_t>& synsets) {
    if (const auto known = find_lemma(lemma)) return *known;
    synsets_.put(lemma_numbers_.size(), synsets);
    return lemma_numbers_.add(lemma);
}

std::uint32_t Lexicon::add_label(const Label& label) {
    check(labels_.size() < 65536, "more labels than 16 bits count");
    const auto tag = label.tag.empty() ? -1 : static_cast<std::int32_t>(tags_.add(label.tag));
    labels_.push_back({label, tag});
    return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::uint32_t Lexicon::add_analysed(std::uint32_t lemma, std::uint32_t label, std::uint32_t surface) {
    check(lemma < lemmas(), "a lemma that is not there");
    check(label < labels_.size(), "a label that is not there");
    check(surface < surfaces(), "a surface that is not there");
    analysed_.push_back({lemma, label, surface});
    return static_cast<std::uint32_t>(analysed_.size() - 1);
}

void Lexicon::add_chunk(std::string_view chunk, const std::vector<std::uint32_t>& words,
                        const std::vector<std::uint32_t>& characters, const std::vector<Place>& places) {
    check(places.size() == words.size(), "a place for each word");
    for (const auto& [from, to] : places)
        check(from <= to && to <= characters.size(), "a place that is not there");
    for (const auto word : words) check(word < word_numbers_.size(), "a word that is not there");
    if (find_index(chunks_, chunk)) return;
    const std::size_t index = chunks_.size();
    std::vector<ChunkWord> placed(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) placed[i] = {words[i], places[i]};
    chunk_words_.put(index, placed);
    chunk_characters_.put(index, characters);
    chunks_.add(chunk);
}

Unlearned Lexicon::learn(const std::vector<std::string>& chunks, const PlainRules& rules) {
    Unlearned unlearned;
    std::vector<std::string_view> forms_of_chunk;
    std::vector<std::uint32_t> words, characters;
    std::vector<Place> places;
    for (const auto& chunk : chunks) {
        if (!rules.cut(chunk, forms_of_chunk)) {
            unlearned.chunks.push_back(chunk);
            continue;
        }
        words.clear();
        places.clear();
        for (const auto form : forms_of_chunk) {
            const auto word = find_word(form);
            if (!word) unlearned.words.emplace_back(form);
            words.push_back(word.value_or(StringTable::npos));
            const auto from = static_cast<std::uint32_t>(form.data() - chunk.data());
            places.emplace_back(from, from + static_cast<std::uint32_t>(form.size()));
        }
        if (std::find(words.begin(), words.end(), StringTable::npos) != words.end()) {
            unlearned.waiting.push_back(chunk);
            continue;
        }
        characters.assign(chunk.begin(), chunk.end());
        add_chunk(chunk, words, characters, places);
    }
    std::sort(unlearned.words.begin(), unlearned.words.end());
    unlearned.words.erase(std::unique(unlearned.words.begin(), unlearned.words.end()),
                          unlearned.words.end());
    return unlearned;
}

}  // namespace tesla::text
