#include "graded/character_text.hpp"

#include <limits>
#include <stdexcept>

namespace tesla::graded {

std::uint64_t chunk_key(std::span<const std::uint32_t> characters) {
    std::uint64_t key = kNoGram;
    for (const auto character : characters) key = longer(key, character);
    return key;
}

ChunkGramTable::ChunkGramTable(const Frequencies& frequencies, std::size_t orders)
    : frequencies_(frequencies), orders_(orders) {
    if (!orders || orders > kMostOrders)
        throw std::invalid_argument("n-grams of no or more than 15 characters");
}

// Return the id of an n-gram, which is added if it is new; 0 if there are no more ids.
std::uint32_t ChunkGramTable::add(std::uint64_t gram) {
    if (const std::uint32_t known = number(gram)) return known;
    const std::size_t count = gram_weights_.size();
    if (count > HashNumbers::kMost) return 0;
    if (count > capacity_) {
        const std::size_t capacity = std::max<std::size_t>(capacity_ * 2, 1 << 14);
        HashNumbers larger;
        larger.reserve(capacity);
        for (std::uint32_t k = 1; k < count; ++k) larger.add(hashes_[k], k);
        numbers_ = std::move(larger);
        capacity_ = capacity;
    }
    hashes_.resize(count);  // an earlier call may have run out of memory after this line
    hashes_.push_back(gram);
    gram_weights_.push_back(frequencies_.gram(gram));
    numbers_.add(gram, static_cast<std::uint32_t>(count));
    return static_cast<std::uint32_t>(count);
}

void ChunkGramTable::learn(std::span<const std::uint32_t> characters) {
    std::vector<std::uint32_t> text{kSpace};
    text.insert(text.end(), characters.begin(), characters.end());
    text.push_back(kSpace);
    const std::size_t end = text.size() - 1, begin = facts_.back().begin;
    if (begin + end * orders_ > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("more n-grams than can be numbered");
    weights_.resize(chunks() * orders_);  // an earlier call may have run out of memory after this line
    weights_.resize((chunks() + 1) * orders_, 0.0);
    grams_.resize(begin);
    grams_.resize(begin + end * orders_, 0);
    double* chunk_weights = &weights_[chunks() * orders_];
    bool known = std::find(characters.begin(), characters.end(), kSpace) == characters.end();
    std::vector<std::uint64_t> grams;
    grams.reserve(end * orders_);
    grams_within(text.data(), 1, end, orders_, [&](std::uint64_t gram) {
        numbers_.prefetch(gram);
        grams.push_back(gram);
    });
    std::size_t position = 0;
    for (const auto gram : grams) {
        const std::size_t n = length_of(gram);
        std::uint32_t& number = grams_[begin + position * orders_ + n - 1];
        if (known) number = add(gram);
        known = number != 0;
        chunk_weights[n - 1] += known ? gram_weights_[number] : frequencies_.gram(gram);
        position += n == std::min(orders_, end + 1 - position);
    }
    if (!known) grams_.resize(begin);
    facts_.push_back({0, 0, static_cast<std::uint32_t>(grams_.size())});
    Facts& facts = facts_[facts_.size() - 2];
    facts.key = chunk_key(characters);
    facts.length = static_cast<std::uint32_t>(characters.size());
}

void ChunkGramTable::write(const std::vector<std::uint32_t>& numbers, CharacterText& text) const {
    text.chunks.resize(numbers.size());
    text.weights.resize(numbers.size() * orders_);
    for (const auto number : numbers) {
        tesla::prefetch(&facts_[number]);
        tesla::prefetch(weights(number));
    }
    std::uint32_t from = 1;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::uint32_t number = numbers[k];
        const auto& [key, length, begin] = facts_[number];
        if (begin == facts_[number + 1].begin) return write(text);
        text.chunks[k] = {key, from, from + length, number, 0};
        from += length + 1;
        const double* chunk_weights = weights(number);
        for (std::size_t n = 0; n < orders_; ++n) text.weights[k * orders_ + n] = chunk_weights[n];
    }
    add_beyond(text);
}

void ChunkGramTable::write(CharacterText& text) const {
    const auto& all = text.characters;
    if (!all.empty() && (all.size() < 2 || all.front() != kSpace || all.back() != kSpace))
        throw std::invalid_argument("a text without a space before and after it");
    text.chunks.clear();
    for (std::size_t from = 1, to; from < all.size(); from = to + 1) {
        for (to = from; all[to] != kSpace;) ++to;
        text.chunks.push_back({chunk_key({&all[from], to - from}), static_cast<std::uint32_t>(from),
                               static_cast<std::uint32_t>(to), CharacterChunk::kUnknown, 0});
    }
    text.weights.assign(text.chunks.size() * orders_, 0.0);
    for (std::size_t k = 0; k < text.chunks.size(); ++k) {
        double* chunk_weights = &text.weights[k * orders_];
        grams_within(
            all.data(), text.chunks[k].from, text.chunks[k].to, orders_,
            [&](std::uint64_t gram) { chunk_weights[length_of(gram) - 1] += frequencies_.gram(gram); });
    }
    add_beyond(text);
}

// Weigh the n-grams across chunks, and sum up all weights.
void ChunkGramTable::add_beyond(CharacterText& text) const {
    // There are n - 2 n-grams of length n that contain the space and something on both sides of it.
    const std::size_t most = orders_ > 2 ? (orders_ - 2) * (orders_ - 1) / 2 : 0;
    text.beyond.resize(text.chunks.size() * most);
    std::size_t size = 0;
    for (auto& chunk : text.chunks) {
        chunk.beyond = static_cast<std::uint32_t>(size);
        grams_beyond(text.characters, chunk.from, chunk.to, orders_, [&](std::uint64_t gram) {
            frequencies_.prefetch_gram(gram);
            text.beyond[size++] = gram;
        });
    }
    text.beyond.resize(size);
    text.beyond_weights.resize(size);
    text.totals.assign(orders_, 0.0);
    if (text.chunks.empty()) return;
    // In the order in which CharacterGramMatcher sums up shared n-grams.
    text.totals[0] = frequencies_.gram(longer(kNoGram, kSpace));
    const double* weights = text.weights.data();
    for (std::size_t k = 0; k < text.chunks.size(); ++k)
        for (std::size_t n = 0; n < orders_; ++n) text.totals[n] += *weights++;
    for (std::size_t k = 0; k < size; ++k) {
        text.beyond_weights[k] = frequencies_.gram(text.beyond[k]);
        text.totals[length_of(text.beyond[k]) - 1] += text.beyond_weights[k];
    }
}

}  // namespace tesla::graded
