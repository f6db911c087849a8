// A hash table from 64-bit hashes to ids, eight bytes per slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/string_table.hpp"

namespace tesla {

// Open addressing; 0 is the id of absent hashes. The four lowest bits of hashes are ignored. The slot
// index and the bits stored in the slot identify a hash: among 10^5 hashes, two agree in one of 10^7
// tables.
class HashNumbers {
  public:
    static constexpr std::uint32_t kMost = (1u << 24) - 1;

    // Removes all entries.
    void reserve(std::size_t keys) {
        std::size_t size = 16;
        while (size < keys * 2) size *= 2;
        slots_.assign(size, 0);
    }
    // There must be capacity for it. An existing hash gets the new id.
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
    // Return the slot of the hash, or where it would be inserted. One branch for both cases, since which
    // one it is is unpredictable.
    std::size_t look(std::uint64_t hash) const {
        std::size_t i = place(hash);
        while ((slots_[i] != 0) & ((slots_[i] ^ hash) > kMost)) i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(16);
};

}  // namespace tesla
