#include "explaining.hpp"

#include <algorithm>
#include <utility>

namespace tesla {

namespace {

// How the table links two words.
struct Linked {
    unsigned strength = 0;
    bool derived = false;
};

Linked linked(const KinTable& table, const WordType& x, const WordType& y) {
    Linked found;
    for (const auto partner : x.partners) {
        if (std::find(y.partners.begin(), y.partners.end(), partner ^ 1) == y.partners.end()) continue;
        const auto kind = table.kind(static_cast<std::uint32_t>(partner));
        if (kind <= KinTable::kStrongest) found.strength = kind;
        found.derived |= kind == KinTable::kDerived;
    }
    return found;
}

// Of n-grams whose words have these similarities, from here on: see matching/alike.py.
double mean_of(const double* first, std::size_t columns, std::size_t n) {
    double total = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const double one = first[k * (columns + 1)];
        if (!(one > 0)) return 0.0;
        total += one;
    }
    return total / static_cast<double>(n);
}

// How many of one's items are among the other's.
template <class Items>
std::size_t shared(const Items& xs, const Items& ys) {
    return static_cast<std::size_t>(std::count_if(xs.begin(), xs.end(), [&](const auto one) {
        return std::find(ys.begin(), ys.end(), one) != ys.end();
    }));
}

std::size_t place_of(const std::vector<std::uint32_t>* places, std::size_t at) {
    return places ? (*places)[at] : at;
}

}  // namespace

Explaining::Explaining(const GradedEncoder& encoder, const Worths& worths)
    : Grading(encoder, worths), grading_(encoder, worths) {}

const std::vector<double>& Explaining::among(const GradedText& text, bool turned) {
    const bool whole = &text == (turned ? y_text_ : x_text_);
    Among& kept = turned ? among_y_ : among_x_;
    if (!whole || kept.text != &text) {
        kept.words = grading_.similarities(text, text);
        kept.text = whole ? &text : nullptr;
    }
    return kept.words;
}

std::vector<MatchedWay> Explaining::explain(const GradedText& x, const GradedText& y, double* out) {
    x_text_ = &x;
    y_text_ = &y;
    ways_.clear();
    begin_way();
    (*this)(x, y, out);
    ways_.pop_back();
    if (ways_.size() > 1) {
        ways_[1].share = long_share(std::max(x.words.size(), y.words.size()));
        ways_[0].share = 1 - ways_[1].share;
    }
    return std::move(ways_);
}

void Explaining::begin_way() {
    MatchedWay way;
    way.grams.resize(constants_.order);
    for (std::size_t n = 1; n <= constants_.order; ++n) {
        const auto grams = [&](const GradedText& text) {
            return text.words.size() >= n ? text.words.size() - n + 1 : 0;
        };
        // What has nothing beside it would be matched as soon as its like were there.
        way.grams[n - 1].gains_x.assign(grams(*x_text_), 1.0);
        way.grams[n - 1].gains_y.assign(grams(*y_text_), 1.0);
    }
    ways_.push_back(std::move(way));
}

double Explaining::solve(const GradedText& x, const GradedText& y, std::size_t n,
                         const std::vector<std::uint32_t>* places_x,
                         const std::vector<std::uint32_t>* places_y) {
    SolvedGrams& into = ways_.back().grams[n - 1];
    flows_.clear();
    word_similarities(x, y);
    alike_grams(n, y.types.of.size());
    const double value = solver_.solve(grams_.data(), x_, y_, &flows_);
    gain(x, n, begin_x_, false, places_x, into.gains_x);
    gain(y, n, begin_y_, true, places_y, into.gains_y);
    keep_flows(x, y, n, into);
    for (auto flow = into.flows.end() - static_cast<std::ptrdiff_t>(flows_.size());
         flow != into.flows.end(); ++flow) {
        flow->x = static_cast<std::int32_t>(place_of(places_x, static_cast<std::size_t>(flow->x)));
        flow->y = static_cast<std::int32_t>(place_of(places_y, static_cast<std::size_t>(flow->y)));
    }
    return value;
}

