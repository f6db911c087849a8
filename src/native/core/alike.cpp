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
void each_common(std::size_t nx, std::size_t ny, std::size_t items, Each each, SmallTable& table,
                 std::vector<std::uint32_t>& next, Found found) {
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
                 std::int32_t flip, Grading::Scratch& scratch, Found found) {
    scratch.bloom.fill(y);
    scratch.hits.clear();
    for (const auto number : x)
        if (scratch.bloom.may_have(number ^ flip)) scratch.hits.push_back(number ^ flip);
    if (scratch.hits.empty()) return;
    scratch.bloom.fill(scratch.hits);
    each_common(
        x_begin.size() - 1, y_begin.size() - 1, y.size(),
        [&](bool of_x, std::size_t i, auto visit) {
            const auto& [numbers, begin] = of_x ? std::tie(x, x_begin) : std::tie(y, y_begin);
            for (auto k = begin[i]; k < begin[i + 1]; ++k) {
                const std::int32_t number = of_x ? numbers[k] ^ flip : numbers[k];
                if (scratch.bloom.may_have(number)) visit(static_cast<std::uint32_t>(number));
            }
        },
        scratch.table, scratch.next, found);
}

}  // namespace

// Similarities of words, a row for each of x, and who can stand for whom.
void Grading::compare(const GradedText& x, const GradedText& y, Scratch& scratch) const {
    const Words &a = x.words, &b = y.words;
    const std::size_t nx = a.size(), ny = b.size();
    scratch.kin.assign(nx * ny, 0);
    each_shared(a.synsets, a.synset_begin, b.synsets, b.synset_begin, 0, scratch,
                [&](std::size_t at, std::uint64_t) { scratch.kin[at] = 1; });
    scratch.strength.assign(nx * ny, 0);
    each_shared(x.partners, x.partner_begin, y.partners, y.partner_begin, 1, scratch,
                [&](std::size_t at, std::uint64_t partner) {
                    scratch.strength[at] = paraphrases_.strength(partner);
                });
    scratch.common.assign(nx * ny, 0);
    each_common(
        nx, ny, y.bigrams.size(),
        [&](bool of_x, std::size_t i, auto visit) {
            const GradedText& text = of_x ? x : y;
            for (auto k = text.bigram_begin[i]; k < text.bigram_begin[i + 1]; ++k)
                visit(text.bigrams[k]);
        },
        scratch.table, scratch.next, [&](std::size_t at, std::uint64_t) { ++scratch.common[at]; });
    scratch.similarity.resize(nx * ny);
    const auto length = [](const GradedText& text, std::size_t i) {
        return text.bigram_begin[i + 1] - text.bigram_begin[i];
    };
    for (std::size_t i = 0; i < nx; ++i)
        for (std::size_t j = 0; j < ny; ++j) {
            const std::size_t at = i * ny + j;
            double& similarity = scratch.similarity[at];
            const unsigned differ = x.kinds[i] ^ y.kinds[j], either = x.kinds[i] | y.kinds[j];
            const bool same_tag = a.tags[i] >= 0 && a.tags[i] == b.tags[j];
            const bool functions = same_tag && a.function[i] && b.function[j];
            const bool same_lemma = a.lemmas[i] == b.lemmas[j], synset = scratch.kin[at];
            const unsigned strength = scratch.strength[at];
            scratch.kin[at] = !(differ & kNegates) && (synset || same_lemma || functions || strength);
            if (a.forms[i] == b.forms[j]) {
                similarity = 1.0;
                continue;
            }
            similarity = 0.0;
            if (either & kNumber) continue;
            if (same_tag && !a.names[i]) similarity = functions ? settings_.function : settings_.tag;
            if (differ & kNegates) continue;
            if (synset)
                similarity = std::max(similarity, same_tag ? settings_.synonym : settings_.synset);
            if (strength) similarity = std::max(similarity, worth_[strength]);
            if (same_lemma) similarity = std::max(similarity, settings_.lemma);
            const bool known = x.kinds[i] & y.kinds[j] & kKnown;
            if ((a.names[i] && b.names[j] && known) || (!scratch.common[at] && settings_.least > 0))
                continue;
            const double dice =
                2.0 * scratch.common[at] / static_cast<double>(length(x, i) + length(y, j));
            if (dice >= settings_.least)
                similarity =
                    std::max(similarity, std::pow(dice, known ? settings_.spelling : settings_.unknown));
        }
}

// Words of one form, the k-th with the k-th, and those of y that stand for one of x: see
// matching/order.py and matching/alike.py.
void Grading::anchor(const GradedText& x, const GradedText& y, std::size_t x_start, std::size_t y_start,
                     Scratch& scratch) const {
    const Words &a = x.words, &b = y.words;
    const std::size_t nx = a.size(), ny = b.size();
    // A word that the other side has stands for itself.
    scratch.taken_x.assign(nx, 0);
    scratch.partner.assign(ny, nx);
    scratch.taken_y.assign(ny, 0);
    for (std::size_t i = 0; i < nx; ++i) {
        if (x.kinds[i] & kNumber) scratch.taken_x[i] = 1;
        bool paired = false;
        for (std::size_t j = 0; j < ny; ++j) {
            if (a.forms[i] != b.forms[j]) continue;
            scratch.taken_x[i] = scratch.taken_y[j] = 1;
            if (paired || scratch.partner[j] != nx) continue;
            scratch.partner[j] = i;
            paired = true;
        }
    }
    const auto add = [&](std::size_t i, std::size_t j) {
        scratch.anchors.push_back(
            {static_cast<std::int32_t>(x_start + i), static_cast<std::int32_t>(y_start + j)});
    };
    for (std::size_t j = 0; j < ny; ++j) {
        if (scratch.partner[j] != nx) add(scratch.partner[j], j);
        if (scratch.taken_y[j] || (y.kinds[j] & kNumber)) continue;
        std::size_t best = nx;
        for (std::size_t i = 0; i < nx; ++i)
            if (!scratch.taken_x[i] && scratch.kin[i * ny + j] &&
                (best == nx || scratch.similarity[i * ny + j] > scratch.similarity[best * ny + j]))
                best = i;
        if (best == nx) continue;
        scratch.taken_x[best] = 1;
        add(best, j);
    }
}

}  // namespace tesla
