// What was made of texts, by the text, for as long as it fits. Several threads may use it.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "text.hpp"

namespace tesla {

template <class Value>
class Remembered {
  public:
    // `most` is in bytes.
    explicit Remembered(std::size_t most) : most_(most) {}

    std::shared_ptr<const Value> find(std::string_view text) const {
        const std::lock_guard lock(mutex_);
        const std::uint32_t number = texts_.find(text);
        return number == StringTable::npos ? nullptr : values_[number];
    }
    // When all is full, it is forgotten; what would not fit by itself is not taken.
    void keep(std::string_view text, std::shared_ptr<const Value> value) {
        const std::size_t size = value->bytes() + text.size() + 128;
        const std::lock_guard lock(mutex_);
        if (size > most_) return;
        if (size_ + size > most_) forget();
        if (texts_.find(text) != StringTable::npos) return;
        put(values_, texts_.size(), std::move(value));
        texts_.add(text);
        size_ += size;
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        forget();
    }

  private:
    void forget() {
        texts_.clear();
        values_.clear();
        size_ = 0;
    }

    mutable std::mutex mutex_;
    StringTable texts_;
    std::vector<std::shared_ptr<const Value>> values_;
    std::size_t size_ = 0, most_;
};

}  // namespace tesla