// Similarities of n-grams, a row for each of x.
void Explaining::alike_grams(std::size_t n, std::size_t columns) {
    grams_.clear();
    profits_.clear();
    for (const auto i : begin_x_)
        for (const auto j : begin_y_)
            grams_.push_back(mean_of(&similarity_[i * columns + j], columns, n));
    for (const double one : grams_) profits_.push_back(GradedSolver::to_units(one));
}

void Explaining::keep_flows(const GradedText& x, const GradedText& y, std::size_t n,
                            SolvedGrams& into) const {
    for (const auto& flow : flows_) {
        const std::size_t i = begin_x_[static_cast<std::size_t>(flow.x)];
        const std::size_t j = begin_y_[static_cast<std::size_t>(flow.y)];
        into.flows.push_back(flow);
        for (std::size_t k = 0; k < n; ++k)
            into.alike.push_back(similarity_[(i + k) * y.types.of.size() + j + k]);
        if (n == 1) into.reasons.push_back(static_cast<std::uint8_t>(reason(x, y, i, j)));
    }
}

// What the optimum gains by each unit of weight that the other side would have more of each n-gram.
void Explaining::gain(const GradedText& text, std::size_t n, const std::vector<std::uint32_t>& begin,
                      bool turned, const std::vector<std::uint32_t>* places,
                      std::vector<double>& gains) {
    const auto& prices = prices_.highest({profits_, x_, y_, flows_}, turned);
    const auto& words = among(text, turned);
    const std::size_t columns = text.types.of.size();
    for (std::size_t gram = 0; gram < begin.size(); ++gram) {
        GradedSolver::Units most = 0;
        for (std::size_t own = 0; own < begin.size(); ++own) {
            const double* first = &words[begin[own] * columns + begin[gram]];
            if (!(*first > 0)) continue;
            most = std::max(most, GradedSolver::to_units(mean_of(first, columns, n)) - prices[own]);
        }
        gains[place_of(places, gram)] = static_cast<double>(most) / GradedSolver::kProfitUnits;
    }
}

void Explaining::settle(std::size_t n, const std::vector<Anchor>& pairs) {
    SolvedGrams& into = ways_.back().grams[n - 1];
    for (const auto& [x, y] : pairs) {
        const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(y);
        into.flows.push_back({x, y, weights_x_[i]});
        into.alike.insert(into.alike.end(), n, 1.0);
        if (n == 1) into.reasons.push_back(static_cast<std::uint8_t>(WordReason::form));
        into.gains_x[i] = into.gains_y[j] = 0.0;
    }
}

// The best of what two words that flow share, the first of equals: see matching/alike.py. Numbers
// are like nothing but themselves, so that others do not flow, nor do opposites.
WordReason Explaining::reason(const GradedText& x, const GradedText& y, std::size_t i,
                              std::size_t j) const {
    const WordType &a = x.types.at(i), &b = y.types.at(j);
    if (a.form == b.form) return WordReason::form;
    double best = 0;
    auto found = WordReason::tag;
    const auto may_be = [&](WordReason kind, double worth) {
        if (worth > best) {
            best = worth;
            found = kind;
        }
    };
    const bool tag = a.tag >= 0 && a.tag == b.tag;
    if (!((a.kind ^ b.kind) & kNegates)) {
        if (a.lemma == b.lemma) may_be(WordReason::lemma, constants_.lemma);
        const Linked link = linked(encoder_.kin(), a, b);
        if (link.derived) may_be(WordReason::derivation, constants_.derivation);
        if (shared(x.synsets(a), y.synsets(b)))
            tag ? may_be(WordReason::synonym, constants_.synonym)
                : may_be(WordReason::synset, constants_.synset);
        may_be(WordReason::paraphrase, worths_.paraphrase(link.strength));
        const bool known = a.kind & b.kind & kKnown;
        if (!(a.name && b.name && known))
            may_be(WordReason::spelling, worths_.spelling(shared(a.bigrams, b.bigrams),
                                                          a.bigrams.size() + b.bigrams.size(), known));
    }
    if (tag && !a.name)
        may_be(WordReason::tag, a.function && b.function ? constants_.function : constants_.tag);
    return found;
}

