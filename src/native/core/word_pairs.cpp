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
const WordPairs::Numbers* WordPairs::numbers(const WordTypes& types) {
    const auto known = texts_.find(&types);
    if (known != texts_.end()) return &known->second;
    Numbers found;
    found.reserve(types.size());
    for (const WordType& type : types.each) {
        const auto next = static_cast<std::uint16_t>(words_.size());
        const auto [place, added] = words_.try_emplace(type, next);
        if (added && next >= kMost) {
            words_.erase(place);
            return nullptr;
        }
        found.push_back(place->second);
    }
    return &texts_.emplace(&types, std::move(found)).first->second;
}

bool WordPairs::look(const WordTypes& x, const WordTypes& y, Alike& alike) {
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
    alike.begin(rows->size(), columns->size());
    for (const auto row : *rows) {
        const double* similarities = &similarity_[row * kMost];
        const std::uint8_t* kins = &kin_[row * kMost];
        for (std::uint32_t j = 0; j < columns->size(); ++j) {
            const auto column = (*columns)[j];
            if (similarities[column] < 0) return false;
            if (similarities[column] > 0 || kins[column])
                alike.add({j, kins[column] != 0, similarities[column]});
        }
        alike.end_row();
    }
    --misses_;
    return true;
}

void WordPairs::keep(const WordTypes& x, const WordTypes& y, const Alike& alike) {
    const auto rows = texts_.find(&x), columns = texts_.find(&y);
    if (rows == texts_.end() || columns == texts_.end()) return;  // too many words
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t row = rows->second[i] * kMost;
        for (const auto column : columns->second) similarity_[row + column] = kin_[row + column] = 0;
        for (const Likeness& like : alike.row(i)) {
            similarity_[row + columns->second[like.y]] = like.similarity;
            kin_[row + columns->second[like.y]] = like.kin;
        }
    }
}

}  // namespace tesla
