// Tagging. Nearly all of the time is spent on cache misses, so memory is prefetched well before use.
#include <algorithm>
#include <limits>

#include "text/tagger.hpp"

namespace tesla::text {

namespace {

// For words with more candidates than this, all labels are scored at once: adding rows is fast, and an
// unknown word has many candidates.
constexpr std::size_t kFew = 6;

}  // namespace

// The context of a word, as scores by index.
struct Tagger::Context {
    const Score *left, *left2, *right, *right2, *pair, *own;
    const Onward& onward;

    int at(std::size_t place) const {
        return pair[place] + left[place] + left2[place] + right[place] + right2[place];
    }
};

// `label_scores` is 0 for all labels, before and after the call.
std::size_t Tagger::best(const TagEntry& word, const Context& context,
                         std::int32_t* label_scores) const {
    bool any = false;
    for (const Span& span : context.onward)
        for (std::uint32_t w = span.begin; w < span.end; ++w) {
            label_scores[weights_[w].label] += weights_[w].value;
            any = true;
        }
    // The best score, the first of equal ones; without unpredictable branches.
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    const auto choose = [&](auto around) {
        for (std::size_t c = 0; c < word.count; ++c) {
            const auto label = static_cast<std::size_t>(word.candidates[c]);
            const std::int64_t score = context.own[c] + label_scores[label] + around(places_[label]);
            most =
                std::max(most, score * kMostLabels + (kMostLabels - 1 - static_cast<std::int64_t>(c)));
        }
    };
    if (word.count <= kFew) {
        choose([&](std::size_t place) { return context.at(place); });
    } else {
        Score around[kMostLabels];
        const std::size_t all = (labels_.size() + 7) / 8 * 8;
        for (std::size_t place = 0; place < all; ++place)
            around[place] = static_cast<Score>(context.at(place));
        choose([&](std::size_t place) { return around[place]; });
    }
    if (any) std::fill_n(label_scores, labels_.size(), 0);
    return static_cast<std::size_t>(word.candidates[kMostLabels - 1 - (most & (kMostLabels - 1))]);
}

void Tagger::look_onward(const std::vector<const TagEntry*>& words, std::vector<Onward>& onward) const {
    const std::size_t size = words.size();
    const auto next = [&](std::size_t i) { return i + 1 < size ? words[i + 1]->kind : edge_.kind; };
    onward.assign(size, {});
    for (std::size_t i = 0; i < size; ++i)
        for (const std::uint32_t stem : words[i]->next_stems)
            if (stem != StringTable::npos) joints_.prefetch(stem, next(i));
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t k = 0; k < 2; ++k)
            if (const std::uint32_t stem = words[i]->next_stems[k]; stem != StringTable::npos) {
                onward[i][k] = joints_.find(stem, next(i));
                if (onward[i][k].end) prefetch(&weights_[onward[i][k].begin]);
            }
}

namespace {

// Sum what the neighbours of a word contribute.
void prefetch_around(const std::vector<const TagEntry*>& words, std::size_t i, std::size_t stride) {
    const std::size_t places[] = {i - 1, i - 2, i + 1, i + 2};
    for (std::size_t part = 0; part < 4; ++part)
        if (places[part] < words.size())
            for (std::size_t at = kLine; at < stride; at += kLine)
                prefetch(words[places[part]]->near + part * stride + at);
}

// Prefetch the scores of a word after each label that the previous word may get; null: it has only this
// one.
void prefetch_own(const TagEntry& word, const TagEntry* before, std::size_t only,
                  const std::vector<std::uint8_t>& coarse) {
    const auto fetch = [&](std::size_t label) { prefetch(word.own() + coarse[label] * word.count); };
    if (!before || before->count == 1) return fetch(only);
    if (before->count > kFew) return;  // more than can be prefetched at a time
    for (std::size_t c = 0; c < before->count; ++c)
        fetch(static_cast<std::size_t>(before->candidates[c]));
}

}  // namespace

void Tagger::tag(const std::vector<const TagEntry*>& words, std::vector<Onward>& onward,
                 std::vector<std::uint8_t>& labels) const {
    const std::size_t count = labels_.size(), size = words.size();
    labels.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t part = 0; part < 4; ++part) prefetch(words[i]->near + part * stride_);
        if (words[i]->count > 1) prefetch(words[i]->candidates);
        if (words[i]->count > kFew) prefetch_around(words, i, stride_);
    }
    look_onward(words, onward);
    for (std::size_t i = 0; i < size; ++i)
        if (words[i]->count > 1)
            prefetch_own(*words[i], i ? words[i - 1] : nullptr, i ? words[i - 1]->only : count, coarse_);
    std::int32_t label_scores[kMostLabels] = {};
    const auto near = [&](std::size_t i) { return (i < size ? *words[i] : edge_).near; };
    std::size_t before = count, previous = count;
    for (std::size_t i = 0; i < size; ++i) {
        const TagEntry& word = *words[i];
        std::size_t label = word.only;
        if (word.count > 1) {
            // Before the first and after the last word is the edge; indices below 0 wrap around to
            // beyond the end.
            const Context context{near(i - 1),
                                  near(i - 2) + stride_,
                                  near(i + 1) + 2 * stride_,
                                  near(i + 2) + 3 * stride_,
                                  pairs_.data() + (before * (count + 1) + previous) * stride_,
                                  word.own() + coarse_[previous] * word.count,
                                  onward[i]};
            label = best(word, context, label_scores);
        }
        labels[i] = static_cast<std::uint8_t>(label);
        before = previous;
        previous = label;
    }
}

}  // namespace tesla::text
