#include "text/plain_words.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/ascii.hpp"
#include "text/lexicon.hpp"
#include "text/unsupported_word.hpp"

namespace tesla::text {

namespace {

// Longer words are left to Python, which has its own limits.
constexpr std::size_t kLongest = 100;

}  // namespace

PlainWords::PlainWords(TagCandidates candidates, std::vector<std::string> upos, bool splits,
                       PlainLemmas lemmas, PlainFacts facts, SortedLines synonyms)
    : candidates_(std::move(candidates)),
      upos_(std::move(upos)),
      splits_(splits),
      lemmas_(std::move(lemmas)),
      facts_(std::move(facts)),
      synonyms_(std::move(synonyms)) {}

std::optional<PlainWords::Word> PlainWords::word(std::string_view form) const {
    if (form.empty() || form.size() > kLongest || !is_ascii(form)) return std::nullopt;
    try {
        return described(form);
    } catch (const UnsupportedWord&) {
        return std::nullopt;
    }
}

PlainWords::Word PlainWords::described(std::string_view form) const {
    auto [labels, kind] = candidates_.find(form);
    auto spelled = lemmas_.spelled(form);
    Word word{std::move(labels),
              std::move(kind),
              spelled.base,
              spelled.listed,
              std::any_of(form.begin(), form.end(), [](char c) { return is_letter(c) || is_digit(c); }),
              {},
              {},
              facts_.of(spelled.low)};
    for (std::size_t i = 0; i < word.candidates.size(); ++i) {
        const std::string& upos = upos_.at(word.candidates[i]);
        if (splits_ && upos == "NOUN") throw UnsupportedWord{};
        // Labels of one part of speech are usually adjacent.
        const bool same = i && upos_[word.candidates[i - 1]] == upos;
        word.lemmas.push_back(same ? word.lemmas.back() : lemmas_.lemma(spelled, upos));
    }
    word.surface = std::move(spelled.low);
    return word;
}

std::vector<std::int32_t> PlainWords::synsets(std::string_view lemma) const {
    std::vector<std::int32_t> numbers;
    const auto entry = synonyms_.find(lemma);
    if (!entry) return numbers;
    for (const char *at = entry->data(), *end = at + entry->size(); at < end; ++at) {
        std::int32_t number = 0;
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc{}) throw std::invalid_argument("malformed numbers of synsets");
        numbers.push_back(number);
        at = read.ptr;
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::vector<std::string> PlainWords::learn(const std::vector<std::string>& forms,
                                           Lexicon& lexicon) const {
    std::vector<std::string> odd;
    for (const auto& form : forms) {
        if (lexicon.find_word(form)) continue;
        if (const auto entry = word(form))
            add(*entry, form, lexicon);
        else
            odd.push_back(form);
    }
    return odd;
}

void PlainWords::add(const Word& word, std::string_view form, Lexicon& lexicon) const {
    std::vector<std::uint32_t> lemmas;
    for (std::size_t i = 0; i < word.lemmas.size(); ++i) {
        const std::string& lemma = word.lemmas[i];
        if (i && lemma == word.lemmas[i - 1]) {
            lemmas.push_back(lemmas.back());
            continue;
        }
        const auto known = lexicon.find_lemma(lemma);
        lemmas.push_back(known ? *known : lexicon.add_lemma(lemma, synsets(lemma)));
    }
    const auto known = lexicon.find_surface(word.surface);
    const std::uint32_t surface = known ? *known : lexicon.add_surface(word.surface, word.facts);
    lexicon.add_word(PlainWord{form, word.base, word.listed, word.kind}, word.counts, word.candidates,
                     lemmas, {}, surface);
}

}  // namespace tesla::text
