#include "text/lexicon.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace tesla::text {

namespace {

// Return the length of the white space (as in str.split) that starts at `at`, or 0.
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

// Return whether a byte certainly is not white space and does not start any: true for nearly all bytes.
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
    const auto fact = std::find(fact_names_.begin(), fact_names_.end(), name);
    check(fact != fact_names_.end(), "a fact that words do not have");
    return static_cast<std::size_t>(fact - fact_names_.begin());
}

std::size_t Lexicon::bytes() const {
    constexpr std::size_t list = sizeof(std::vector<std::string>) + 16;
    std::size_t total = tagger_ ? tagger_->bytes() : 0;
    for (const auto* table : {&chunks_, &surface_numbers_, &word_numbers_, &lemma_numbers_, &tags_})
        total += table->bytes();
    total += chunk_words_.bytes() + chunk_characters_.bytes();
    total += surface_facts_.capacity() * list + fact_bytes_;
    total += words_.capacity() * sizeof(WordFacts) + word_parts_.bytes();
    // An estimate of what encoders store per surface: weights, bigrams. They report n-grams of chunks
    // themselves.
    total += surfaces() * 256 + encoder_bytes_;
    total +=
        lemma_lists_.capacity() * 4 + synsets_.bytes() + analysed_.capacity() * sizeof(AnalysedWord);
    return total;
}

void Lexicon::tag(Workspace& workspace) const {
    if (!tagger_) {
        workspace.labels.clear();
        for (const auto id : workspace.ids) workspace.labels.push_back(words_[id].tagging.only);
        return;
    }
    workspace.entries.clear();
    for (const auto id : workspace.ids) workspace.entries.push_back(&words_[id].tagging);
    tagger_->tag(workspace.entries, workspace.onward, workspace.labels);
}

// Append the characters of a chunk, and the positions of its words.
void Lexicon::add_characters(std::uint32_t chunk, Workspace& workspace) const {
    constexpr std::uint32_t space = ' ';
    if (workspace.characters.empty()) workspace.characters.push_back(space);
    const auto offset = static_cast<std::uint32_t>(workspace.characters.size());
    for (auto word = chunk_words_.first(chunk); word != chunk_words_.last(chunk); ++word) {
        const auto [from, to] = word->place;
        workspace.places.push_back(to ? Place{from + offset, to + offset} : Place{});
    }
    const auto *first = chunk_characters_.first(chunk), *last = chunk_characters_.last(chunk);
    if (first == last) return;  // the chunk has no visible characters
    workspace.numbers.push_back(chunk);
    // A loop instead of a library call, since there are few characters.
    workspace.characters.resize(offset + static_cast<std::size_t>(last - first) + 1, space);
    for (auto* out = workspace.characters.data() + offset; first != last;) *out++ = *first++;
}

// Look up the words of the chunks of a text; returns false if some chunks are unknown.
bool Lexicon::look_up(std::string_view text, Workspace& workspace) const {
    const std::size_t before = workspace.missing.size();
    // Most of the time is spent on cache misses: prefetch well before use.
    workspace.chunks.clear();
    each_chunk(text, [&](std::string_view chunk) {
        const std::uint64_t hash = hash_text(chunk);
        chunks_.prefetch(hash);
        workspace.chunks.emplace_back(chunk, hash);
    });
    workspace.known.clear();
    for (const auto& [chunk, hash] : workspace.chunks) {
        const std::uint32_t chunk_index = chunks_.find(chunk, hash);
        if (chunk_index == StringTable::npos) {
            workspace.missing.emplace_back(chunk);
        } else {
            chunk_words_.prefetch(chunk_index);
            if (workspace.with_characters) chunk_characters_.prefetch(chunk_index);
        }
        workspace.known.push_back(chunk_index);
    }
    if (workspace.missing.size() != before) return false;
    for (const auto chunk_index : workspace.known) {
        prefetch(chunk_words_.first(chunk_index));
        if (workspace.with_characters) prefetch(chunk_characters_.first(chunk_index));
    }
    workspace.ids.clear();
    for (const auto chunk_index : workspace.known)
        for (auto word = chunk_words_.first(chunk_index); word != chunk_words_.last(chunk_index);
             ++word) {
            prefetch(&words_[word->word]);
            workspace.ids.push_back(word->word);
        }
    if (!workspace.with_characters) return true;
    workspace.characters.clear();
    workspace.numbers.clear();
    workspace.places.clear();
    for (const auto chunk_index : workspace.known) add_characters(chunk_index, workspace);
    if (workspace.characters.size() == 1) workspace.characters.clear();  // no visible characters at all
    return true;
}

