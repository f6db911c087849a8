#include "peers/gram_tree.hpp"

#include <algorithm>

namespace tesla::peers {

void GramTree::clear(std::size_t order, std::size_t symbols) {
    order_ = order;
    text_ = 0;
    // One n-gram of every length starts at each symbol; at most half of the slots are used.
    const std::size_t entries = symbols * std::min(order, symbols);
    std::size_t size = 16;
    while (size < entries * 2) size *= 2;
    if (slots_.size() < size || ++tree_ == 0) {
        slots_.assign(std::max(size, slots_.size()), {});
        tree_ = 1;
    }
    mask_ = size - 1;
}

void GramTree::start(Symbols text) {
    ++text_;
    paths_.resize(text.size());
    for (std::uint32_t i = 0; i < paths_.size(); ++i) paths_[i] = {i, 0};
}

void GramTree::add(Symbols text) {
    start(text);
    for (std::size_t n = 0; n < std::min(order_, text.size()); ++n)
        for (std::size_t i = 0; i + n < text.size(); ++i) {
            Path& path = paths_[i];
            const std::uint64_t wanted = key(path, text[i + n]);
            Slot& slot = find(wanted);
            if (slot.tree != tree_) slot = {wanted, tree_, 0, 0, text_};
            const std::uint32_t found = ++count(slot);
            slot.most = std::max(slot.most, found);
            path.node = node(slot);
        }
}

void GramTree::share(Symbols text, std::int64_t* shared) {
    start(text);
    for (std::size_t n = 0; n < std::min(order_, text.size()); ++n) {
        // An n-gram that is not in the tree has no extension in it.
        std::size_t kept = 0;
        std::int64_t found = 0;
        for (const Path& path : paths_) {
            if (path.start + n >= text.size()) continue;
            Slot& slot = find(key(path, text[path.start + n]));
            if (slot.tree != tree_) continue;
            std::uint32_t& used = count(slot);
            const bool more = used < slot.most;
            used += more;
            found += more;
            paths_[kept++] = {path.start, node(slot)};
        }
        paths_.resize(kept);
        shared[n] += found;
    }
}

}  // namespace tesla::peers
