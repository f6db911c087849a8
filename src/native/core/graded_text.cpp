#include "graded_text.hpp"

#include <algorithm>

namespace tesla {

GradedEncoder::GradedEncoder(const Lexicon& lexicon, std::uint64_t sentences,
                             std::string_view frequencies, std::string_view paraphrases,
                             std::string_view relations, unsigned orders, std::size_t most_bytes)
    : kept(most_bytes),
      lexicon_(lexicon),
      form_(lexicon.column("form")),
      digits_(lexicon.column("digits")),
      negates_(lexicon.column("negates")),
      number_(lexicon.column("number")),
      frequencies_(sentences, frequencies),
      kin_(paraphrases, relations),
      orders_(orders),
      spelling_(frequencies_, orders) {}

// Of characters, the ends of the word among them, each once.
std::vector<std::uint32_t> GradedEncoder::bigrams_of(std::string_view form) {
    constexpr std::uint64_t mark = '\n';
    std::vector<std::uint32_t> found;
    std::uint64_t before = mark;
    const auto add = [&](std::uint64_t character) {
        const auto next = static_cast<std::uint32_t>(bigrams_.size());
        found.push_back(bigrams_.try_emplace(before << 32 | character, next).first->second);
        before = character;
    };
    for (const char *at = form.data(), *end = at + form.size(); at < end;) add(next_character(at, end));
    add(mark);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    found.shrink_to_fit();
    return found;
}

void GradedEncoder::learn_surface(std::size_t surface) {
    const std::string_view form = lexicon_.fact(form_, surface);
    const std::string_view digits = lexicon_.fact(digits_, surface);
    const std::string_view number = lexicon_.fact(number_, surface);
    const double weight = frequencies_.word(form);
    std::uint8_t kind = 0;
    if (!digits.empty()) kind |= kNumber;
    if (!lexicon_.fact(negates_, surface).empty()) kind |= kNegates;
    if (weight < frequencies_.rarest()) kind |= kKnown;
    NumberPart part;
    if (!number.empty())
        part = number_part(number);
    else if (!digits.empty())
        part.kind = digits == form ? NumberKind::digits : NumberKind::fixed;
    put(more_facts_, surface, {part, std::string(digits), bigrams_of(form)});
    facts_.push_back({weight, more_facts_.back().bigrams, forms_.add(form), kind, part.kind});
}

void GradedEncoder::learn() {
    while (facts_.size() < lexicon_.surfaces()) learn_surface(facts_.size());
    while (lemma_partners_.size() < lexicon_.lemmas()) {
        const auto number = static_cast<std::uint32_t>(lemma_partners_.size());
        lemma_partners_.emplace_back(kin_.partners(lexicon_.lemma(number)));
    }
    while (spelling_.chunks() < lexicon_.chunks())
        spelling_.learn(lexicon_.characters(spelling_.chunks()));
    lexicon_.count_beside(spelling_.bytes(), counted_);
    counted_ = spelling_.bytes();
}

// The numbers of a text. A word that is no part of any closes what was open, and need not be told of
// after another such.
void GradedEncoder::compose(std::span<const std::uint32_t> surfaces, Numbers& numbers) const {
    Composer composer(numbers);
    bool closed = true;
    for (const auto surface : surfaces) {
        const bool other = facts_[surface].part == NumberKind::other;
        if (other && closed) continue;
        const MoreFacts& facts = more_facts_[surface];
        composer.add(facts.part, facts.digits);
        closed = other;
    }
    composer.close();
}

void GradedEncoder::weigh_words(GradedText& text) const {
    const Words& words = text.words;
    const std::size_t size = words.size();
    for (std::size_t i = 0; i < size; ++i) {
        prefetch(&facts_[words.surfaces[i]]);
        prefetch(&lemma_partners_[static_cast<std::size_t>(words.lemmas[i])]);
    }
    text.forms.resize(size);
    text.weights.resize(size);
    text.kinds.resize(size);
    text.negations = 0;
    TypeTable types(text.types);
    for (std::size_t i = 0; i < size; ++i) {
        const Facts& facts = facts_[words.surfaces[i]];
        text.forms[i] = facts.form;
        text.weights[i] = facts.weight;
        text.kinds[i] = facts.kind;
        types.add({facts.form, words.lemmas[i], words.tags[i], facts.kind, words.function[i],
                   words.names[i], facts.bigrams,
                   lemma_partners_[static_cast<std::size_t>(words.lemmas[i])]});
        text.negations += (facts.kind & kNegates) != 0;
    }
    compose(words.surfaces, text.numbers);
}

}  // namespace tesla
