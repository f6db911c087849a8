// A trie of n-grams: exact, and a text is compared with it without building its own n-grams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::peers {

// Characters or word ids.
using Symbols = std::span<const std::uint32_t>;

// Return how many n-grams of this length a text of this many symbols has.
inline std::int64_t gram_count(std::size_t symbols, std::size_t n) {
    return symbols < n ? 0 : static_cast<std::int64_t>(symbols - n + 1);
}

// Memory is reused. All n-grams of one length are processed before the next length, so that cache misses
// overlap and branches are predictable.
class GramTree {
  public:
    // Clear the trie; n-grams will have up to `order` symbols, and all texts to be added have `symbols`
    // symbols in total.
    void clear(std::size_t order, std::size_t symbols);
    // Add a text. The count of an n-gram is its maximum over the texts.
    void add(Symbols text);
    // Add to shared[n - 1] the clipped number of n-grams that the text shares with the trie.
    void share(Symbols text, std::int64_t* shared);

  private:
    // An n-gram is identified by the slot of its prefix without the last symbol, and that symbol.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t tree = 0;  // the trie that the slot belongs to; slots of older ones are free
        std::uint32_t most = 0;  // in any text that was added
        std::uint32_t count = 0, text = 0;  // in the text with this index
    };
    struct Path {
        std::uint32_t start,
            node;  // node: 1 + the slot of the current prefix, or 0 before the first symbol
    };

    // Return the slot of the n-gram, or the one where it would be inserted.
    Slot& find(std::uint64_t key) {
        std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_)
            if (slots_[i].tree != tree_ || slots_[i].key == key) return slots_[i];
    }
    // Occurrences in the current text.
    std::uint32_t& count(Slot& slot) const {
        if (slot.text != text_) {
            slot.text = text_;
            slot.count = 0;
        }
        return slot.count;
    }
    void start(Symbols text);
    static std::uint64_t key(const Path& path, std::uint32_t symbol) {
        return std::uint64_t{path.node} << 32 | symbol;
    }
    std::uint32_t node(const Slot& slot) const {
        return static_cast<std::uint32_t>(&slot - slots_.data() + 1);
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0, order_ = 0;
    std::uint32_t tree_ = 0, text_ = 0;
    std::vector<Path> paths_;
};

}  // namespace tesla::peers
