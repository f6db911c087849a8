#include "parsing/span_features.hpp"

namespace tesla::parsing {

namespace {

constexpr std::uint32_t kLongestExact = 5;
constexpr std::uint32_t kLeaf = 64;  // single words have other templates

constexpr std::uint32_t mixed(std::uint32_t hash, std::uint32_t part) {
    hash = (hash ^ part) * 0x9E3779B1U;
    return hash ^ hash >> 15;
}

template <class... Parts>
constexpr FeatureKey key(std::uint32_t form, Parts... parts) {
    FeatureKey hash = mixed(0x2545F491U, form);
    ((hash = mixed(hash, static_cast<std::uint32_t>(parts))), ...);
    return hash;
}

// 1, 2, 3, 4, 5, to 7, to 10, to 15, to 25, more
constexpr std::uint32_t bucket(std::size_t length) {
    if (length <= 5) return static_cast<std::uint32_t>(length);
    if (length <= 7) return 6;
    if (length <= 10) return 7;
    if (length <= 15) return 8;
    return length <= 25 ? 9 : 10;
}

}  // namespace

SpanFeatures::SpanFeatures(const std::vector<ParsedWord>& words)
    : size_(words.size()), words_(kPad), masks_(size_ * size_), runs_(size_ * size_) {
    words_.insert(words_.end(), words.begin(), words.end());
    words_.resize(size_ + 2 * kPad);
    for (std::size_t i = 0; i < size_; ++i) {
        std::uint32_t mask = 0, runs = 0, before = 0;
        for (std::size_t j = i; j < size_; ++j) {
            const std::uint32_t kind = words[j].kind;
            mask |= 1U << kind;
            if (kind != before) runs = mixed(runs, kind);
            before = kind;
            masks_[i * size_ + j] = mask;
            runs_[i * size_ + j] = runs;
        }
    }
}

std::uint32_t SpanFeatures::mask(std::size_t i, std::size_t j) const {
    return masks_[i * size_ + j - 1];
}

void SpanFeatures::start(std::size_t i, bool leaf, Keys& keys) const {
    const std::uint32_t form = leaf ? kLeaf : 0;
    keys = {key(form + 1, w(i)),           key(form + 2, t(i, -1), t(i)),
            key(form + 3, w(i, -1)),       key(form + 4, t(i, -2), t(i, -1), t(i)),
            key(form + 5, w(i, -1), t(i)), key(form + 6, t(i), t(i, 1)),
            key(form + 7, t(i, -1), w(i)), key(form + 8, t(i), t(i, 1), t(i, 2))};
}

void SpanFeatures::end(std::size_t j, bool leaf, Keys& keys) const {
    const std::uint32_t form = leaf ? kLeaf : 0;
    keys = {key(form + 9, w(j, -1)),        key(form + 10, t(j, -1), t(j)),
            key(form + 11, w(j)),           key(form + 12, t(j, -1), t(j), t(j, 1)),
            key(form + 13, t(j, -1), w(j)), key(form + 14, t(j, -2), t(j, -1)),
            key(form + 15, w(j, -1), t(j)), key(form + 16, t(j, -3), t(j, -2), t(j, -1))};
}

void SpanFeatures::span(std::size_t i, std::size_t j, Keys& keys) const {
    const std::uint32_t runs = runs_[i * size_ + j - 1], mask = this->mask(i, j);
    const std::uint32_t length = bucket(j - i);
    keys = {key(17, t(i), t(j, -1)),
            key(18, w(i), t(j, -1)),
            key(19, t(i), w(j, -1)),
            key(20, w(i), w(j, -1)),
            key(21, t(i, -1), t(j)),
            key(22, t(i, -1), t(i), t(j, -1), t(j)),
            key(23, w(i, -1), t(j)),
            key(24, t(i, -1), w(j)),
            key(25, w(i), w(j)),
            key(26, w(i, -1), w(j, -1)),
            key(27, length, t(i)),
            key(28, length, t(j, -1)),
            key(29, mask),
            key(30, mask, t(i)),
            key(31, runs),
            key(32, runs, t(i, -1), t(j)),
            key(33, w(i, -1), t(i), t(j, -1)),
            key(34, t(i), t(j, -1), w(j)),
            key(35, length, w(i)),
            key(36, mask, t(i, -1), t(j))};
    if (j - i <= kLongestExact) {
        std::uint32_t tags = 0;
        for (std::size_t at = i; at < j; ++at) tags = mixed(tags, t(at));
        keys.push_back(key(37, tags));
        keys.push_back(key(38, tags, t(i, -1), t(j)));
    }
}

void SpanFeatures::cut(std::size_t k, Keys& keys) const {
    keys = {key(40, w(k, -1)),
            key(41, w(k)),
            key(42, t(k, -1), t(k)),
            key(43, w(k, -1), w(k)),
            key(44, t(k, -1), w(k)),
            key(45, w(k, -1), t(k)),
            key(46, t(k, -2), t(k, -1), t(k)),
            key(47, t(k, -1), t(k), t(k, 1))};
}

void SpanFeatures::left(std::size_t i, std::size_t k, Keys& keys) const {
    const std::uint32_t length = bucket(k - i);
    keys = {key(130, t(i), t(k, -1), t(k)), key(131, w(i), w(k)),   key(132, w(i), t(k)),
            key(133, t(i), w(k)),           key(134, t(i), length), key(135, t(i, -1), t(k)),
            key(136, mask(i, k), t(k)),     key(137, length, t(k))};
}

void SpanFeatures::right(std::size_t k, std::size_t j, Keys& keys) const {
    const std::uint32_t length = bucket(j - k);
    keys = {
        key(140, t(k), t(j, -1), t(k, -1)), key(141, w(k), w(j, -1)),      key(142, w(k, -1), t(j, -1)),
        key(143, t(k, -1), length),         key(144, w(k), length),        key(145, t(k, -1), t(j)),
        key(146, mask(k, j), t(k, -1)),     key(147, w(k, -1), t(k), t(j))};
}

void SpanFeatures::rule(std::size_t k, Keys& keys) const {
    keys = {key(150),       key(151, t(k, -1)), key(152, t(k)),
            key(153, w(k)), key(154, w(k, -1)), key(155, t(k, -1), t(k))};
}

}  // namespace tesla::parsing
