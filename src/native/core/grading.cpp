#include "grading.hpp"
#include "critical.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesla {

namespace {

// The most words of a side that are matched as a whole: see matching/stretches.py.
constexpr std::size_t kLongest = 256;

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
    return found;
}

double f_measure(double shared, double reference, double candidate, double alpha) {
    if (!(shared > 0)) return 0.0;
    return std::min(shared / (alpha * reference + (1 - alpha) * candidate), 1.0);
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

// The words of a text from one place to another, with all that they are compared by.
void slice(const GradedText& text, std::size_t from, std::size_t to, GradedText& part) {
    const auto cut = [from, to](const auto& whole, auto& into) {
        into.assign(whole.begin() + static_cast<std::ptrdiff_t>(from),
                    whole.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const auto cut_lists = [from, to](const auto& items, const auto& begin, auto& into,
                                      auto& into_begin) {
        into.assign(items.begin() + begin[from], items.begin() + begin[to]);
        into_begin.clear();
        for (std::size_t i = from; i <= to; ++i) into_begin.push_back(begin[i] - begin[from]);
    };
    cut(text.words.lemmas, part.words.lemmas);
    cut(text.words.tags, part.words.tags);
    cut(text.words.function, part.words.function);
    cut(text.words.names, part.words.names);
    cut(text.words.forms, part.words.forms);
    cut_lists(text.words.synsets, text.words.synset_begin, part.words.synsets, part.words.synset_begin);
    cut(text.weights, part.weights);
    cut(text.kinds, part.kinds);
    cut_lists(text.partners, text.partner_begin, part.partners, part.partner_begin);
    cut_lists(text.bigrams, text.bigram_begin, part.bigrams, part.bigram_begin);
}

}  // namespace

Grading::Grading(std::uint64_t sentences, std::string_view frequencies, std::string_view paraphrases,
                 const GradingSettings& settings)
    : frequencies_(sentences, frequencies),
      paraphrases_(paraphrases),
      settings_(settings),
      references(kMostBytes) {
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
        worth_.push_back(std::pow(hundredths / 100.0, settings.paraphrase));
}

void Grading::learn(const Engine& engine) {
    if (generation_ != engine.generation()) {
        facts_.clear();
        lemma_partners_.clear();
        number_words_.clear();
        references.clear();
        generation_ = engine.generation();
    }
    for (std::size_t number = facts_.size(); number < engine.forms(); ++number) {
        const std::string_view form = engine.form(static_cast<std::uint32_t>(number));
        const std::string_view digits = engine.digits(static_cast<std::uint32_t>(number));
        const double weight = frequencies_.word(form);
        std::uint8_t kind = 0;
        if (!digits.empty()) kind |= kNumber;
        if (engine.negates(static_cast<std::uint32_t>(number))) kind |= kNegates;
        if (weight < frequencies_.rarest()) kind |= kKnown;
        NumberPart part;
        if (!digits.empty()) part.kind = digits == form ? NumberKind::digits : NumberKind::fixed;
        facts_.push_back({weight, kind, part, std::string(digits), bigrams(form)});
    }
    for (std::size_t number = lemma_partners_.size(); number < engine.lemmas(); ++number)
        lemma_partners_.push_back(
            &paraphrases_.partners(engine.lemma(static_cast<std::uint32_t>(number))));
    const auto& words = engine.number_words();
    number_words_.insert(number_words_.end(),
                         words.begin() + static_cast<std::ptrdiff_t>(number_words_.size()), words.end());
}

void Grading::make(GradedText& text) const {
    text.partners.clear();
    text.partner_begin.assign(1, 0);
    for (const auto lemma : text.words.lemmas) {
        const auto& partners = *lemma_partners_[static_cast<std::size_t>(lemma)];
        text.partners.insert(text.partners.end(), partners.begin(), partners.end());
        text.partner_begin.push_back(static_cast<std::uint32_t>(text.partners.size()));
    }
    const auto& forms = text.words.forms;
    text.weights.clear();
    text.kinds.clear();
    text.bigrams.clear();
    text.bigram_begin.assign(1, 0);
    text.negations = 0;
    Composer composer(text.numbers);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const Facts& facts = facts_[forms[i]];
        text.weights.push_back(facts.weight);
        text.kinds.push_back(facts.kind);
        text.bigrams.insert(text.bigrams.end(), facts.bigrams.begin(), facts.bigrams.end());
        text.bigram_begin.push_back(static_cast<std::uint32_t>(text.bigrams.size()));
        text.negations += (facts.kind & kNegates) != 0;
        const auto word = text.words.number_words[i];
        composer.add(word ? number_words_[word - 1] : facts.part, facts.digits);
    }
    composer.close();
    weigh(text.characters, settings_.characters, frequencies_, text.grams);
}

// The characters of y, anchored words written as those of x. Whether any is written otherwise.
bool Grading::swap(const GradedText& x, const GradedText& y, Scratch& scratch) const {
    const Words &a = x.words, &b = y.words;
    auto& characters = scratch.characters;
    characters.clear();
    std::size_t at = 0;
    bool any = false;
    for (const auto& [i, j] : scratch.anchors) {
        const auto of_x = static_cast<std::size_t>(i), of_y = static_cast<std::size_t>(j);
        const auto& [from, to] = b.places[of_y];
        const auto& [first, last] = a.places[of_x];
        if (!to || !last) continue;
        const auto old = y.characters.begin(), fresh = x.characters.begin();
        if (std::equal(old + from, old + to, fresh + first, fresh + last)) continue;
        characters.insert(characters.end(), old + static_cast<std::ptrdiff_t>(at), old + from);
        characters.insert(characters.end(), fresh + first, fresh + last);
        at = to;
        any = true;
    }
    if (any)
        characters.insert(characters.end(), y.characters.begin() + static_cast<std::ptrdiff_t>(at),
                          y.characters.end());
    return any;
}

double Grading::characters(const GradedReference& reference, const GradedText& candidate,
                           Scratch& scratch) const {
    if (reference.text.characters.empty() && candidate.characters.empty()) return 1.0;
    const double plain = character_f(reference, candidate.grams, scratch);
    if (!(settings_.stand_in > 0) || !swap(reference.text, candidate, scratch)) return plain;
    weigh(scratch.characters, settings_.characters, frequencies_, scratch.swapped);
    const double swapped = character_f(reference, scratch.swapped, scratch);
    return (1 - settings_.stand_in) * plain + settings_.stand_in * swapped;
}

double Grading::character_f(const GradedReference& reference, const CharacterGrams& candidate,
                            Scratch& scratch) const {
    const CharacterGrams& x = reference.text.grams;
    reference.index.share(candidate, scratch.left, scratch.shared);
    double precision = 0, recall = 0;
    int orders = 0;
    for (std::size_t n = 0; n < settings_.characters; ++n) {
        if (!x.any(n) || !candidate.any(n)) continue;
        ++orders;
        if (candidate.totals[n] > 0) precision += scratch.shared[n] / candidate.totals[n];
        if (x.totals[n] > 0) recall += scratch.shared[n] / x.totals[n];
    }
    if (!orders) return 0.0;
    precision /= orders;
    recall /= orders;
    return f_measure(precision * recall, precision, recall, settings_.character_alpha);
}

// Words of both sides with each other; the sums of what is matched, and the anchors, go to scratch.
void Grading::match(const GradedText& x, const GradedText& y, std::size_t x_start, std::size_t y_start,
                    Scratch& scratch) const {
    const std::size_t nx = x.words.size(), ny = y.words.size();
    compare(x, y, scratch);
    anchor(x, y, x_start, y_start, scratch);
    for (std::size_t n = 1; n <= settings_.order; ++n) {
        const std::size_t gx = nx >= n ? nx - n + 1 : 0, gy = ny >= n ? ny - n + 1 : 0;
        const auto weigh = [n](const std::vector<double>& words, std::size_t count,
                               std::vector<double>& grams) {
            grams.resize(count);
            for (std::size_t i = 0; i < count; ++i) {
                double total = 0;
                for (std::size_t k = 0; k < n; ++k) total += words[i + k];
                grams[i] = total / static_cast<double>(n);
            }
        };
        weigh(x.weights, gx, scratch.x);
        weigh(y.weights, gy, scratch.y);
        const std::vector<double>* similarity = &scratch.similarity;
        if (n > 1) {
            scratch.grams.resize(gx * gy);
            for (std::size_t i = 0; i < gx; ++i)
                for (std::size_t j = 0; j < gy; ++j) {
                    double total = 0;
                    bool all = true;
                    for (std::size_t k = 0; k < n; ++k) {
                        const double one = scratch.similarity[(i + k) * ny + j + k];
                        all = all && one > 0;
                        total += one;
                    }
                    scratch.grams[i * gy + j] = all ? total / static_cast<double>(n) : 0.0;
                }
            similarity = &scratch.grams;
        }
        Matched& matched = scratch.matched[n - 1];
        matched.any = matched.any || gx || gy;
        if (gx && gy) matched.value += scratch.solver.solve(similarity->data(), scratch.x, scratch.y);
        matched.reference += sum(scratch.x);
        matched.candidate += sum(scratch.y);
    }
}

void Grading::features(const GradedReference& reference, const GradedText& candidate, Scratch& scratch,
                       double* out) const {
    const GradedText &x = reference.text, &y = candidate;
    const std::size_t nx = x.words.size(), ny = y.words.size();
    scratch.anchors.clear();
    scratch.matched.assign(settings_.order, {});
    const std::size_t stretches = (std::max(nx, ny) + kLongest - 1) / kLongest;
    if (stretches <= 1)
        match(x, y, 0, 0, scratch);
    else
        for (std::size_t k = 0; k < stretches; ++k) {
            const auto start = [&](std::size_t words, std::size_t part) {
                return words * part / stretches;
            };
            slice(x, start(nx, k), start(nx, k + 1), scratch.part_x);
            slice(y, start(ny, k), start(ny, k + 1), scratch.part_y);
            match(scratch.part_x, scratch.part_y, start(nx, k), start(ny, k), scratch);
        }
    const double letters = characters(reference, candidate, scratch);
    double last = letters;  // where neither side has n-grams, as for n - 1; without words, as C
    for (const auto& matched : scratch.matched) {
        if (matched.any)
            last = f_measure(matched.value, matched.reference, matched.candidate, settings_.alpha);
        *out++ = last;
    }
    *out++ = letters;
    *out++ = changed_numbers(x.numbers, y.numbers);
    const auto [fewer, more] = std::minmax(x.negations, y.negations);
    *out++ = more ? static_cast<double>(more - fewer) / static_cast<double>(more) : 0.0;
    *out++ = reordered(scratch.anchors, x.weights, y.weights, scratch.by_place);
}

}  // namespace tesla
