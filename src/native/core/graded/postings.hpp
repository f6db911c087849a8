// Postings: which words of a text have an item (bigram, synset, related word).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::graded {

// Memory is reused from text to text.
class Postings {
    struct Entry {
        std::uint32_t item = 0, word = 0, before = 0;
    };

  public:
    // Clear, and reserve slots for about this many items.
    void reset(std::size_t items) {
        std::size_t size = 256;
        while (size < items) size *= 2;
        mask_ = static_cast<std::uint32_t>(size - 1);
        lasts_.assign(size, 0);
        entries_.assign(1, {});
    }
    void add(std::uint32_t item, std::uint32_t word) {
        std::uint32_t& last = lasts_[slot(item, mask_)];
        entries_.push_back({item, word, last});
        last = static_cast<std::uint32_t>(entries_.size() - 1);
    }
    // A reader with copies of the pointers, valid until the next add(). Without local copies the
    // compiler must assume that stores to byte arrays change the pointers.
    class Reader {
      public:
        explicit Reader(const Postings& all)
            : mask_(all.mask_), lasts_(all.lasts_.data()), entries_(all.entries_.data()) {}
        // Call found(word) for each word that has the item.
        template <class Found>
        void each(std::uint32_t item, Found found) const {
            for (std::uint32_t at = lasts_[slot(item, mask_)]; at; at = entries_[at].before)
                if (entries_[at].item == item) found(entries_[at].word);
        }

      private:
        std::uint32_t mask_;
        const std::uint32_t* lasts_;
        const Entry* entries_;
    };

  private:
    // Consecutive ids do not collide as long as there are fewer of them than slots.
    static std::uint32_t slot(std::uint32_t item, std::uint32_t mask) {
        return (item ^ item >> 12) & mask;
    }

    std::uint32_t mask_ = 0;
    std::vector<std::uint32_t> lasts_;  // by slot; 0: none
    std::vector<Entry> entries_;
};

}  // namespace tesla::graded
