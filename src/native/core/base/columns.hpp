// Columns of values that belong to the keys of a table, by index. If memory ran out in between, a column
// may be longer than the table of keys: `put` first drops everything from that index on, so that values
// and keys stay aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/string_table.hpp"

namespace tesla {

template <class Value>
void put(std::vector<Value>& column, std::size_t place, Value value) {
    column.erase(column.begin() + static_cast<std::ptrdiff_t>(place), column.end());
    column.push_back(std::move(value));
}

// A column of lists, stored contiguously.
template <class Value>
class ListColumn {
  public:
    std::size_t size() const { return begin_.size() - 1; }
    void put(std::size_t place, const std::vector<Value>& list) {
        begin_.resize(place + 1);
        items_.resize(begin_.back());
        items_.insert(items_.end(), list.begin(), list.end());
        begin_.push_back(static_cast<std::uint32_t>(items_.size()));
    }
    std::size_t bytes() const {
        return begin_.capacity() * sizeof(std::uint32_t) + items_.capacity() * sizeof(Value);
    }
    void prefetch(std::size_t i) const { tesla::prefetch(&begin_[i]); }
    const Value* first(std::size_t i) const { return items_.data() + begin_[i]; }
    const Value* last(std::size_t i) const { return items_.data() + begin_[i + 1]; }

  private:
    std::vector<std::uint32_t> begin_{0};
    std::vector<Value> items_;
};

}  // namespace tesla
