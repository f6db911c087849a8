// N-grams as paths in a tree: exact, and a text is held against it without n-grams of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesla {

// Characters or words by number.
using Symbols = std::span<const std::uint32_t>;

// How many n-grams of that length a text of so many symbols has.
inline std::int64_t gram_count(std::size_t symbols, std::size_t n) {
    return symbols < n ? 0 : static_cast<std::int64_t>(symbols - n + 1);
}

// Keeps its memory from one to the next. All n-grams of one length go before the next length: they wait
// for memory together, and what happens to one is mostly what happened to the last.
class GramTree {
  public:
    // Nothing is in it; n-grams will have up to `order` symbols, and those of all texts to be added
    // together are `symbols`.
    void clear(std::size_t order, std::size_t symbols);
    // Of each n-gram, the largest count in any of the texts holds.
    void add(Symbols text);
    // Adds to shared[n - 1] how many n-grams the text shares, each as often as the tree has it at most.
    void share(Symbols text, std::int64_t* shared);

  private:
    // An n-gram is known by the place of the one without its last symbol, and that symbol.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t tree = 0;             // which tree it is of; others' are free
        std::uint32_t most = 0;             // in any text that was added
        std::uint32_t count = 0, text = 0;  // in the text of that number
    };
    struct Path {
        std::uint32_t start, node;  // 1 + the place of the n-gram so far, 0 before the first symbol
    };

    // Where the n-gram is, or would be.
    Slot& find(std::uint64_t key) {
        std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_)
            if (slots_[i].tree != tree_ || slots_[i].key == key) return slots_[i];
    }
    // How often it was met in the text at hand.
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

}  // namespace tesla
