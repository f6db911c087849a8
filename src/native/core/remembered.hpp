// What was made of texts, by the text, for as long as it fits. Several threads may use it.
//
// A file that does not end never asks again for what was made of it: when all is full and hardly any
// of it was asked for, a quarter of the room must do from then on. Hashes of what all of the room
// would have held tell when that was wrong.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "text.hpp"

namespace tesla {

template <class Value>
class Remembered {
  public:
    // `most` is in bytes.
    explicit Remembered(std::size_t most) : room_(most), most_(most) {}

    std::shared_ptr<const Value> find(std::string_view text) const {
        return find(text, hash_text(text));
    }
    // Who needs the hash more often makes it once.
    std::shared_ptr<const Value> find(std::string_view text, std::uint64_t hash) const {
        const std::lock_guard lock(mutex_);
        const std::uint32_t number = texts_.find(text, hash);
        if (number == StringTable::npos) return nullptr;
        ++asked_;
        return values_[number];
    }
    // When all is full, it is forgotten; what would not fit by itself is not taken.
    void keep(std::string_view text, std::shared_ptr<const Value> value) {
        keep(text, hash_text(text), std::move(value));
    }
    void keep(std::string_view text, std::uint64_t hash, std::shared_ptr<const Value> value) {
        const std::size_t size = value->bytes() + text.size() + kBeside;
        const std::lock_guard lock(mutex_);
        if (size > most_ || texts_.find(text, hash) != StringTable::npos) return;
        look_back(hash, size);
        if (size_ + size > room_) {
            room_ = asked_ * kFew < texts_.size() ? most_ / kFew : most_;
            forget();
        }
        if (size > room_) return;
        put(values_, texts_.size(), std::move(value));
        texts_.add(text, hash);
        size_ += size;
    }
    std::size_t room() const {
        const std::lock_guard lock(mutex_);
        return room_;
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        forget();
    }

  private:
    static constexpr std::size_t kFew = 4;
    // What a text takes beside its characters and value: slots, a string, pointers, its hash.
    static constexpr std::size_t kBeside = 224;

    // Whether texts were kept before, as far back as all of the room would reach.
    void look_back(std::uint64_t hash, std::size_t size) {
        if (passed_ + size > most_) {
            past_.clear();
            passed_ = missed_ = 0;
        }
        if (!past_.insert(hash).second && ++missed_ * kFew > past_.size()) room_ = most_;
        passed_ += size;
    }
    void forget() {
        texts_.clear();
        values_.clear();
        size_ = asked_ = 0;
    }

    mutable std::mutex mutex_;
    StringTable texts_;
    std::vector<std::shared_ptr<const Value>> values_;
    std::size_t size_ = 0, room_, most_;
    mutable std::size_t asked_ = 0;  // how often something was there
    std::unordered_set<std::uint64_t> past_;
    std::size_t passed_ = 0, missed_ = 0;  // bytes of these; how many of them came again in vain
};

}  // namespace tesla
