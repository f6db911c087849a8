#include "graded/graded_explainer.hpp"

#include <algorithm>
#include <utility>

namespace tesla::graded {

namespace {

// How the table relates two words.
struct Linked {
    unsigned strength = 0;
    bool derived = false;
};

Linked linked(const RelatedWordTable& table, const WordType& x, const WordType& y) {
    Linked link;
    for (const auto partner : x.partners) {
        if (std::find(y.partners.begin(), y.partners.end(), partner ^ 1) == y.partners.end()) continue;
        const auto kind = table.kind(static_cast<std::uint32_t>(partner));
        if (kind <= RelatedWordTable::kStrongest) link.strength = kind;
        link.derived |= kind == RelatedWordTable::kDerived;
    }
    return link;
}

// Return the similarity of two n-grams, given that of their words from here on: see
// core/matching/word_similarity.py.
double mean_of(const double* first, std::size_t columns, std::size_t n) {
    double total = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const double similarity = first[k * (columns + 1)];
        if (!(similarity > 0)) return 0.0;
        total += similarity;
    }
    return total / static_cast<double>(n);
}

// Return how many items of the first list the second one contains.
template <class Items>
std::size_t shared(const Items& xs, const Items& ys) {
    return static_cast<std::size_t>(std::count_if(xs.begin(), xs.end(), [&](const auto item) {
        return std::find(ys.begin(), ys.end(), item) != ys.end();
    }));
}

std::size_t place_of(const std::vector<std::uint32_t>* places, std::size_t at) {
    return places ? (*places)[at] : at;
}

}  // namespace

GradedExplainer::GradedExplainer(const GradedEncoder& encoder,
                                 const SimilarityWeights& similarity_weights)
    : GradedComparer(encoder, similarity_weights), self_comparer_(encoder, similarity_weights) {}

const std::vector<double>& GradedExplainer::self_similarities(const GradedText& text, bool transposed) {
    const bool whole = &text == (transposed ? y_text_ : x_text_);
    SelfSimilarities& kept = transposed ? self_similarities_y_ : self_similarities_x_;
    if (!whole || kept.text != &text) {
        kept.words = self_comparer_.similarities(text, text);
        kept.text = whole ? &text : nullptr;
    }
    return kept.words;
}

std::vector<Matching> GradedExplainer::explain(const GradedText& x, const GradedText& y, double* out) {
    x_text_ = &x;
    y_text_ = &y;
    matchings_.clear();
    begin_matching();
    (*this)(x, y, out);
    if (losses_reference_ != &x) losses_reference_ = nullptr;  // a resolved text, which changes
    matchings_.pop_back();
    if (matchings_.size() > 1) {
        matchings_[1].share = long_share(std::max(x.words.size(), y.words.size()));
        matchings_[0].share = 1 - matchings_[1].share;
    }
    return std::move(matchings_);
}

void GradedExplainer::begin_matching() {
    Matching matching;
    matching.grams.resize(constants_.order);
    for (std::size_t n = 1; n <= constants_.order; ++n) {
        const auto grams = [&](const GradedText& text) {
            return text.words.size() >= n ? text.words.size() - n + 1 : 0;
        };
        // An n-gram without a counterpart would be matched as soon as an equal one were added.
        matching.grams[n - 1].gains_x.assign(grams(*x_text_), 1.0);
        matching.grams[n - 1].gains_y.assign(grams(*y_text_), 1.0);
    }
    matchings_.push_back(std::move(matching));
}

double GradedExplainer::solve(const GradedText& x, const GradedText& y, std::size_t n,
                              const std::vector<std::uint32_t>* places_x,
                              const std::vector<std::uint32_t>* places_y) {
    SolvedGrams& solved = matchings_.back().grams[n - 1];
    flows_.clear();
    word_similarities(x, y);
    compare_grams(n, y.types.of.size());
    const double value = solver_.solve(grams_.data(), x_, y_, &flows_);
    gain(x, n, begin_x_, false, places_x, solved.gains_x);
    gain(y, n, begin_y_, true, places_y, solved.gains_y);
    keep_flows(x, y, n, solved);
    for (auto flow = solved.flows.end() - static_cast<std::ptrdiff_t>(flows_.size());
         flow != solved.flows.end(); ++flow) {
        flow->x = static_cast<std::int32_t>(place_of(places_x, static_cast<std::size_t>(flow->x)));
        flow->y = static_cast<std::int32_t>(place_of(places_y, static_cast<std::size_t>(flow->y)));
    }
    return value;
}

