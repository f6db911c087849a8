// N-grams as paths in a tree: exact, and a text is held against it without n-grams of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lookup.hpp"

namespace tesla {

// Characters or words by number.
using Symbols = std::span<const std::uint32_t>;

// How many n-grams of that length a text of so many symbols has.
inline std::int64_t gram_count(std::size_t symbols, std::size_t n) {
    return symbols < n ? 0 : static_cast<std::int64_t>(symbols - n + 1);
}

// Keeps its memory from one to the next.
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
    struct Node {
        std::uint32_t most = 0;
        std::uint32_t count = 0, text = 0;  // in the text of that number
    };
    // The count of a node in the text at hand.
    std::uint32_t& count(Node& node) const {
        if (node.text != text_) node = {node.most, 0, text_};
        return node.count;
    }
    static std::uint64_t key(std::uint32_t node, std::uint32_t symbol) {
        return std::uint64_t{node} << 32 | symbol;
    }

    std::size_t order_ = 0;
    std::uint32_t text_ = 0;
    SmallTable table_;  // node and symbol -> node; 0 is where all paths begin
    std::vector<Node> nodes_;
};

}  // namespace tesla
