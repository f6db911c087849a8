#include "equals.hpp"

namespace tesla {

void Equals::find(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
                  std::size_t n) {
    number(x, y, n);
    merge();
    close();
    pair();
}

// An n-gram is one that is a word shorter, and a word.
void Equals::number(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
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

void Equals::merge() {
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

// Like brackets each closes the last open one of its kind on the other side.
void Equals::close() {
    open_.assign(kinds_, 0);
    shared_.assign(kinds_, 0);
    below_.resize(walk_.size());
    kept_x_.assign(x_.size(), 0);
    kept_y_.assign(y_.size(), 0);
    const auto kind = [&](const Placed& one) { return (one.of_y ? y_ : x_)[one.place]; };
    for (std::size_t step = 0; step < walk_.size(); ++step) {
        const Placed& one = walk_[step];
        std::uint32_t& open = open_[kind(one)];
        if (open && walk_[open - 1].of_y != one.of_y) {
            const Placed& other = walk_[open - 1];
            kept_x_[one.of_y ? other.place : one.place] = 1;
            kept_y_[one.of_y ? one.place : other.place] = 1;
            shared_[kind(one)] = 1;
            open = below_[open - 1];
        } else {
            below_[step] = open;
            open = static_cast<std::uint32_t>(step + 1);
        }
    }
    left_.clear();
    for (const Placed& one : walk_)
        if (!(one.of_y ? kept_y_ : kept_x_)[one.place])
            left_.push_back({one.of_y, shared_[kind(one)] != 0, one.place});
}

// Of those that are not left, the k-th goes with the k-th.
void Equals::pair() {
    first_.assign(kinds_, 0);
    next_.resize(x_.size());
    for (std::size_t i = x_.size(); i-- > 0;) {
        if (!kept_x_[i]) continue;
        next_[i] = first_[x_[i]];
        first_[x_[i]] = static_cast<std::uint32_t>(i + 1);
    }
    pairs_.clear();
    for (std::size_t j = 0; j < y_.size(); ++j) {
        if (!kept_y_[j]) continue;
        std::uint32_t& first = first_[y_[j]];
        pairs_.push_back({static_cast<std::int32_t>(first - 1), static_cast<std::int32_t>(j)});
        first = next_[first - 1];
    }
}

}  // namespace tesla