// Compute the similarities of n-grams, one row per n-gram of x.
void GradedExplainer::compare_grams(std::size_t n, std::size_t columns) {
    grams_.clear();
    profits_.clear();
    for (const auto i : begin_x_)
        for (const auto j : begin_y_)
            grams_.push_back(mean_of(&similarity_[i * columns + j], columns, n));
    for (const double similarity : grams_) profits_.push_back(GradedSolver::to_units(similarity));
}

void GradedExplainer::keep_flows(const GradedText& x, const GradedText& y, std::size_t n,
                                 SolvedGrams& solved) const {
    for (const auto& flow : flows_) {
        const std::size_t i = begin_x_[static_cast<std::size_t>(flow.x)];
        const std::size_t j = begin_y_[static_cast<std::size_t>(flow.y)];
        solved.flows.push_back(flow);
        for (std::size_t k = 0; k < n; ++k)
            solved.similarities.push_back(similarity_[(i + k) * y.types.of.size() + j + k]);
        if (n == 1) solved.reasons.push_back(static_cast<std::uint8_t>(reason(x, y, i, j)));
    }
}

// Compute what the optimum gains per unit of additional weight of each n-gram on the other side.
void GradedExplainer::gain(const GradedText& text, std::size_t n,
                           const std::vector<std::uint32_t>& begin, bool transposed,
                           const std::vector<std::uint32_t>* places, std::vector<double>& gains) {
    const auto& prices = prices_.highest({profits_, x_, y_, flows_}, transposed);
    const auto& words = self_similarities(text, transposed);
    const std::size_t columns = text.types.of.size();
    for (std::size_t gram = 0; gram < begin.size(); ++gram) {
        GradedSolver::Units most = 0;
        for (std::size_t other = 0; other < begin.size(); ++other) {
            const double* first = &words[begin[other] * columns + begin[gram]];
            if (!(*first > 0)) continue;
            most = std::max(most, GradedSolver::to_units(mean_of(first, columns, n)) - prices[other]);
        }
        gains[place_of(places, gram)] = static_cast<double>(most) / GradedSolver::kProfitUnits;
    }
}

void GradedExplainer::settle(std::size_t n, const std::vector<Anchor>& pairs) {
    SolvedGrams& solved = matchings_.back().grams[n - 1];
    for (const auto& [x, y] : pairs) {
        const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(y);
        solved.flows.push_back({x, y, weights_x_[i]});
        solved.similarities.insert(solved.similarities.end(), n, 1.0);
        if (n == 1) solved.reasons.push_back(static_cast<std::uint8_t>(WordReason::form));
        solved.gains_x[i] = solved.gains_y[j] = 0.0;
    }
}

// Return the strongest relation between two matched words, the first of equally strong ones: see
// core/matching/word_similarity.py. Numbers match only equal numbers and opposites never match, so
// neither needs a case here.
WordReason GradedExplainer::reason(const GradedText& x, const GradedText& y, std::size_t i,
                                   std::size_t j) const {
    const WordType &a = x.types.at(i), &b = y.types.at(j);
    if (a.form == b.form) return WordReason::form;
    double best = 0;
    auto best_reason = WordReason::tag;
    const auto propose = [&](WordReason kind, double weight) {
        if (weight > best) {
            best = weight;
            best_reason = kind;
        }
    };
    const bool tag = a.tag >= 0 && a.tag == b.tag;
    if (!((a.kind ^ b.kind) & kNegates)) {
        if (a.lemma == b.lemma) propose(WordReason::lemma, constants_.lemma);
        const Linked link = linked(encoder_.related_words(), a, b);
        if (link.derived) propose(WordReason::derivation, constants_.derivation);
        if (shared(x.synsets(a), y.synsets(b)))
            tag ? propose(WordReason::synonym, constants_.synonym)
                : propose(WordReason::synset, constants_.synset);
        propose(WordReason::paraphrase, similarity_weights_.paraphrase(link.strength));
        const bool known = a.kind & b.kind & kKnown;
        if (!(a.name && b.name && known))
            propose(WordReason::spelling,
                    similarity_weights_.spelling(shared(a.bigrams, b.bigrams),
                                                 a.bigrams.size() + b.bigrams.size(), known));
    }
    if (tag && !a.name)
        propose(WordReason::tag, a.function && b.function ? constants_.function : constants_.tag);
    return best_reason;
}

void GradedExplainer::columns(const GradedText& x, const GradedText& y, double* out) {
    GradedComparer::columns(x, y, out);
    Matching& matching = matchings_.back();
    for (std::size_t n = 0; n < constants_.order; ++n) matching.grams[n].value = matched_[n].value;
    matching.caused_x.assign(std::max<std::size_t>(x.words.size(), 1), 0);
    matching.caused_y.assign(std::max<std::size_t>(y.words.size(), 1), 0);
    matching.anchors = anchors_;
    negations(x, y, matching);
    order(matching);
    cases(x, y, matching);
    lose_characters(x, y, matching);
    begin_matching();
}

