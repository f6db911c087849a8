#include "written.hpp"

#include <stdexcept>

namespace tesla {

namespace {

constexpr std::uint32_t kSpace = ' ';

std::uint64_t key_of(std::span<const std::uint32_t> characters) {
    std::uint64_t key = kNoGram;
    for (const auto character : characters) key = longer(key, character);
    return key;
}

}  // namespace

void Spelling::learn(std::span<const std::uint32_t> characters) {
    std::vector<std::uint32_t> text{kSpace};
    text.insert(text.end(), characters.begin(), characters.end());
    text.push_back(kSpace);
    const auto length = static_cast<std::uint32_t>(characters.size());
    weights_.resize((keys_.size() + 1) * orders_);  // memory may have run out after such a line before
    lengths_.resize(keys_.size());
    lengths_.push_back(length);
    double* own = &weights_[keys_.size() * orders_];
    std::fill(own, own + orders_, 0.0);
    grams_within(text.data(), {0, 1, length + 1}, orders_,
                 [&](std::size_t n, std::uint64_t gram) { own[n - 1] += frequencies_.gram(gram); });
    keys_.push_back(key_of(characters));
}

void Spelling::write(const std::vector<std::uint32_t>& numbers, Room& room, Written& text) const {
    text.chunks.resize(numbers.size());
    text.weights.assign(numbers.size() * orders_ * 2, 0.0);
    std::uint32_t from = 1;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::size_t number = numbers[k];
        text.chunks[k] = {keys_[number], from, from + lengths_[number]};
        from += lengths_[number] + 1;
        const double* own = &weights_[number * orders_];
        std::copy(own, own + orders_, &text.weights[k * orders_ * 2]);
    }
    add_beyond(room, text);
}

void Spelling::write(Room& room, Written& text) const {
    const auto& all = text.characters;
    if (!all.empty() && (all.size() < 2 || all.front() != kSpace || all.back() != kSpace))
        throw std::invalid_argument("a text without a space before and after it");
    text.chunks.clear();
    for (std::size_t from = 1, to; from < all.size(); from = to + 1) {
        for (to = from; all[to] != kSpace;) ++to;
        text.chunks.push_back({key_of({&all[from], to - from}), static_cast<std::uint32_t>(from),
                               static_cast<std::uint32_t>(to)});
    }
    text.weights.assign(text.chunks.size() * orders_ * 2, 0.0);
    for (std::size_t k = 0; k < text.chunks.size(); ++k) {
        double* own = &text.weights[k * orders_ * 2];
        grams_within(all.data(), text.chunks[k], orders_,
                     [&](std::size_t n, std::uint64_t gram) { own[n - 1] += frequencies_.gram(gram); });
    }
    add_beyond(room, text);
}

// Weighs n-grams across chunks, and adds up all of them.
void Spelling::add_beyond(Room& room, Written& text) const {
    room.keys.clear();
    room.places.clear();
    std::size_t place = orders_ - 1;
    for (const auto& chunk : text.chunks) {
        grams_beyond(text.characters.data(), chunk, orders_, text.characters.size(),
                     [&](std::size_t n, std::uint64_t gram) {
                         frequencies_.prefetch_gram(gram);
                         room.keys.push_back(gram);
                         room.places.push_back(static_cast<std::uint32_t>(place + n));
                     });
        place += orders_ * 2;
    }
    for (std::size_t k = 0; k < room.keys.size(); ++k)
        text.weights[room.places[k]] += frequencies_.gram(room.keys[k]);
    text.totals.assign(orders_, 0.0);
    if (text.chunks.empty()) return;
    text.totals[0] = frequencies_.gram(longer(kNoGram, kSpace));
    const double* weights = text.weights.data();
    for (std::size_t k = 0; k < text.chunks.size() * 2; ++k)
        for (std::size_t n = 0; n < orders_; ++n) text.totals[n] += *weights++;
}

}  // namespace tesla
