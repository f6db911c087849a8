#include "matching/matcher.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "matching/lookup.hpp"

namespace tesla::matching {

// Named, since Matcher::State has fields of these types.
namespace matcher_details {

std::vector<Amount> powers(const BagSettings& settings, unsigned n) {
    std::vector<Amount> weights(n + 1);
    for (unsigned f = 0; f <= n; ++f) {
        weights[f] = 1;
        for (unsigned i = 0; i < n; ++i) weights[f] *= i < f ? settings.p : settings.q;
    }
    return weights;
}

void weigh(const Words& words, unsigned n, const std::vector<Amount>& by_count,
           std::vector<Amount>& each, Amount& total) {
    total = 0;
    const std::size_t size = words.size() < n ? 0 : words.size() - n + 1;
    each.resize(size);
    if (!size) return;
    const std::uint8_t* flags = words.function.data();
    unsigned function = 0;
    for (unsigned i = 0; i + 1 < n; ++i) function += flags[i];
    for (std::size_t i = 0; i < size; ++i) {
        function += flags[i + n - 1];
        total += each[i] = by_count[function];
        function -= flags[i];
    }
}

// Matching with masks of one width.
template <class Width>
class Masked {
  public:
    void match(const Words& x, const Words& y, const BagSettings& settings, Width width, bool keep_flows,
               std::vector<Match>& matches, std::vector<Amount>* weights_x,
               std::vector<Amount>* weights_y) {
        ops_.width = width;
        graph_.width = width;
        scratch_.reset(width, 2);
        unigrams(x, y, width, across_);
        if constexpr (std::is_same_v<Width, FixedWidth<1>>) {
            transpose(across_.half, x.size(), down_.half, y.size());
            transpose(across_.full, x.size(), down_.full, y.size());
        } else {
            unigrams(y, x, width, down_);
        }
        for (unsigned n = 1; n <= settings.order; ++n) {
            extend(across_, x.size(), n, width, graph_.rows);
            extend(down_, y.size(), n, width, graph_.columns);
            find_present(x.size(), n, width);
            graph_.profits.resize(n + 1);
            for (unsigned c = 0; c <= n; ++c) graph_.profits[c] = n + c;
            Match& match = matches[n - 1];
            left_x_ = weights_x[n - 1];
            left_y_ = weights_y[n - 1];
            match.value = solve(graph_, left_x_, left_y_, keep_flows ? &match.flows : nullptr, rest_);
        }
    }

  private:
    // half[i] and full[i]: positions of y whose similarity to word i of x is 1/2 and 1.
    struct Levels {
        MaskArray<Width> half, full;
    };

    void unigrams(const Words& x, const Words& y, Width width, Levels& levels) {
        of_x_.fill(x.synsets);
        shared_.clear();
        lemmas_.reset(width, y.size());
        tags_.reset(width, x.tags, y.tags);
        synsets_.reset(width, y.synsets.size());
        for (std::size_t j = 0; j < y.size(); ++j) {
            lemmas_.add(y.lemmas[j], j);
            if (y.tags[j] >= 0) tags_.add(y.tags[j], j);
            for (auto s = y.synset_begin[j]; s < y.synset_begin[j + 1]; ++s)
                if (of_x_.may_have(y.synsets[s])) {
                    shared_.add(y.synsets[s]);
                    synsets_.add(y.synsets[s], j);
                }
        }
        levels.half.reserve(width, x.size());
        levels.full.reserve(width, x.size());
        Word64* related = scratch_[0];
        for (std::size_t i = 0; i < x.size(); ++i) {
            Word64 *half = levels.half[i], *full = levels.full[i];
            ops_.clear(related);
            for (auto s = x.synset_begin[i]; s < x.synset_begin[i + 1]; ++s)
                if (shared_.may_have(x.synsets[s])) ops_.add(related, synsets_.look(x.synsets[s]));
            if (x.tags[i] >= 0)
                ops_.copy(half, tags_.look(x.tags[i]));
            else
                ops_.clear(half);
            ops_.both(full, related, half);
            ops_.add(full, lemmas_.look(x.lemmas[i]));
            ops_.add(half, related);
            ops_.remove(half, full);
        }
    }

