#include "word_pairs.hpp"

namespace tesla {

namespace {

constexpr double kUnknown = -1.0;
constexpr std::size_t kTrial = 512;  // texts after which it is asked whether it helps

}  // namespace

void WordPairs::start_again() {
    texts_.clear();
    words_.clear();
    similarity_.assign(kMost * kMost, kUnknown);
    kin_.resize(kMost * kMost);
}

// None where there are more words than there is room for.
const WordPairs::Numbers* WordPairs::numbers(const Words& words) {
    const auto known = texts_.find(&words);
    if (known != texts_.end()) return &known->second;
    Numbers found;
    found.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Word word{words.surfaces[i], words.lemmas[i], words.tags[i], words.function[i],
                        words.names[i]};
        const auto next = static_cast<std::uint16_t>(words_.size());
        const auto [place, added] = words_.try_emplace(word, next);
        if (added && next >= kMost) {
            words_.erase(place);
            return nullptr;
        }
        found.push_back(place->second);
    }
    return &texts_.emplace(&words, std::move(found)).first->second;
}

bool WordPairs::look(const Words& x, const Words& y, std::vector<double>& similarity,
                     std::vector<std::uint8_t>& kin) {
    if (similarity_.empty()) start_again();
    if (++looks_ == kTrial) {
        helps_ = 2 * misses_ < looks_;
        looks_ = misses_ = 0;
    }
    ++misses_;  // unless all goes well
    const Numbers* rows = numbers(x);
    const Numbers* columns = rows ? numbers(y) : nullptr;
    if (!columns) {
        start_again();
        return false;
    }
    const std::size_t ny = columns->size();
    similarity.resize(rows->size() * ny);
    kin.resize(rows->size() * ny);
    std::size_t at = 0;
    for (const auto row : *rows) {
        const double* similarities = &similarity_[row * kMost];
        const std::uint8_t* kins = &kin_[row * kMost];
        double least = 0;
        for (const auto column : *columns) {
            least = similarities[column] < least ? similarities[column] : least;
            similarity[at] = similarities[column];
            kin[at++] = kins[column];
        }
        if (least < 0) return false;
    }
    --misses_;
    return true;
}

void WordPairs::keep(const Words& x, const Words& y, const std::vector<double>& similarity,
                     const std::vector<std::uint8_t>& kin) {
    const auto rows = texts_.find(&x), columns = texts_.find(&y);
    if (rows == texts_.end() || columns == texts_.end()) return;  // too many words
    std::size_t at = 0;
    for (const auto row : rows->second)
        for (const auto column : columns->second) {
            similarity_[row * kMost + column] = similarity[at];
            kin_[row * kMost + column] = kin[at++];
        }
}

}  // namespace tesla
