// A thread-safe cache of values by text, bounded by memory. It is emptied when it is full (no LRU
// order).
//
// A long stream of texts may never request the same text again. Therefore, if the cache is full and had
// few hits, its capacity is reduced to a quarter. A history of hashes, as long as the full capacity
// would reach, detects when this was wrong, and restores the capacity.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/columns.hpp"
#include "base/string_table.hpp"

namespace tesla {

template <class Value>
class BoundedCache {
  public:
    // `max_bytes` is the full capacity.
    explicit BoundedCache(std::size_t max_bytes) : capacity_(max_bytes), max_capacity_(max_bytes) {}

    std::shared_ptr<const Value> find(std::string_view text) const {
        return find(text, hash_text(text));
    }
    // For callers that need the hash several times.
    std::shared_ptr<const Value> find(std::string_view text, std::uint64_t hash) const {
        const std::lock_guard lock(mutex_);
        const std::uint32_t index = texts_.find(text, hash);
        if (index == StringTable::npos) return nullptr;
        ++hits_;
        return values_[index];
    }
    // Empties the cache if it is full. A value that is larger than the capacity is not inserted.
    void insert(std::string_view text, std::shared_ptr<const Value> value) {
        insert(text, hash_text(text), std::move(value));
    }
    void insert(std::string_view text, std::uint64_t hash, std::shared_ptr<const Value> value) {
        const std::size_t size = value->bytes() + text.size() + kOverhead;
        const std::lock_guard lock(mutex_);
        if (size > max_capacity_ || texts_.find(text, hash) != StringTable::npos) return;
        record_history(hash, size);
        if (size_ + size > capacity_) {
            capacity_ = hits_ * kReduction < texts_.size() ? max_capacity_ / kReduction : max_capacity_;
            drop_all();
        }
        if (size > capacity_) return;
        put(values_, texts_.size(), std::move(value));
        texts_.add(text, hash);
        size_ += size;
    }
    std::size_t capacity() const {
        const std::lock_guard lock(mutex_);
        return capacity_;
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        drop_all();
    }

  private:
    static constexpr std::size_t kReduction = 4;
    // Memory per text besides its characters and value: slots, a string, pointers, its hash.
    static constexpr std::size_t kOverhead = 224;

    // Detect texts that were inserted before, as far back as the full capacity would reach.
    void record_history(std::uint64_t hash, std::size_t size) {
        if (history_bytes_ + size > max_capacity_) {
            history_.clear();
            history_bytes_ = repeats_ = 0;
        }
        if (!history_.insert(hash).second && ++repeats_ * kReduction > history_.size())
            capacity_ = max_capacity_;
        history_bytes_ += size;
    }
    void drop_all() {
        texts_.clear();
        values_.clear();
        size_ = hits_ = 0;
    }

    mutable std::mutex mutex_;
    StringTable texts_;
    std::vector<std::shared_ptr<const Value>> values_;
    std::size_t size_ = 0, capacity_, max_capacity_;
    mutable std::size_t hits_ = 0;  // number of hits
    std::unordered_set<std::uint64_t> history_;
    std::size_t history_bytes_ = 0,
                repeats_ = 0;  // bytes of the history; how many of its texts were inserted again
};

}  // namespace tesla
