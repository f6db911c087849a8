#include "graded_text.hpp"

#include <algorithm>

namespace tesla {

namespace {

std::vector<std::uint64_t> bigrams(std::string_view form) {
    constexpr std::uint64_t mark = '\n';
    std::vector<std::uint64_t> found;
    std::uint64_t before = mark;
    for (const char *at = form.data(), *end = at + form.size(); at < end;) {
        const std::uint64_t character = next_character(at, end);
        found.push_back(before << 32 | character);
        before = character;
    }
    found.push_back(before << 32 | mark);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    found.shrink_to_fit();
    return found;
}

}  // namespace

GradedEncoder::GradedEncoder(const Lexicon& lexicon, std::uint64_t sentences,
                             std::string_view frequencies, std::string_view paraphrases, unsigned orders,
                             std::size_t most_bytes)
    : kept(most_bytes),
      lexicon_(lexicon),
      form_(lexicon.column("form")),
      digits_(lexicon.column("digits")),
      negates_(lexicon.column("negates")),
      number_(lexicon.column("number")),
      frequencies_(sentences, frequencies),
      paraphrases_(paraphrases),
      orders_(orders),
      spelling_(frequencies_, orders) {}

GradedEncoder::Facts GradedEncoder::facts_of(std::size_t surface) {
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
    return {forms_.add(form), weight, kind, part, std::string(digits), bigrams(form)};
}

void GradedEncoder::learn() {
    while (facts_.size() < lexicon_.surfaces()) facts_.push_back(facts_of(facts_.size()));
    while (lemma_partners_.size() < lexicon_.lemmas()) {
        const auto number = static_cast<std::uint32_t>(lemma_partners_.size());
        lemma_partners_.push_back(&paraphrases_.partners(lexicon_.lemma(number)));
    }
    while (spelling_.chunks() < lexicon_.chunks())
        spelling_.learn(lexicon_.characters(spelling_.chunks()));
}

void GradedEncoder::weigh_words(GradedText& text) const {
    text.forms.clear();
    text.weights.clear();
    text.kinds.clear();
    text.partners.clear();
    text.partner_begin.assign(1, 0);
    text.bigrams.clear();
    text.bigram_begin.assign(1, 0);
    text.negations = 0;
    for (const auto lemma : text.words.lemmas) {
        const auto& partners = *lemma_partners_[static_cast<std::size_t>(lemma)];
        text.partners.insert(text.partners.end(), partners.begin(), partners.end());
        text.partner_begin.push_back(static_cast<std::uint32_t>(text.partners.size()));
    }
    Composer composer(text.numbers);
    for (const auto surface : text.words.surfaces) {
        const Facts& facts = facts_[surface];
        text.forms.push_back(facts.form);
        text.weights.push_back(facts.weight);
        text.kinds.push_back(facts.kind);
        text.bigrams.insert(text.bigrams.end(), facts.bigrams.begin(), facts.bigrams.end());
        text.bigram_begin.push_back(static_cast<std::uint32_t>(text.bigrams.size()));
        text.negations += (facts.kind & kNegates) != 0;
        composer.add(facts.part, facts.digits);
    }
    composer.close();
}

}  // namespace tesla
