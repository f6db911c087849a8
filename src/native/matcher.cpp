#include "matcher.hpp"

#include <algorithm>

namespace tesla {

namespace {

// Open addressing from 64-bit keys to numbers. A slot holds good for one round only, so that
// starting afresh costs nothing.
class SmallTable {
  public:
    void reset(std::size_t entries) {
        std::size_t size = 16;
        while (size < entries * 2) size *= 2;
        if (slots_.size() < size || ++round_ == 0) {
            slots_.assign(std::max(size, slots_.size()), {});
            round_ = 1;
        }
        mask_ = size - 1;
    }
    // The number at the key, 0 where it is new.
    Amount& at(std::uint64_t key) {
        Slot& slot = find(key);
        if (slot.round != round_) slot = {key, 0, round_};
        return slot.value;
    }
    Amount* look(std::uint64_t key) {
        Slot& slot = find(key);
        return slot.round == round_ ? &slot.value : nullptr;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        Amount value = 0;
        std::uint32_t round = 0;
    };
    Slot& find(std::uint64_t key) {
        std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_)
            if (slots_[i].round != round_ || slots_[i].key == key) return slots_[i];
    }
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
};

// Value -> positions that have it, as masks.
template <class Width>
class Index {
  public:
    void reset(Width width, std::size_t entries) {
        ops_.width = width;
        table_.reset(entries);
        masks_.reserve(width, entries + 1);
        ops_.clear(masks_[0]);
        count_ = 0;
    }
    void add(std::int32_t value, std::size_t position) {
        Amount& slot = table_.at(static_cast<std::uint32_t>(value));
        if (!slot) {
            slot = static_cast<Amount>(++count_);
            ops_.clear(masks_[count_]);
        }
        ops_.set(masks_[static_cast<std::size_t>(slot)], position);
    }
    // Nothing has mask 0.
    const Word64* look(std::int32_t value) {
        const Amount* slot = table_.look(static_cast<std::uint32_t>(value));
        return masks_[slot ? static_cast<std::size_t>(*slot) : 0];
    }

  private:
    Ops<Width> ops_{};
    SmallTable table_;
    MaskArray<Width> masks_;
    std::size_t count_ = 0;
};

std::vector<Amount> powers(const Settings& settings, unsigned n) {
    std::vector<Amount> weights(n + 1);
    for (unsigned f = 0; f <= n; ++f) {
        weights[f] = 1;
        for (unsigned i = 0; i < n; ++i) weights[f] *= i < f ? settings.p : settings.q;
    }
    return weights;
}

void weigh(const Words& words, unsigned n, const std::vector<Amount>& by_count,
           std::vector<Amount>& each, Amount& total) {
    each.clear();
    total = 0;
    if (words.size() < n) return;
    unsigned function = 0;
    for (unsigned i = 0; i + 1 < n; ++i) function += words.function[i];
    for (std::size_t i = 0; i + n <= words.size(); ++i) {
        function += words.function[i + n - 1];
        each.push_back(by_count[function]);
        total += by_count[function];
        function -= words.function[i];
    }
}

// Matching with masks of one width.
template <class Width>
class Masked {
  public:
    void match(const Words& x, const Words& y, const Settings& settings, Width width,
               bool keep_flows, std::vector<Match>& matches, std::vector<Amount>* weights_x,
               std::vector<Amount>* weights_y) {
        ops_.width = width;
        graph_.width = width;
        scratch_.reset(width, 2);
        unigrams(x, y, width, across_);
        unigrams(y, x, width, down_);
        for (unsigned n = 1; n <= settings.order; ++n) {
            extend(across_, x.size(), n, width, graph_.rows);
            extend(down_, y.size(), n, width, graph_.columns);
            graph_.profits.resize(n + 1);
            for (unsigned c = 0; c <= n; ++c) graph_.profits[c] = n + c;
            Match& match = matches[n - 1];
            left_x_ = weights_x[n - 1];
            left_y_ = weights_y[n - 1];
            match.value = solve(graph_, left_x_, left_y_, keep_flows ? &match.flows : nullptr);
        }
    }

  private:
    // half[i] and one[i]: positions of y that resemble x's word i by 1/2 and by 1.
    struct Levels {
        MaskArray<Width> half, one;
    };

