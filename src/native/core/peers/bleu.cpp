#include "peers/bleu.hpp"

#include <algorithm>
#include <cstdlib>

#include "text/white_space.hpp"

namespace tesla::peers {

void Bleu::Reader::read(std::string_view text, Code& code) {
    split(tokenizer_.cut(text), [&](std::string_view word) { code.push_back(words_.add(word)); });
}

void Bleu::Counter::set_references(const std::vector<const Code*>& references) {
    lengths_.clear();
    std::size_t symbols = 0;
    for (const Code* reference : references) {
        lengths_.push_back(static_cast<std::int64_t>(reference->size()));
        symbols += reference->size();
    }
    tree_.clear(order_, symbols);
    for (const Code* reference : references) tree_.add(*reference);
}

void Bleu::Counter::count(const Code& candidate, std::int64_t* row) {
    const auto length = static_cast<std::int64_t>(candidate.size());
    // Of two equally close lengths, take the shorter one.
    const auto nearer = [length](std::int64_t a, std::int64_t b) {
        const auto from_a = std::abs(length - a), from_b = std::abs(length - b);
        return from_a != from_b ? from_a < from_b : a < b;
    };
    row[0] = length;
    row[1] = *std::min_element(lengths_.begin(), lengths_.end(), nearer);
    std::fill_n(row + 2, order_, 0);
    tree_.share(candidate, row + 2);
    for (std::size_t n = 1; n <= order_; ++n) row[1 + order_ + n] = gram_count(candidate.size(), n);
}

}  // namespace tesla::peers
