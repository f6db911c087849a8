// How often n-grams of characters are there, made anew for every pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

// Open addressing by hashes; a slot holds good for one round only, so that starting afresh costs
// nothing.
class GramCounts {
  public:
    void reset(std::size_t grams) {
        std::size_t size = 64;
        while (size < grams * 2) size *= 2;
        if (slots_.size() < size || ++round_ == 0) {
            slots_.assign(std::max(size, slots_.size()), {});
            round_ = 1;
        }
        mask_ = size - 1;
    }
    void add(std::uint64_t gram) {
        Slot& slot = find(gram);
        if (slot.round == round_)
            ++slot.left;
        else
            slot = {gram, round_, 1};
    }
    // Where one of them is left; null where none is.
    std::uint32_t* left(std::uint64_t gram) {
        Slot& slot = find(gram);
        return slot.round == round_ && slot.left ? &slot.left : nullptr;
    }

  private:
    struct Slot {
        std::uint64_t gram = 0;
        std::uint32_t round = 0, left = 0;
    };
    Slot& find(std::uint64_t gram) {
        for (std::size_t i = gram >> 20 & mask_;; i = (i + 1) & mask_)
            if (slots_[i].round != round_ || slots_[i].gram == gram) return slots_[i];
    }
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
};

}  // namespace tesla
