#include "gram_tree.hpp"

#include <algorithm>

namespace tesla {

void GramTree::clear(std::size_t order, std::size_t symbols) {
    order_ = order;
    text_ = 0;
    // An n-gram starts at each symbol, of every length.
    table_.reset(symbols * std::min(order, symbols));
    nodes_.assign(1, {});
}

void GramTree::add(Symbols text) {
    ++text_;
    for (std::size_t start = 0; start < text.size(); ++start) {
        const std::size_t end = std::min(text.size(), start + order_);
        std::uint32_t node = 0;
        for (std::size_t at = start; at < end; ++at) {
            Amount& next = table_.at(key(node, text[at]));
            if (!next) {
                next = static_cast<Amount>(nodes_.size());
                nodes_.emplace_back();
            }
            node = static_cast<std::uint32_t>(next);
            const std::uint32_t found = ++count(nodes_[node]);
            nodes_[node].most = std::max(nodes_[node].most, found);
        }
    }
}

void GramTree::share(Symbols text, std::int64_t* shared) {
    ++text_;
    for (std::size_t start = 0; start < text.size(); ++start) {
        const std::size_t end = std::min(text.size(), start + order_);
        std::uint32_t node = 0;
        for (std::size_t at = start; at < end; ++at) {
            // What is not in it is in no longer one either.
            const Amount* next = table_.look(key(node, text[at]));
            if (!next) break;
            node = static_cast<std::uint32_t>(*next);
            std::uint32_t& used = count(nodes_[node]);
            if (used == nodes_[node].most) continue;
            ++used;
            ++shared[at - start];
        }
    }
}

}  // namespace tesla
