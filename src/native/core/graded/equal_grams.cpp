#include "graded/equal_grams.hpp"

#include <cstdlib>

namespace tesla::graded {

void EqualGrams::find(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
                      std::size_t n) {
    number(x, y, n);
    merge();
    choose();
    pair();
}

// An n-gram is an (n-1)-gram and a word.
void EqualGrams::number(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
                        std::size_t n) {
    x_.assign(x.size(), 0);
    y_.assign(y.size(), 0);
    for (std::size_t k = 0; k < n; ++k) {
        table_.reset(x_.size() + y_.size());
        kinds_ = 0;
        const auto lengthen = [&](const std::vector<std::uint32_t>& words,
                                  std::vector<std::uint32_t>& grams) {
            grams.resize(words.size() > k ? words.size() - k : 0);
            for (std::size_t i = 0; i < grams.size(); ++i) {
                Amount& kind = table_.at(std::uint64_t{grams[i]} << 32 | words[i + k]);
                if (!kind) kind = static_cast<Amount>(++kinds_);
                grams[i] = static_cast<std::uint32_t>(kind) - 1;
            }
        };
        lengthen(x, x_);
        lengthen(y, y_);
    }
}

void EqualGrams::merge() {
    const std::uint64_t nx = x_.size(), ny = y_.size();
    walk_.clear();
    std::uint64_t j = 0;
    const auto add = [&](bool of_y, std::uint64_t place) {
        walk_.push_back({of_y, false, static_cast<std::uint32_t>(place)});
    };
    for (std::uint64_t i = 0; i < nx; ++i) {
        for (; j < ny && (2 * j + 1) * nx < (2 * i + 1) * ny; ++j) add(true, j);
        add(false, i);
    }
    for (; j < ny; ++j) add(true, j);
}

// Choose which n-grams to leave unpaired, so that the paired ones are closest to each other.
void EqualGrams::choose() {
    // A kind has as many levels on either side as it has n-grams there, and one between them.
    std::vector<std::uint32_t>&of_y = first_, &all = next_;
    of_y.assign(kinds_, 0);
    all.assign(kinds_, 1);
    for (const auto kind : y_) ++of_y[kind], ++all[kind];
    for (const auto kind : x_) ++all[kind];
    zero_.resize(kinds_);
    std::uint32_t begin = 0;
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
        zero_[kind] = begin + of_y[kind];
        begin += all[kind];
    }
    levels_.assign(begin, {});
    ahead_.assign(kinds_, 0);
    for (const PlacedGram& one : walk_) {
        const auto kind = (one.of_y ? y_ : x_)[one.place];
        const auto at =
            static_cast<std::int64_t>((2 * std::uint64_t{one.place} + 1) * (one.of_y ? x_ : y_).size());
        const std::int32_t before = ahead_[kind], after = before + (one.of_y ? -1 : 1);
        ahead_[kind] = after;
        const bool back = std::abs(after) < std::abs(before);
        const std::int64_t zero = zero_[kind];
        Level& level = levels_[static_cast<std::size_t>(zero + (back ? before : after))];
        if (level.reached) level.cost += back ? at - level.last : level.last - at;
        if (!level.reached || (!back && level.cost < level.best)) {
            level.best = level.cost;
            level.place = one.place;
        }
        level.reached = true;
        level.last = at;
    }
    left_x_.assign(x_.size(), 0);
    left_y_.assign(y_.size(), 0);
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
        for (std::int32_t k = 1; k <= ahead_[kind]; ++k)
            left_x_[levels_[zero_[kind] + static_cast<std::uint32_t>(k)].place] = 1;
        for (std::int32_t k = 1; k <= -ahead_[kind]; ++k)
            left_y_[levels_[zero_[kind] - static_cast<std::uint32_t>(k)].place] = 1;
    }
}

// Of the n-grams that are not left, pair the k-th with the k-th.
void EqualGrams::pair() {
    first_.assign(kinds_, 0);
    next_.resize(x_.size());
    shared_.assign(kinds_, 0);
    for (std::size_t i = x_.size(); i-- > 0;) {
        if (left_x_[i]) continue;
        next_[i] = first_[x_[i]];
        first_[x_[i]] = static_cast<std::uint32_t>(i + 1);
        shared_[x_[i]] = 1;
    }
    pairs_.clear();
    for (std::size_t j = 0; j < y_.size(); ++j) {
        if (left_y_[j]) continue;
        std::uint32_t& first = first_[y_[j]];
        pairs_.push_back({static_cast<std::int32_t>(first - 1), static_cast<std::int32_t>(j)});
        first = next_[first - 1];
    }
    left_.clear();
    for (const PlacedGram& one : walk_)
        if ((one.of_y ? left_y_ : left_x_)[one.place])
            left_.push_back({one.of_y, shared_[(one.of_y ? y_ : x_)[one.place]] != 0, one.place});
}

}  // namespace tesla::graded
