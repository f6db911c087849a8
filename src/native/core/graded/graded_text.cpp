#include "graded/graded_text.hpp"

#include <algorithm>

namespace tesla::graded {

namespace {

// Return whether a word has two digits and only a colon between it and the previous word, with a space
// before or after the colon: see find_minutes in text/numbers.py.
bool is_after_colon(const std::vector<Place>& places, std::size_t at,
                    std::span<const std::uint32_t> characters) {
    if (places.empty() || !at) return false;
    const auto [from, to] = places[at];
    const std::uint32_t end = places[at - 1].second;
    if (!to || !end || to - from != 2 || from <= end || from > end + 3) return false;
    const auto is_digit = [](std::uint32_t c) { return c >= '0' && c <= '9'; };
    if (!is_digit(characters[from]) || !is_digit(characters[from + 1])) return false;
    const auto gap = characters.subspan(end, from - end);
    const auto colons = std::count(gap.begin(), gap.end(), std::uint32_t{':'});
    const auto spaces = std::count(gap.begin(), gap.end(), std::uint32_t{' '});
    if (colons != 1 || spaces + 1 != static_cast<std::ptrdiff_t>(gap.size()) || !spaces) return false;
    return gap.size() < 3 || gap[1] == ':';
}

bool contains(const std::vector<std::string>& numbers, const std::string& digits) {
    return std::find(numbers.begin(), numbers.end(), digits) != numbers.end();
}

}  // namespace

bool resolve_readings(const GradedText& text, const GradedText& other, GradedText& resolved) {
    bool any = false;
    for (const OtherReading& reading : text.readings) {
        const std::string& digits = text.numbers.together[reading.number];
        const auto& numbers = other.numbers.together;
        if (contains(numbers, digits) || !contains(numbers, reading.digits)) continue;
        if (!any) resolved = text;
        any = true;
        auto& apart = resolved.numbers.apart;
        if (const auto at = std::find(apart.begin(), apart.end(), digits); at != apart.end())
            *at = reading.digits;
        resolved.numbers.together[reading.number] = reading.digits;
        resolved.forms[reading.word] = reading.form;
    }
    if (!any) return false;
    TypeTable types(resolved.types);
    for (std::size_t i = 0; i < resolved.forms.size(); ++i) {
        WordType type = text.types.at(i);
        type.form = resolved.forms[i];
        types.add(type);
    }
    return true;
}

GradedEncoder::GradedEncoder(const Lexicon& lexicon, std::uint64_t sentences,
                             std::string_view frequencies, std::string_view paraphrases,
                             std::string_view relations, unsigned orders, std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, true),  // codes of references have no chunk weights
      lexicon_(lexicon),
      form_(lexicon.column("form")),
      digits_(lexicon.column("digits")),
      negates_(lexicon.column("negates")),
      number_(lexicon.column("number")),
      base_(lexicon.column("base")),
      reading_(lexicon.column("reading")),
      frequencies_(sentences, frequencies),
      related_words_(paraphrases, relations),
      orders_(orders),
      chunk_grams_(frequencies_, orders) {}

// Return the distinct character bigrams of a form, with marks for its start and end.
std::vector<std::uint32_t> GradedEncoder::bigrams_of(std::string_view form) {
    constexpr std::uint64_t mark = '\n';
    std::vector<std::uint32_t> bigrams;
    std::uint64_t before = mark;
    const auto add = [&](std::uint64_t character) {
        const auto next = static_cast<std::uint32_t>(bigrams_.size());
        bigrams.push_back(bigrams_.try_emplace(before << 32 | character, next).first->second);
        before = character;
    };
    for (const char *at = form.data(), *end = at + form.size(); at < end;) add(next_character(at, end));
    add(mark);
    std::sort(bigrams.begin(), bigrams.end());
    bigrams.erase(std::unique(bigrams.begin(), bigrams.end()), bigrams.end());
    bigrams.shrink_to_fit();
    return bigrams;
}

void GradedEncoder::learn_surface(std::size_t surface) {
    const std::string_view form = lexicon_.fact(form_, surface);
    const std::string_view digits = lexicon_.fact(digits_, surface);
    const std::string_view number = lexicon_.fact(number_, surface);
    const double weight = frequencies_.word(form);
    Negating negation =
        negating(lexicon_.fact(negates_, surface), lexicon_.fact(base_, surface), forms_);
    const bool any = negation.any();
    std::uint8_t kind = 0;
    if (!digits.empty()) kind |= kNumber;
    if (negation.negates) kind |= kNegates;
    if (weight < frequencies_.rarest()) kind |= kKnown;
    const NumberPart part = number.empty() ? NumberPart{} : number_part(number);
    put(more_facts_, surface,
        {part, std::string(digits), std::string(lexicon_.fact(reading_, surface)), bigrams_of(form),
         std::move(negation)});
    facts_.push_back({weight, more_facts_.back().bigrams, forms_.add(form), kind, part.kind, any});
}

GradedEncoder::~GradedEncoder() {
    lexicon_.count_encoder_bytes(0, counted_bytes_ + counted_number_bytes_);
}

void GradedEncoder::learn() {
    while (facts_.size() < lexicon_.surfaces()) learn_surface(facts_.size());
    while (lemma_partners_.size() < lexicon_.lemmas()) {
        const auto lemma_id = static_cast<std::uint32_t>(lemma_partners_.size());
        put(lemma_forms_, lemma_id, forms_.add(lexicon_.lemma(lemma_id)));
        lemma_partners_.emplace_back(related_words_.partners(lexicon_.lemma(lemma_id)));
    }
    while (chunk_grams_.chunks() < lexicon_.chunks())
        chunk_grams_.learn(lexicon_.characters(chunk_grams_.chunks()));
    lexicon_.count_encoder_bytes(chunk_grams_.bytes(), counted_bytes_);
    counted_bytes_ = chunk_grams_.bytes();
}

// Compose the numbers of a text. A word that is not part of a number ends the current one, and can be
// skipped if it follows another such word.
void GradedEncoder::compose(const Words& words, std::span<const std::uint32_t> characters,
                            Numbers& numbers) const {
    const auto& surfaces = words.surfaces;
    Composer composer(numbers);
    bool closed = true;
    NumberKind last = NumberKind::other;
    for (std::uint32_t at = 0; at < surfaces.size(); ++at) {
        const NumberKind kind = facts_[surfaces[at]].part;
        const bool other = kind == NumberKind::other;
        if (other && closed) continue;
        const MoreFacts& facts = more_facts_[surfaces[at]];
        const bool digits_twice = kind == NumberKind::digits && last == NumberKind::digits;
        last = kind;
        closed = other;
        if (digits_twice && is_after_colon(words.places, at, characters) &&
            composer.add_minutes(at, facts.part, facts.digits))
            continue;
        composer.add(at, facts.part, facts.digits, facts.reading);
    }
    composer.close();
}

// Collect the other readings of numbers, before the words of numbers are joined.
void GradedEncoder::find_readings(GradedText& text) const {
    text.readings.clear();
    if (text.numbers.readings.empty()) return;
    const std::lock_guard lock(forms_mutex_);
    const std::size_t before = forms_.bytes();
    std::uint32_t number = 0, joined = 0;  // joined words before the number
    for (const auto& reading : text.numbers.readings) {
        for (; number < reading.number; ++number)
            joined += text.numbers.spans[number].end - text.numbers.spans[number].begin - 1;
        text.readings.push_back({number, text.numbers.spans[number].begin - joined,
                                 forms_.add(reading.digits), reading.digits});
    }
    const std::size_t more = forms_.bytes() - before;
    if (more) lexicon_.count_encoder_bytes(more, 0);
    counted_number_bytes_ += more;
}

// Facts of a number of several words, which is equal only to words of the same form.
GradedEncoder::Facts GradedEncoder::number_facts(std::string_view digits) const {
    const double weight = frequencies_.word(digits);
    const auto known = static_cast<std::uint8_t>(weight < frequencies_.rarest() ? kKnown : 0);
    const std::lock_guard lock(forms_mutex_);
    const std::size_t before = forms_.bytes();
    const std::uint32_t form = forms_.add(digits);
    const std::size_t more = forms_.bytes() - before;
    if (more) lexicon_.count_encoder_bytes(more, 0);
    counted_number_bytes_ += more;
    return {weight, {}, form, static_cast<std::uint8_t>(kNumber | known), NumberKind::other, false};
}

void GradedEncoder::find_negations(GradedText& text) const {
    text.negated.clear();
    for (std::size_t i = 0; i < text.words.size(); ++i) {
        const std::uint32_t surface = text.words.surfaces[i];
        if (surface < facts_.size() && facts_[surface].negating)
            text.negated.add(more_facts_[surface].negating, i, text.forms);
    }
}

void GradedEncoder::weigh_words(GradedText& text) const {
    const Words& words = text.words;
    const std::size_t size = words.size();
    for (std::size_t i = 0; i < size; ++i) {
        if (words.lemmas[i] == kNumberLemma) continue;
        prefetch(&facts_[words.surfaces[i]]);
        prefetch(&lemma_partners_[static_cast<std::size_t>(words.lemmas[i])]);
    }
    text.forms.resize(size);
    text.weights.resize(size);
    text.kinds.resize(size);
    TypeTable types(text.types);
    for (std::size_t i = 0; i < size; ++i) {
        const bool number = words.lemmas[i] == kNumberLemma;
        const Facts facts =
            number ? number_facts(text.numbers.together[~words.surfaces[i]]) : facts_[words.surfaces[i]];
        text.forms[i] = facts.form;
        text.weights[i] = facts.weight;
        text.kinds[i] = facts.kind;
        WordType type{facts.form,        words.lemmas[i], words.tags[i], facts.kind,
                      words.function[i], words.names[i],  facts.bigrams, {}};
        if (!number) type.partners = lemma_partners_[static_cast<std::size_t>(words.lemmas[i])];
        types.add(type);
    }
}

}  // namespace tesla::graded