    void find_present(std::size_t size, unsigned n, Width width) {
        graph_.present.reset(width, n + 1);
        const std::size_t count = size < n ? 0 : size - n + 1;
        for (unsigned c = 0; c <= n; ++c)
            for (std::size_t first = 0; first < count; first += 64) {
                Word64 bits = 0;  // without branches, half of which would be mispredicted
                for (std::size_t i = first; i < std::min(first + 64, count); ++i)
                    bits |= Word64{ops_.any(graph_.rows[c][i])} << (i - first);
                graph_.present[c][first / 64] = bits;
            }
    }

    // Transpose up to 64 by 64 bits in six rounds that exchange ever smaller blocks.
    void transpose(const MaskArray<Width>& rows, std::size_t count, MaskArray<Width>& columns,
                   std::size_t width) {
        columns.reset({}, width);
        int filled = 0;
        for (std::size_t i = 0; i < count; ++i) filled += std::popcount(rows[i][0]);
        if (filled < 200) {  // few bits are faster one by one
            for (std::size_t i = 0; i < count; ++i)
                ops_.each(rows[i], [&](std::size_t j) { columns[j][0] |= Word64{1} << i; });
            return;
        }
        std::array<Word64, 64> bits{};
        for (std::size_t i = 0; i < count; ++i) bits[i] = rows[i][0];
        Word64 mask = 0x00000000FFFFFFFFULL;
        for (std::size_t block = 32; block; block >>= 1, mask ^= mask << block)
            for (std::size_t i = 0; i < 64; i = (i + block + 1) & ~block) {
                const Word64 swap = (bits[i] >> block ^ bits[i + block]) & mask;
                bits[i] ^= swap << block;
                bits[i + block] ^= swap;
            }
        for (std::size_t i = 0; i < width; ++i) columns[i][0] = bits[i];
    }

    // Compute the levels of n-grams from those of (n-1)-grams in `levels`, in place.
    void extend(const Levels& unigrams, std::size_t size, unsigned n, Width width,
                std::vector<MaskArray<Width>>& levels) {
        if (levels.size() < n + 1) levels.resize(n + 1);
        if (n == 1) {
            for (unsigned c = 0; c < 2; ++c) levels[c].reserve(width, size);
            for (std::size_t i = 0; i < size; ++i) {
                ops_.copy(levels[0][i], unigrams.half[i]);
                ops_.copy(levels[1][i], unigrams.full[i]);
            }
            return;
        }
        levels[n].reserve(width, size);
        if (size < n) return;
        const std::size_t count = size - n + 1, words = count * width.words();
        moved_.half.reserve(width, count);
        moved_.full.reserve(width, count);
        for (std::size_t i = 0; i < count; ++i) {
            ops_.shifted(moved_.half[i], unigrams.half[i + n - 1], n - 1);
            ops_.shifted(moved_.full[i], unigrams.full[i + n - 1], n - 1);
        }
        // The masks form one contiguous row of words. Start at the highest level, since each level needs
        // the old value of the one below.
        const Word64 *half = moved_.half[0], *full = moved_.full[0];
        for (unsigned c = n; c > 0; --c) {
            Word64* level = levels[c][0];
            const Word64* lower = levels[c - 1][0];
            if (c == n)
                for (std::size_t k = 0; k < words; ++k) level[k] = lower[k] & full[k];
            else
                for (std::size_t k = 0; k < words; ++k)
                    level[k] = (level[k] & half[k]) | (lower[k] & full[k]);
        }
        Word64* lowest = levels[0][0];
        for (std::size_t k = 0; k < words; ++k) lowest[k] &= half[k];
    }

