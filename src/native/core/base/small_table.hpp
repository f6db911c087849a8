// A small hash table, rebuilt for every pair of texts or every batch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

// Open addressing from 64-bit keys to integers. A slot is valid for one round only, so that clearing
// takes constant time.
class SmallTable {
  public:
    void reset(std::size_t entries) {
        std::size_t size = 16;
        while (size < entries * 2) size *= 2;
        if (slots_.size() < size || ++round_ == 0) {
            slots_.assign(std::max(size, slots_.size()), {});
            round_ = 1;
        }
        mask_ = size - 1;
    }
    // Return a reference to the value of the key, 0 if it is new.
    std::int64_t& at(std::uint64_t key) {
        Slot& slot = find(key);
        if (slot.round != round_) slot = {key, 0, round_};
        return slot.value;
    }
    std::int64_t* look(std::uint64_t key) {
        Slot& slot = find(key);
        return slot.round == round_ ? &slot.value : nullptr;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::int64_t value = 0;
        std::uint32_t round = 0;
    };
    Slot& find(std::uint64_t key) {
        std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_)
            if (slots_[i].round != round_ || slots_[i].key == key) return slots_[i];
    }
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
};

}  // namespace tesla
