// What was made of texts, by the text, for as long as it fits.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "text.hpp"

namespace tesla {

template <class Value>
class Remembered {
  public:
    explicit Remembered(std::size_t most) : most_(most) {}

    std::size_t most() const { return most_; }
    std::shared_ptr<const Value> find(std::string_view text) const {
        const std::uint32_t number = texts_.find(text);
        return number == StringTable::npos ? nullptr : values_[number];
    }
    // `size` is in whatever unit the bound is in; when all is full, it is forgotten.
    void keep(std::string_view text, std::shared_ptr<const Value> value, std::size_t size) {
        if (size > most_) return;
        if (size_ + size > most_) clear();
        if (texts_.add(text) == values_.size()) {
            values_.push_back(std::move(value));
            size_ += size;
        }
    }
    void clear() {
        texts_.clear();
        values_.clear();
        size_ = 0;
    }

  private:
    StringTable texts_;
    std::vector<std::shared_ptr<const Value>> values_;
    std::size_t size_ = 0, most_;
};

}  // namespace tesla