    Ops<Width> ops_{};
    Graph<Width> graph_;
    PrimalDual<Width> rest_;
    MaskArray<Width> scratch_;
    Index<Width> lemmas_, synsets_;
    TagIndex<Width> tags_;
    Bloom of_x_, shared_;  // synsets of x; those of y that may be among them
    Levels across_, down_, moved_;
    std::vector<Amount> left_x_, left_y_;
};

// Shared tag n-grams of two short texts with few tags, for one n after another and without hashing:
// those of x have ids, found by the id of the first n - 1 tags and the last tag.
class TagGrams {
  public:
    bool fits(const Words& x, const Words& y) const {
        if (x.size() > kMostGrams) return false;
        std::int32_t largest = 0;
        for (const auto* words : {&x, &y})
            for (const auto tag : words->tags) largest = std::max(largest, tag);
        return largest < kMostTags;
    }
    void start(const Words& x, const Words& y) {
        // All start as the same empty n-gram.
        grams_x_.assign(x.size(), 1);
        grams_y_.assign(y.size(), 1);
    }
    // Return the sum of the smaller weights. Call with n = 1, 2, ... in this order.
    Amount match(const Words& x, const Words& y, unsigned n, const std::vector<Amount>& wx,
                 const std::vector<Amount>& wy) {
        touched_.clear();
        std::uint8_t count = 0;
        for (std::size_t i = 0; i < wx.size(); ++i) {
            const std::size_t cell = cell_of(grams_x_[i], x.tags[i + n - 1]);
            std::uint8_t& gram_id = numbers_[cell];
            if (!gram_id && cell) {
                gram_id = ++count;
                left_[gram_id] = 0;
                touched_.push_back(static_cast<std::uint16_t>(cell));
            }
            left_[gram_id] += wx[i];
            grams_x_[i] = gram_id;
        }
        left_[0] = 0;  // of n-grams that x does not have
        Amount value = 0;
        for (std::size_t j = 0; j < wy.size(); ++j) {
            const std::uint8_t gram_id = numbers_[cell_of(grams_y_[j], y.tags[j + n - 1])];
            const Amount shared = std::min(left_[gram_id], wy[j]);
            left_[gram_id] -= shared;
            value += shared;
            grams_y_[j] = gram_id;
        }
        for (const auto cell : touched_) numbers_[cell] = 0;
        return value;
    }

  private:
    static constexpr std::int32_t kMostTags = 127;
    static constexpr std::size_t kMostGrams = 255;

    // 0 if either is absent; no other cell is 0, since ids start at 1.
    static std::size_t cell_of(std::uint8_t gram, std::int32_t tag) {
        return tag < 0 || !gram ? 0
                                : std::size_t{gram} * (kMostTags + 1) + static_cast<std::size_t>(tag);
    }

    std::vector<std::uint8_t> grams_x_, grams_y_;
    std::array<std::uint8_t, (kMostGrams + 1) * (kMostTags + 1)> numbers_{};  // by n-gram and tag
    std::array<Amount, kMostGrams + 1> left_{};
    std::vector<std::uint16_t> touched_;
};

}  // namespace matcher_details

using namespace matcher_details;

struct Matcher::State {
    Masked<FixedWidth<1>> one_word;
    Masked<FixedWidth<2>> two;
    Masked<FixedWidth<4>> four;
    Masked<AnyWidth> any;
    std::vector<Match> matches;
    std::vector<std::vector<Amount>> weights_x, weights_y;
    std::vector<std::vector<Amount>> weights_of;  // by n and number of function words
    Amount p = 0, q = 0;
    std::vector<std::uint64_t> grams_x, grams_y;
    SmallTable table, names;
    TagGrams tag_grams;

    void bags(const Words& x, const Words& y, const BagSettings& settings) {
        const unsigned order = settings.order;
        matches.resize(settings.tag_features ? 2 * order : order);
        weights_x.resize(order);
        weights_y.resize(order);
        if (weights_of.size() != order || p != settings.p || q != settings.q) {
            weights_of.clear();
            for (unsigned n = 1; n <= order; ++n) weights_of.push_back(powers(settings, n));
            p = settings.p;
            q = settings.q;
        }
        for (unsigned n = 1; n <= order; ++n) {
            Match& match = matches[n - 1];
            match.flows.clear();
            const std::vector<Amount>& by_count = weights_of[n - 1];
            match.unit = 1;
            for (unsigned i = 0; i < n; ++i) match.unit *= settings.q;
            match.levels = static_cast<int>(2 * n);
            weigh(x, n, by_count, weights_x[n - 1], match.reference);
            weigh(y, n, by_count, weights_y[n - 1], match.candidate);
        }
    }