void Explaining::columns(const GradedText& x, const GradedText& y, double* out) {
    Grading::columns(x, y, out);
    MatchedWay& way = ways_.back();
    for (std::size_t n = 0; n < constants_.order; ++n) way.grams[n].value = matched_[n].value;
    way.caused_x.assign(std::max<std::size_t>(x.words.size(), 1), 0);
    way.caused_y.assign(std::max<std::size_t>(y.words.size(), 1), 0);
    way.anchors = anchors_;
    negations(x, y, way);
    order(way);
    cases(x, y, way);
    letters(x, y, way);
    begin_way();
}

// What counts on the side that has more of it, whose forms the other lacks.
void Explaining::negations(const GradedText& x, const GradedText& y, MatchedWay& way) const {
    const auto &of_x = negations_.of_x(), &of_y = negations_.of_y();
    if (!negations_.lacking()) return;
    const bool more_x = of_x.size() > of_y.size();
    const GradedText &more = more_x ? x : y, &fewer = more_x ? y : x;
    auto& caused = more_x ? way.caused_x : way.caused_y;
    std::vector<std::uint32_t> left;
    for (const auto j : more_x ? of_y : of_x) left.push_back(fewer.forms[j]);
    for (const auto i : more_x ? of_x : of_y) {
        const auto found = std::find(left.begin(), left.end(), more.forms[i]);
        if (found == left.end())
            caused[i] |= kNegation;
        else
            left.erase(found);
    }
}

void Explaining::order(MatchedWay& way) {
    each_near(anchors_, by_place_, [&](const Anchor& one, const Anchor& other) {
        if (!is_turned(one, other)) return;
        for (const auto& [x, y] : {one, other}) {
            way.caused_x[static_cast<std::size_t>(x)] |= kReordered;
            way.caused_y[static_cast<std::size_t>(y)] |= kReordered;
        }
    });
}

// Words in other capitals; and where texts end otherwise, the last ones.
void Explaining::cases(const GradedText& x, const GradedText& y, MatchedWay& way) const {
    for (const Anchor& anchor : anchors_) {
        if (!is_miscased(x, y, anchor)) continue;
        way.caused_x[static_cast<std::size_t>(anchor.x)] |= kMiscased;
        way.caused_y[static_cast<std::size_t>(anchor.y)] |= kMiscased;
    }
    if (x.ending == y.ending) return;
    // Nothing is shown of a blank text.
    if (!x.written.characters.empty()) way.caused_x.back() |= kEnding;
    if (!y.written.characters.empty()) way.caused_y.back() |= kEnding;
}

void Explaining::letters(const GradedText& x, const GradedText& y, MatchedWay& way) {
    way.letters_x.assign(way.caused_x.size(), 0.0);
    way.letters_y.assign(way.caused_y.size(), 0.0);
    if (x.written.characters.empty() && y.written.characters.empty()) return;
    if (letters_of_ != &x) {
        own_characters(x.written.characters, x.words.places, owners_x_);
        weigh(x.written.characters, encoder_.orders(), encoder_.frequencies(), grams_of_x_);
        letters_of_ = &x;
    }
    own_characters(y.written.characters, y.words.places, owners_y_);
    weigh(y.written.characters, encoder_.orders(), encoder_.frequencies(), grams_of_y_);
    const double alpha = constants_.character_alpha;
    const bool other = constants_.stand_in > 0 && swap(x, y);
    const double share = other ? constants_.stand_in : 0.0;
    if (share < 1)
        letters_.lose({grams_of_x_, owners_x_}, {grams_of_y_, owners_y_}, alpha, 1 - share,
                      way.letters_x, way.letters_y);
    if (!other) return;
    // As swap() wrote them.
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
    letters_.lose({grams_of_x_, owners_x_}, {grams_of_y_, owners_swapped_}, alpha, share, way.letters_x,
                  way.letters_y);
}

}  // namespace tesla
