// How a lexicon learns: what is met for the first time is added, once.
#include "checked.hpp"
#include "lexicon.hpp"

namespace tesla {

namespace {

std::optional<std::uint32_t> found(const StringTable& table, std::string_view key) {
    const std::uint32_t number = table.find(key);
    return number == StringTable::npos ? std::nullopt : std::optional(number);
}

}  // namespace

std::optional<std::uint32_t> Lexicon::find_word(std::string_view form) const {
    return found(word_numbers_, form);
}

std::uint32_t Lexicon::add_word(std::string_view form, bool counts,
                                const std::vector<std::uint8_t>& candidates, std::string_view kind,
                                const WordFeatures& features, const std::vector<std::uint32_t>& lemmas,
                                const std::vector<std::uint32_t>& parts, std::uint32_t surface) {
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
    const auto begin = static_cast<std::uint32_t>(lemma_lists_.size());
    lemma_lists_.insert(lemma_lists_.end(), lemmas.begin(), lemmas.end());
    word_parts_.put(word_numbers_.size(), parts);
    put(words_, word_numbers_.size(), WordFacts{tagging, begin, surface, counts, !parts.empty()});
    return word_numbers_.add(form);
}

std::optional<std::uint32_t> Lexicon::find_surface(std::string_view surface) const {
    return found(surface_numbers_, surface);
}

std::uint32_t Lexicon::add_surface(std::string_view surface, std::vector<std::string> facts) {
    check(facts.size() == fact_names_.size(), "a fact for each column");
    if (const auto known = find_surface(surface)) return *known;
    for (const auto& fact : facts)
        fact_bytes_ += sizeof fact + (fact.size() > 15 ? fact.size() + 16 : 0);
    put(surface_facts_, surface_numbers_.size(), std::move(facts));
    return surface_numbers_.add(surface);
}

std::optional<std::uint32_t> Lexicon::find_lemma(std::string_view lemma) const {
    return found(lemma_numbers_, lemma);
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

std::uint32_t Lexicon::add_given(std::uint32_t lemma, std::uint32_t label, std::uint32_t surface) {
    check(lemma < lemmas(), "a lemma that is not there");
    check(label < labels_.size(), "a label that is not there");
    check(surface < surfaces(), "a surface that is not there");
    given_.push_back({lemma, label, surface});
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
    chunks_.add(chunk);
}

}  // namespace tesla