    // s_pos in closed form: the sum over tag n-grams of the smaller weight.
    void tags(const Words& x, const Words& y, const BagSettings& settings) {
        const bool few = tag_grams.fits(x, y);
        if (few) {
            tag_grams.start(x, y);
        } else {
            grams_x.assign(x.tags.begin(), x.tags.end());
            grams_y.assign(y.tags.begin(), y.tags.end());
        }
        for (unsigned n = 1; n <= settings.order; ++n) {
            Match& match = matches[settings.order + n - 1];
            const Match& same = matches[n - 1];
            match.reference = same.reference;
            match.candidate = same.candidate;
            match.unit = same.unit;
            match.levels = 1;
            match.value = 0;
            const auto& wx = weights_x[n - 1];
            const auto& wy = weights_y[n - 1];
            if (few) {
                match.value = tag_grams.match(x, y, n, wx, wy);
                continue;
            }
            if (n > 1) name_longer(x, y, n);
            table.reset(wx.size());
            for (std::size_t i = 0; i < wx.size(); ++i)
                if (grams_x[i] != none) table.at(grams_x[i]) += wx[i];
            for (std::size_t j = 0; j < wy.size(); ++j) {
                if (grams_y[j] == none) continue;
                if (Amount* left = table.look(grams_y[j])) {
                    const Amount shared = std::min(*left, wy[j]);
                    *left -= shared;
                    match.value += shared;
                }
            }
        }
    }

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    // Assign ids to n-grams by the id of the (n-1)-gram and the last tag: equal ids mean equal tags.
    void name_longer(const Words& x, const Words& y, unsigned n) {
        names.reset(x.size() + y.size());
        Amount count = 0;
        for (auto [grams, words] : {std::pair{&grams_x, &x}, std::pair{&grams_y, &y}})
            for (std::size_t i = 0; i + n <= words->size(); ++i) {
                const std::int32_t tag = words->tags[i + n - 1];
                if ((*grams)[i] == none || tag < 0) {
                    (*grams)[i] = none;
                    continue;
                }
                Amount& name = names.at((*grams)[i] << 32 | static_cast<std::uint32_t>(tag));
                if (!name) name = ++count;
                (*grams)[i] = static_cast<std::uint64_t>(name);
            }
    }
};

Matcher::Matcher() : state_(std::make_unique<State>()) {}
Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;

const std::vector<Match>& Matcher::match(const Words& reference, const Words& candidate,
                                         const BagSettings& settings, bool keep_flows) {
    State& s = *state_;
    s.bags(reference, candidate, settings);
    const std::size_t words = (std::max(reference.size(), candidate.size()) + 63) / 64;
    auto run = [&](auto& masked, auto width) {
        masked.match(reference, candidate, settings, width, keep_flows, s.matches, s.weights_x.data(),
                     s.weights_y.data());
    };
    if (words <= 1)
        run(s.one_word, FixedWidth<1>{});
    else if (words <= 2)
        run(s.two, FixedWidth<2>{});
    else if (words <= 4)
        run(s.four, FixedWidth<4>{});
    else
        run(s.any, AnyWidth{words});
    if (settings.tag_features) s.tags(reference, candidate, settings);
    return s.matches;
}

void Matcher::features(const Words& reference, const Words& candidate, const BagSettings& settings,
                       double* out) {
    const auto& matches = match(reference, candidate, settings, false);
    double before = 1.0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (i == settings.order) before = 1.0;
        before = f_measure(matches[i], settings.alpha, before);
        out[i] = before;
    }
}

}  // namespace tesla::matching
