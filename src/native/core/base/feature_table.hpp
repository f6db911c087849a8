// A hash table from many strings to the ids 0, 1, 2, ..., filled once and mostly queried for strings
// that it does not contain: slots are small and hold a part of the hash, so that a miss touches one
// cache line; all strings are stored in one buffer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_table.hpp"

namespace tesla {

class FeatureTable {
  public:
    static constexpr std::uint32_t npos = ~std::uint32_t{0};

    // Reserve memory for this many strings with this many characters in total; more must not be added.
    void reserve(std::size_t entries, std::size_t characters) {
        std::size_t size = 64;
        while (size < entries * 2) size *= 2;
        slots_.assign(size, {});
        starts_.reserve(entries + 1);
        text_.reserve(characters);
    }
    // Return the id of a string, which is added if it is new.
    std::uint32_t add(std::string_view key) {
        const std::uint64_t hash = hash_text(key);
        const std::size_t place = slot(key, hash);
        if (slots_[place].number == npos) {
            slots_[place] = {tag(hash), static_cast<std::uint32_t>(size())};
            text_ += key;
            starts_.push_back(static_cast<std::uint32_t>(text_.size()));
        }
        return slots_[place].number;
    }
    std::uint32_t find(std::string_view key, std::uint64_t hash) const {
        return slots_[slot(key, hash)].number;
    }
    // Prefetch the memory that a later `find` will read.
    void prefetch(std::uint64_t hash) const { tesla::prefetch(&slots_[hash & mask()]); }
    std::string_view key(std::uint32_t number) const {
        return std::string_view(text_).substr(starts_[number], starts_[number + 1] - starts_[number]);
    }
    std::size_t size() const { return starts_.size() - 1; }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t number = npos;
    };
    static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    std::size_t mask() const { return slots_.size() - 1; }
    // Return the slot of the string, or the empty slot where it would be inserted.
    std::size_t slot(std::string_view key, std::uint64_t hash) const {
        std::size_t i = hash & mask();
        while (slots_[i].number != npos &&
               (slots_[i].tag != tag(hash) || this->key(slots_[i].number) != key))
            i = (i + 1) & mask();
        return i;
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::string text_;
    std::vector<std::uint32_t> starts_{0};
};

}  // namespace tesla
