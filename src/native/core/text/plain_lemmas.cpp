#include "text/plain_lemmas.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "text/english_lemmas.hpp"
#include "text/unsupported_word.hpp"

namespace tesla::text {

namespace {

constexpr std::size_t kShortestStem = 3;

// Punctuation and numbers, which no rule changes.
bool is_fixed(std::string_view form) {
    if (form.size() == 1) return !is_letter(form[0]);
    return std::all_of(form.begin(), form.end(), is_digit);
}

bool ends_with_one(std::string_view text, const std::vector<std::string>& endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](const auto& ending) { return text.ends_with(ending); });
}

}  // namespace

PlainLemmas::Spelled PlainLemmas::spelled(std::string_view form) const {
    if (!facts_.english && form.find('\'') != std::string_view::npos) throw UnsupportedWord{};
    const auto lemma = look_up(words_, form);
    const bool listed = lemma || is_written_otherwise(form);
    Spelled word{std::string(form), lower(form), base(form, lemma), {}, listed};
    if (word.low == word.form) {
        word.low_base = word.base;
    } else {
        // Do not repeat a lookup that failed.
        const bool capital = word.low.substr(1) == form.substr(1);
        word.low_base = base(word.low, capital && !lemma ? lemma : look_up(words_, word.low));
    }
    return word;
}

std::string PlainLemmas::base(std::string_view form, std::optional<std::string> lemma) const {
    if (!lemma) {
        if (is_fixed(form)) return std::string(form);
        if (!facts_.english) throw UnsupportedWord{};
        lemma = english_lemma(words_, form);
    }
    if (lemma->empty() || !is_ascii(*lemma)) throw UnsupportedWord{};
    return lower(*lemma);
}

bool PlainLemmas::is_written_otherwise(std::string_view form) const {
    return form.find('\'') != std::string_view::npos && english_listed(words_, form);
}

std::string PlainLemmas::lemma(const Spelled& word, std::string_view upos) const {
    if (const auto* own = exception(word.low, upos)) {
        if (!is_ascii(*own)) throw UnsupportedWord{};
        return lower(*own);
    }
    const bool name = upos == "PROPN";
    if (upos == "PUNCT" || upos == "SYM" || upos == "X" || (name && facts_.keeps_names) ||
        is_kept(word.low, upos))
        return word.low;
    const bool capital = facts_.capital_nouns && (name || upos == "NOUN");
    const std::string& lemma = capital ? word.base : word.low_base;
    return upos == "VERB" ? verb(word.low, lemma) : lemma;
}

const std::string* PlainLemmas::exception(std::string_view low, std::string_view upos) const {
    const std::string* any = nullptr;
    for (const auto& own : facts_.exceptions)
        if (own.form == low) {
            if (own.upos == upos) return &own.lemma;
            if (own.upos.empty()) any = &own.lemma;
        }
    return any;
}

bool PlainLemmas::is_kept(std::string_view low, std::string_view upos) const {
    return std::any_of(facts_.kept_endings.begin(), facts_.kept_endings.end(), [&](const auto& kept) {
        return kept.first == upos && low.ends_with(kept.second);
    });
}

std::string PlainLemmas::verb(std::string_view low, const std::string& lemma) const {
    if (ends_with_one(lemma, facts_.infinitives) || (lemma != low && is_verb(lemma))) return lemma;
    for (const auto& [ending, infinitive] : facts_.verb_endings) {
        if (ending.empty() || !low.ends_with(ending)) continue;
        const std::string_view stem = low.substr(0, low.size() - ending.size());
        if (stem.size() < kShortestStem) continue;
        if (std::string made = std::string(stem) + infinitive; is_verb(made)) return made;
    }
    return lemma;
}

bool PlainLemmas::is_verb(std::string_view lemma) const {
    const std::string probe = std::string(lemma) + facts_.verb_probe;
    const auto probe_lemma = look_up(words_, probe);
    return (probe_lemma || is_written_otherwise(probe)) && base(probe, probe_lemma) == lemma;
}

}  // namespace tesla::text
