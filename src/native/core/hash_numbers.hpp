// Numbers of what is known by a 64-bit hash alone, eight bytes a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text.hpp"

namespace tesla {

// Open addressing; 0 is the number of what is not there. The four lowest bits of hashes are not looked
// at. With them, those that tell the place and those in the slot, two of 10^5 agree once in 10^7 tables.
class HashNumbers {
  public:
    static constexpr std::uint32_t kMost = (1u << 24) - 1;

    // All must be added anew.
    void reserve(std::size_t keys) {
        std::size_t size = 16;
        while (size < keys * 2) size *= 2;
        slots_.assign(size, 0);
    }
    // There must be room for it. One that is there already gets the new number.
    void add(std::uint64_t hash, std::uint32_t number) {
        slots_[look(hash)] = (hash & ~std::uint64_t{kMost}) | number;
    }
    std::uint32_t find(std::uint64_t hash) const {
        return static_cast<std::uint32_t>(slots_[look(hash)]) & kMost;
    }
    void prefetch(std::uint64_t hash) const { tesla::prefetch(&slots_[place(hash)]); }
    std::size_t bytes() const { return slots_.capacity() * 8; }

  private:
    std::size_t place(std::uint64_t hash) const { return hash >> 4 & (slots_.size() - 1); }
    // Where it is, or would be. One branch for both: which of them it is cannot be foreseen.
    std::size_t look(std::uint64_t hash) const {
        std::size_t i = place(hash);
        while ((slots_[i] != 0) & ((slots_[i] ^ hash) > kMost)) i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(16);
};

}  // namespace tesla
