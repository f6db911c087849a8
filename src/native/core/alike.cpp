// How alike words are, and which stand for each other: see matching/alike.py and order.py.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "grading.hpp"

namespace tesla {

namespace {

// found(i * ny + j, item) for every item that word i of x and word j of y have in common.
// `each(of_x, i, visit)` visits the items of a word, each once; `items` are all of y's.
template <class Each, class Found>
void each_common(std::size_t nx, std::size_t ny, std::size_t items, Each each, Common& room,
                 Found found) {
    SmallTable& table = room.table;
    auto& next = room.next;
    table.reset(items);
    // Chains of y's words by item: an entry is where the one before is, and the word.
    next.assign(2, 0);
    for (std::size_t j = 0; j < ny; ++j)
        each(false, j, [&](std::uint64_t item) {
            Amount& head = table.at(item);
            next.push_back(static_cast<std::uint32_t>(head));
            next.push_back(static_cast<std::uint32_t>(j));
            head = static_cast<Amount>(next.size() - 2);
        });
    for (std::size_t i = 0; i < nx; ++i)
        each(true, i, [&](std::uint64_t item) {
            const Amount* head = table.look(item);
            if (!head) return;
            for (auto entry = static_cast<std::uint32_t>(*head); entry; entry = next[entry])
                found(i * ny + next[entry + 1], item);
        });
}

// The same for lists of numbers, end to end, where a number n of x stands for n ^ flip. Few words
// share any, so that most sentences are done after a look at a Bloom filter.
template <class Found>
void each_shared(const std::vector<std::int32_t>& x, const std::vector<std::uint32_t>& x_begin,
                 const std::vector<std::int32_t>& y, const std::vector<std::uint32_t>& y_begin,
                 std::int32_t flip, Common& room, Found found) {
    room.bloom.fill(y);
    room.hits.clear();
    for (const auto number : x)
        if (room.bloom.may_have(number ^ flip)) room.hits.push_back(number ^ flip);
    if (room.hits.empty()) return;
    room.bloom.fill(room.hits);
    each_common(
        x_begin.size() - 1, y_begin.size() - 1, y.size(),
        [&](bool of_x, std::size_t i, auto visit) {
            const auto& [numbers, begin] = of_x ? std::tie(x, x_begin) : std::tie(y, y_begin);
            for (auto k = begin[i]; k < begin[i + 1]; ++k) {
                const std::int32_t number = of_x ? numbers[k] ^ flip : numbers[k];
                if (room.bloom.may_have(number)) visit(static_cast<std::uint32_t>(number));
            }
        },
        room, found);
}

}  // namespace

// What two words of different forms are worth to each other.
inline double Grading::resemblance(const GradedText& x, const GradedText& y, std::size_t i,
                                   std::size_t j, const Kinship& kin) const {
    const Words &a = x.words, &b = y.words;
    const std::size_t at = i * b.size() + j;
    const unsigned differ = x.kinds[i] ^ y.kinds[j], either = x.kinds[i] | y.kinds[j];
    double worth = 0.0;
    if (either & kNumber) return worth;
    if (kin.tag && !a.names[i]) worth = kin.functions ? constants_.function : constants_.tag;
    if (differ & kNegates) return worth;
    if (kin.synset) worth = std::max(worth, kin.tag ? constants_.synonym : constants_.synset);
    if (strength_[at]) worth = std::max(worth, worth_[strength_[at]]);
    if (kin.lemma) worth = std::max(worth, constants_.lemma);
    const bool known = x.kinds[i] & y.kinds[j] & kKnown;
    if ((a.names[i] && b.names[j] && known) || (!common_[at] && constants_.least > 0)) return worth;
    const auto length = [](const GradedText& text, std::size_t word) {
        return text.bigram_begin[word + 1] - text.bigram_begin[word];
    };
    const double dice = 2.0 * common_[at] / static_cast<double>(length(x, i) + length(y, j));
    if (dice < constants_.least) return worth;
    return std::max(worth, std::pow(dice, known ? constants_.spelling : constants_.unknown));
}

// Similarities of words, a row for each of x, and who can stand for whom.
void Grading::compare(const GradedText& x, const GradedText& y) {
    const Words &a = x.words, &b = y.words;
    const std::size_t nx = a.size(), ny = b.size();
    kin_.assign(nx * ny, 0);
    each_shared(a.synsets, a.synset_begin, b.synsets, b.synset_begin, 0, common_items_,
                [&](std::size_t at, std::uint64_t) { kin_[at] = 1; });
    strength_.assign(nx * ny, 0);
    each_shared(x.partners, x.partner_begin, y.partners, y.partner_begin, 1, common_items_,
                [&](std::size_t at, std::uint64_t partner) {
                    strength_[at] = encoder_.paraphrases().strength(partner);
                });
    common_.assign(nx * ny, 0);
    each_common(
        nx, ny, y.bigrams.size(),
        [&](bool of_x, std::size_t i, auto visit) {
            const GradedText& text = of_x ? x : y;
            for (auto k = text.bigram_begin[i]; k < text.bigram_begin[i + 1]; ++k)
                visit(text.bigrams[k]);
        },
        common_items_, [&](std::size_t at, std::uint64_t) { ++common_[at]; });
    similarity_.resize(nx * ny);
    for (std::size_t i = 0; i < nx; ++i)
        for (std::size_t j = 0; j < ny; ++j) {
            const std::size_t at = i * ny + j;
            const bool tag = a.tags[i] >= 0 && a.tags[i] == b.tags[j];
            const Kinship kin{tag, tag && a.function[i] && b.function[j], a.lemmas[i] == b.lemmas[j],
                              kin_[at] != 0};
            const bool negated = (x.kinds[i] ^ y.kinds[j]) & kNegates;
            kin_[at] = !negated && (kin.synset || kin.lemma || kin.functions || strength_[at]);
            similarity_[at] = x.forms[i] == y.forms[j] ? 1.0 : resemblance(x, y, i, j, kin);
        }
}

// Words of one form, the k-th with the k-th: each stands for itself.
void Grading::pair_forms(const GradedText& x, const GradedText& y) {
    const std::size_t nx = x.words.size(), ny = y.words.size();
    taken_x_.assign(nx, 0);
    partner_.assign(ny, nx);
    taken_y_.assign(ny, 0);
    // Numbers stand for nothing else.
    for (std::size_t j = 0; j < ny; ++j) taken_y_[j] = (y.kinds[j] & kNumber) != 0;
    for (std::size_t i = 0; i < nx; ++i) {
        if (x.kinds[i] & kNumber) taken_x_[i] = 1;
        bool paired = false;
        for (std::size_t j = 0; j < ny; ++j) {
            if (x.forms[i] != y.forms[j]) continue;
            taken_x_[i] = taken_y_[j] = 1;
            if (paired || partner_[j] != nx) continue;
            partner_[j] = i;
            paired = true;
        }
    }
}

// The word of x that is not taken and that word j of y stands for, which is then taken; none: see
// matching/alike.py. Only for words that are not taken themselves.
std::size_t Grading::stand_in(std::size_t j) {
    const std::size_t nx = taken_x_.size(), ny = taken_y_.size();
    std::size_t best = nx;
    if (taken_y_[j]) return best;
    for (std::size_t i = 0; i < nx; ++i)
        if (!taken_x_[i] && kin_[i * ny + j] &&
            (best == nx || similarity_[i * ny + j] > similarity_[best * ny + j]))
            best = i;
    if (best != nx) taken_x_[best] = 1;
    return best;
}

// Words of one form, and those of y that stand for one of x: see matching/order.py.
void Grading::anchor(const GradedText& x, const GradedText& y) {
    const std::size_t nx = x.words.size(), ny = y.words.size();
    pair_forms(x, y);
    for (std::size_t j = 0; j < ny; ++j) {
        const std::size_t i = partner_[j] != nx ? partner_[j] : stand_in(j);
        if (i != nx) anchors_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
}

}  // namespace tesla
