// Counts of character n-grams, rebuilt for every pair. Whether an n-gram occurs is unpredictable, so the
// code has almost no branches on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::graded {

// Open addressing from hashes to the indices 1, 2, ...; index 0 is for n-grams with a count of 0.
class GramCounts {
  public:
    void reset(std::size_t grams) {
        std::size_t size = 64;
        while (size < grams * 3) size *= 2;
        slots_.assign(size, 0);
        if (grams_.size() < grams + 2) {
            grams_.resize(grams + 2);
            left_.resize(grams + 2);
        }
        size_ = 0;
        left_[0] = 0;
    }
    void add(std::uint64_t gram) {
        std::uint32_t& slot = slots_[place(gram)];
        const bool fresh = !slot;
        size_ += fresh;
        slot = fresh ? size_ : slot;
        grams_[slot] = gram;
        left_[slot] = (fresh ? 0 : left_[slot]) + 1;
    }
    // Take one occurrence, if any is left; `give` returns one that was taken, by the index from `find`.
    bool take(std::uint32_t number) {
        const bool any = left_[number] > 0;
        left_[number] -= any;
        return any;
    }
    void give(std::uint32_t number) { ++left_[number]; }
    std::uint32_t find(std::uint64_t gram) const { return slots_[place(gram)]; }

  private:
    std::size_t place(std::uint64_t gram) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = gram >> 20 & mask;
        while (slots_[i] && grams_[slots_[i]] != gram) i = (i + 1) & mask;
        return i;
    }

    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> grams_;
    std::vector<std::uint32_t> left_;
    std::uint32_t size_ = 0;
};

}  // namespace tesla::graded