// Replace nouns by their parts, if they have any. Returns whether any was replaced.
bool Lexicon::split_nouns(Workspace& workspace) const {
    const auto splits = [&](std::size_t i) {
        return words_[workspace.ids[i]].splits && labels_[workspace.labels[i]].facts.noun;
    };
    bool any = false;
    for (std::size_t i = 0; i < workspace.ids.size() && !any; ++i) any = splits(i);
    if (!any) return false;
    workspace.split.clear();
    workspace.split_places.clear();
    for (std::size_t i = 0; i < workspace.ids.size(); ++i) {
        const std::uint32_t id = workspace.ids[i];
        const auto *first = word_parts_.first(id), *last = word_parts_.last(id);
        if (splits(i)) {
            workspace.split.insert(workspace.split.end(), first, last);
            if (workspace.with_characters)
                workspace.split_places.insert(workspace.split_places.end(),
                                              static_cast<std::size_t>(last - first), Place{});
        } else {
            workspace.split.push_back(id);
            if (workspace.with_characters) workspace.split_places.push_back(workspace.places[i]);
        }
    }
    workspace.ids.swap(workspace.split);
    workspace.places.swap(workspace.split_places);
    return true;
}

// Fill in one column at a time, so that cache misses overlap.
void Lexicon::fill(const std::vector<AnalysedWord>& analysed, Words& words) const {
    const std::size_t size = analysed.size();
    words.resize(size);
    std::size_t synsets = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const LabelFacts& label = labels_[analysed[i].label];
        words.lemmas[i] = static_cast<std::int32_t>(analysed[i].lemma);
        words.tags[i] = label.tag;
        words.function[i] = label.facts.function;
        words.labels[i] = static_cast<std::uint16_t>(analysed[i].label);
        words.names[i] = label.facts.name;
        words.surfaces[i] = analysed[i].surface;
        words.synset_begin[i] = static_cast<std::uint32_t>(synsets);
        const auto* first = synsets_.first(analysed[i].lemma);
        prefetch(first);
        synsets += static_cast<std::size_t>(synsets_.last(analysed[i].lemma) - first);
    }
    words.synset_begin[size] = static_cast<std::uint32_t>(synsets);
    words.synsets.resize(synsets);
    std::int32_t* out = words.synsets.data();
    for (const auto& word : analysed)
        for (auto at = synsets_.first(word.lemma); at != synsets_.last(word.lemma); ++at) *out++ = *at;
}

bool Lexicon::analyse(std::string_view text, Workspace& workspace, Words& words) const {
    if (!look_up(text, workspace)) return false;
    tag(workspace);
    // The first tagging finds the nouns; after they are split, tag again.
    if (split_nouns(workspace)) tag(workspace);
    workspace.analysed.clear();
    words.places.clear();
    for (std::size_t i = 0; i < workspace.ids.size(); ++i) {
        const WordFacts& word = words_[workspace.ids[i]];
        if (!word.counts) continue;
        const std::uint8_t label = workspace.labels[i];
        const TagEntry& tagging = word.tagging;
        const std::uint32_t lemma =
            tagging.count == 1 ? word.lemmas : lemma_lists_[word.lemmas + tagging.place(label)];
        synsets_.prefetch(lemma);
        workspace.analysed.push_back({lemma, label, word.surface});
        if (workspace.with_characters) words.places.push_back(workspace.places[i]);
    }
    fill(workspace.analysed, words);
    return true;
}

bool Lexicon::analyse(const AnalysedText& text, Workspace& workspace, Words& words) const {
    workspace.analysed.clear();
    for (const auto word_index : text.words) {
        check(word_index < analysed_.size(), "a word that is not there");
        workspace.analysed.push_back(analysed_[word_index]);
    }
    words.places.clear();
    fill(workspace.analysed, words);
    if (!workspace.with_characters) return true;
    check(text.places.size() == text.words.size(), "a place for each word");
    for (const auto& [from, to] : text.places)
        check(from <= to && to <= text.characters.size(), "a place that is not there");
    words.places = text.places;
    workspace.characters = text.characters;
    return true;
}

}  // namespace tesla::text