    void unigrams(const Words& x, const Words& y, Width width, Levels& levels) {
        lemmas_.reset(width, y.size());
        tags_.reset(width, y.size());
        synsets_.reset(width, y.synsets.size());
        for (std::size_t j = 0; j < y.size(); ++j) {
            lemmas_.add(y.lemmas[j], j);
            if (y.tags[j] >= 0) tags_.add(y.tags[j], j);
            for (auto s = y.synset_begin[j]; s < y.synset_begin[j + 1]; ++s)
                synsets_.add(y.synsets[s], j);
        }
        levels.half.reserve(width, x.size());
        levels.one.reserve(width, x.size());
        Word64* related = scratch_[0];
        for (std::size_t i = 0; i < x.size(); ++i) {
            Word64 *half = levels.half[i], *one = levels.one[i];
            ops_.clear(related);
            for (auto s = x.synset_begin[i]; s < x.synset_begin[i + 1]; ++s)
                ops_.add(related, synsets_.look(x.synsets[s]));
            if (x.tags[i] >= 0)
                ops_.copy(half, tags_.look(x.tags[i]));
            else
                ops_.clear(half);
            ops_.both(one, related, half);
            ops_.add(one, lemmas_.look(x.lemmas[i]));
            ops_.add(half, related);
            ops_.remove(half, one);
        }
    }

    // From the levels of (n-1)-grams in `levels` to those of n-grams, in place.
    void extend(const Levels& unigrams, std::size_t size, unsigned n, Width width,
                std::vector<MaskArray<Width>>& levels) {
        if (levels.size() < n + 1) levels.resize(n + 1);
        if (n == 1) {
            for (unsigned c = 0; c < 2; ++c) levels[c].reserve(width, size);
            for (std::size_t i = 0; i < size; ++i) {
                ops_.copy(levels[0][i], unigrams.half[i]);
                ops_.copy(levels[1][i], unigrams.one[i]);
            }
            return;
        }
        levels[n].reserve(width, size);
        if (size < n) return;
        Word64 *half = scratch_[0], *one = scratch_[1];
        for (std::size_t i = 0; i + n <= size; ++i) {
            ops_.shifted(half, unigrams.half[i + n - 1], n - 1);
            ops_.shifted(one, unigrams.one[i + n - 1], n - 1);
            ops_.both(levels[n][i], levels[n - 1][i], one);
            for (unsigned c = n - 1; c > 0; --c) {
                ops_.both(levels[c][i], levels[c][i], half);
                ops_.add_both(levels[c][i], levels[c - 1][i], one);
            }
            ops_.both(levels[0][i], levels[0][i], half);
        }
    }

    Ops<Width> ops_{};
    Graph<Width> graph_;
    MaskArray<Width> scratch_;
    Index<Width> lemmas_, tags_, synsets_;
    Levels across_, down_;
    std::vector<Amount> left_x_, left_y_;
};

}  // namespace

struct Matcher::State {
    Masked<FixedWidth<1>> one;
    Masked<FixedWidth<2>> two;
    Masked<FixedWidth<4>> four;
    Masked<AnyWidth> any;
    std::vector<Match> matches;
    std::vector<std::vector<Amount>> weights_x, weights_y;
    std::vector<std::vector<Amount>> weights_of;  // by n and number of function words
    Amount p = 0, q = 0;
    std::vector<std::uint64_t> grams_x, grams_y;
    SmallTable table, names;

    void bags(const Words& x, const Words& y, const Settings& settings) {
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
    void tags(const Words& x, const Words& y, const Settings& settings) {
        grams_x.assign(x.tags.begin(), x.tags.end());
        grams_y.assign(y.tags.begin(), y.tags.end());
        for (unsigned n = 1; n <= settings.order; ++n) {
            Match& match = matches[settings.order + n - 1];
            const Match& same = matches[n - 1];
            match.reference = same.reference;
            match.candidate = same.candidate;
            match.unit = same.unit;
            match.levels = 1;
            match.value = 0;
            if (n > 1) name_longer(x, y, n);
            const auto& wx = weights_x[n - 1];
            const auto& wy = weights_y[n - 1];
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

    // Names for n-grams from those of (n-1)-grams and the tag that joins: equal names, equal tags.
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
                                         const Settings& settings, bool keep_flows) {
    State& s = *state_;
    s.bags(reference, candidate, settings);
    const std::size_t words = (std::max(reference.size(), candidate.size()) + 63) / 64;
    auto run = [&](auto& masked, auto width) {
        masked.match(reference, candidate, settings, width, keep_flows, s.matches,
                     s.weights_x.data(), s.weights_y.data());
    };
    if (words <= 1)
        run(s.one, FixedWidth<1>{});
    else if (words <= 2)
        run(s.two, FixedWidth<2>{});
    else if (words <= 4)
        run(s.four, FixedWidth<4>{});
    else
        run(s.any, AnyWidth{words});
    if (settings.tag_features) s.tags(reference, candidate, settings);
    return s.matches;
}

void Matcher::features(const Words& reference, const Words& candidate, const Settings& settings,
                       double* out) {
    const auto& matches = match(reference, candidate, settings, false);
    double before = 1.0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (i == settings.order) before = 1.0;
        before = f_measure(matches[i], settings.alpha, before);
        out[i] = before;
    }
}

}  // namespace tesla
