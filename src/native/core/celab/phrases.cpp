#include "celab/phrases.hpp"

#include <charconv>
#include <span>

namespace tesla::celab {

Phrases::Phrases(std::string joint, const std::vector<std::string>& spellings)
    : joint_(std::move(joint)), joint_hash_(TextHash::of(joint_)), slots_(64), prefixes_(64) {
    for (const auto& text : spellings) spellings_.push_back({text, TextHash::of(text)});
}

std::uint32_t Phrases::add_token(std::string_view token, std::string_view folded) {
    tokens_.push_back(
        {std::string(token), std::string(folded), TextHash::of(token), TextHash::of(folded)});
    return static_cast<std::uint32_t>(tokens_.size() - 1);
}

void Phrases::add_word(std::string_view word, const std::vector<std::uint32_t>& synsets) {
    if ((words_.size() + 1) * 2 > slots_.size()) grow();
    const std::uint64_t hash = TextHash::of(word).mixed();
    for (std::size_t i = hash & (slots_.size() - 1); slots_[i].word != kNoIndex;
         i = (i + 1) & (slots_.size() - 1))
        if (slots_[i].hash == hash && letters(words_[slots_[i].word]) == word) return;
    // The word is registered last: what an earlier attempt left when memory ran out is overwritten.
    const auto number = static_cast<std::uint32_t>(words_.size());
    const auto begin = words_.empty() ? 0 : words_.back().begin + words_.back().size;
    letters_.resize(begin);
    letters_ += word;
    word_synsets_.put(number, synsets);
    words_.push_back({begin, static_cast<std::uint32_t>(word.size())});
    place(hash, number);
    note_prefixes(word);
}

void Phrases::add_words(std::string_view lines) {
    std::vector<std::uint32_t> synsets;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        const std::size_t tab = line.find('\t');
        if (tab == line.npos) continue;
        synsets.clear();
        const char* at = line.data() + tab + 1;
        const char* const stop = line.data() + line.size();
        while (at < stop) {
            std::uint32_t number = 0;
            const auto read = std::from_chars(at, stop, number);
            if (read.ptr == at) break;
            synsets.push_back(number);
            at = read.ptr + 1;
        }
        add_word(line.substr(0, tab), synsets);
    }
}

void Phrases::grow() {
    std::vector<Slot> slots(slots_.size() * 2);
    std::vector<std::uint64_t> prefixes(slots.size() / 2);  // 32 bits per slot, few of them set
    slots_.swap(slots);
    prefixes_.swap(prefixes);
    for (std::uint32_t word = 0; word < words_.size(); ++word) {
        place(TextHash::of(letters(words_[word])).mixed(), word);
        note_prefixes(letters(words_[word]));
    }
}

// A token may end wherever a character ends.
void Phrases::note_prefixes(std::string_view word) {
    TextHash hash;
    for (std::size_t i = 0; i < word.size(); ++i) {
        hash = hash + TextHash::of(word.substr(i, 1));
        const bool ends =
            i + 1 == word.size() || (static_cast<unsigned char>(word[i + 1]) & 0xC0) != 0x80;
        if (!ends) continue;
        const std::uint64_t mixed = hash.mixed();
        prefixes_[mixed >> 6 & (prefixes_.size() - 1)] |= std::uint64_t{1} << (mixed & 63);
    }
}

void Phrases::place(std::uint64_t hash, std::uint32_t word) {
    std::size_t i = hash & (slots_.size() - 1);
    while (slots_[i].word != kNoIndex) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = {hash, word};
}

bool Phrases::matches(const Word& word, const std::uint32_t* first, std::uint32_t n,
                      std::string_view between) const {
    std::string_view rest = letters(word);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (i) {
            if (!rest.starts_with(between)) return false;
            rest.remove_prefix(between.size());
        }
        const std::string& part = tokens_[first[i]].folded;
        if (!rest.starts_with(part)) return false;
        rest.remove_prefix(part.size());
    }
    return rest.empty();
}

void Phrases::synsets(const std::uint32_t* first, std::uint32_t n,
                      std::vector<std::uint32_t>& found) const {
    if (words_.empty()) return;
    for (const Spelling& spelling : n == 1 ? std::span(spellings_).first(1) : std::span(spellings_)) {
        TextHash whole = tokens_[first[0]].folded_hash;
        std::uint32_t i = 1;
        while (i < n && may_begin(whole.mixed()))
            whole = whole + spelling.hash + tokens_[first[i++]].folded_hash;
        const std::uint64_t hash = whole.mixed();
        if (i < n || !may_begin(hash)) continue;
        for (std::size_t k = hash & (slots_.size() - 1); slots_[k].word != kNoIndex;
             k = (k + 1) & (slots_.size() - 1))
            if (slots_[k].hash == hash && matches(words_[slots_[k].word], first, n, spelling.text)) {
                const std::uint32_t word = slots_[k].word;
                found.insert(found.end(), word_synsets_.first(word), word_synsets_.last(word));
                break;
            }
    }
}

bool Phrases::same_string(const std::uint32_t* a, std::uint32_t n, const std::uint32_t* b,
                          std::uint32_t m) const {
    auto join = [&](const std::uint32_t* tokens, std::uint32_t count) {
        std::string whole = tokens_[tokens[0]].text;
        for (std::uint32_t i = 1; i < count; ++i) whole += joint_ + tokens_[tokens[i]].text;
        return whole;
    };
    return join(a, n) == join(b, m);
}

}  // namespace tesla::celab
