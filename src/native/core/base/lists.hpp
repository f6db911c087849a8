// Lists of integers, stored contiguously.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesla {

struct Lists {
    std::vector<std::uint32_t> begin{0};
    std::vector<std::uint32_t> items;

    std::size_t size() const { return begin.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t i) const {
        return {items.data() + begin[i], items.data() + begin[i + 1]};
    }
    std::uint32_t count(std::size_t i) const { return begin[i + 1] - begin[i]; }
    // Make one list of the items that were appended since the last one.
    void close() { begin.push_back(static_cast<std::uint32_t>(items.size())); }
    void clear() {
        begin.assign(1, 0);
        items.clear();
    }
};

// Return the inverse relation: the same pairs by their second number, which is below `count`.
inline void turn(const Lists& lists, std::size_t count, Lists& back) {
    back.begin.assign(count + 1, 0);
    for (const auto item : lists.items) ++back.begin[item + 1];
    for (std::size_t i = 0; i < count; ++i) back.begin[i + 1] += back.begin[i];
    back.items.resize(lists.items.size());
    std::vector<std::uint32_t> next(back.begin.begin(), back.begin.end() - 1);
    for (std::uint32_t i = 0; i < lists.size(); ++i)
        for (const auto item : lists[i]) back.items[next[item]++] = i;
}

// Sort and drop duplicates.
inline void sort_unique(std::vector<std::uint32_t>& numbers) {
    if (numbers.size() < 2) return;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace tesla