// Mark the negations of the text that has more of them, if the other text lacks their form.
void GradedExplainer::negations(const GradedText& x, const GradedText& y, Matching& matching) const {
    const auto &of_x = negations_.of_x(), &of_y = negations_.of_y();
    if (!negations_.missing()) return;
    const bool more_x = of_x.size() > of_y.size();
    const GradedText &more = more_x ? x : y, &fewer = more_x ? y : x;
    auto& caused = more_x ? matching.caused_x : matching.caused_y;
    std::vector<std::uint32_t> left;
    for (const auto j : more_x ? of_y : of_x) left.push_back(fewer.forms[j]);
    for (const auto i : more_x ? of_x : of_y) {
        const auto match = std::find(left.begin(), left.end(), more.forms[i]);
        if (match == left.end())
            caused[i] |= kNegation;
        else
            left.erase(match);
    }
}

void GradedExplainer::order(Matching& matching) {
    each_near(anchors_, by_place_, [&](const Anchor& first, const Anchor& second) {
        if (!is_inverted(first, second)) return;
        for (const auto& [x, y] : {first, second}) {
            matching.caused_x[static_cast<std::size_t>(x)] |= kReordered;
            matching.caused_y[static_cast<std::size_t>(y)] |= kReordered;
        }
    });
}

// Mark miscased words, and the last words of both texts if the final punctuation differs.
void GradedExplainer::cases(const GradedText& x, const GradedText& y, Matching& matching) const {
    for (const Anchor& anchor : anchors_) {
        if (!is_miscased(x, y, anchor)) continue;
        matching.caused_x[static_cast<std::size_t>(anchor.x)] |= kMiscased;
        matching.caused_y[static_cast<std::size_t>(anchor.y)] |= kMiscased;
    }
    if (x.ending == y.ending) return;
    // A blank text has no words to mark.
    if (!x.character_text.characters.empty()) matching.caused_x.back() |= kEnding;
    if (!y.character_text.characters.empty()) matching.caused_y.back() |= kEnding;
}

void GradedExplainer::lose_characters(const GradedText& x, const GradedText& y, Matching& matching) {
    matching.character_losses_x.assign(matching.caused_x.size(), 0.0);
    matching.character_losses_y.assign(matching.caused_y.size(), 0.0);
    if (x.character_text.characters.empty() && y.character_text.characters.empty()) return;
    if (losses_reference_ != &x) {
        own_characters(x.character_text.characters, x.words.places, owners_x_);
        weigh(x.character_text.characters, encoder_.orders(), encoder_.frequencies(), grams_of_x_);
        losses_reference_ = &x;
    }
    own_characters(y.character_text.characters, y.words.places, owners_y_);
    weigh(y.character_text.characters, encoder_.orders(), encoder_.frequencies(), grams_of_y_);
    const double alpha = constants_.character_alpha;
    const bool other = constants_.stand_in > 0 && replace_anchored_words(x, y);
    const double share = other ? constants_.stand_in : 0.0;
    if (share < 1)
        character_losses_.lose({grams_of_x_, owners_x_}, {grams_of_y_, owners_y_}, alpha, 1 - share,
                               matching.character_losses_x, matching.character_losses_y);
    if (!other) return;
    // The same replacements as in replace_anchored_words().
    owners_swapped_.clear();
    std::size_t at = 0;
    const auto copy = [&](std::size_t to) {
        owners_swapped_.insert(owners_swapped_.end(),
                               owners_y_.begin() + static_cast<std::ptrdiff_t>(at),
                               owners_y_.begin() + static_cast<std::ptrdiff_t>(to));
    };
    for (const auto& anchor : anchors_) {
        const auto& [i, j] = anchor;
        const auto& [first, last] = x.words.places[static_cast<std::size_t>(i)];
        const auto& [from, to] = y.words.places[static_cast<std::size_t>(j)];
        if (!to || !last || from < at || is_miscased(x, y, anchor)) continue;
        copy(from);
        owners_swapped_.insert(owners_swapped_.end(), last - first, static_cast<std::uint32_t>(j));
        at = to;
    }
    copy(owners_y_.size());
    weigh(characters_, encoder_.orders(), encoder_.frequencies(), grams_of_y_);
    character_losses_.lose({grams_of_x_, owners_x_}, {grams_of_y_, owners_swapped_}, alpha, share,
                           matching.character_losses_x, matching.character_losses_y);
}

}  // namespace tesla::graded
