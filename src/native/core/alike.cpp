#include "alike.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesla {

namespace {

// What two types share, as bits.
enum Shared : std::uint8_t {
    kForm = 1,
    kLemma = 2,
    kTag = 4,
    kSynset = 8,
    kPartner = 16,
    kBigram = 32,
    kFamily = 64,
    kOpposites = 128
};
// In the place of those that levels do not depend on: whether that of x is a name, whether both are
// function words.
constexpr unsigned kOfName = 1, kOfFunctions = 16;

constexpr std::size_t kTogether = sizeof(std::uint64_t);
// Types of y are marked so many at a time; those that are none share nothing.
constexpr std::size_t kRoom = 16;
constexpr std::uint32_t kNoForm = ~std::uint32_t{0};
constexpr std::int32_t kNoLemma = -2, kNoTag = -2, kNoMatch = -3;

// Lists of the encoder's lie anywhere.
void fetch_lists(const WordTypes& types) {
    for (const WordType& type : types.each) {
        prefetch(type.bigrams.data());
        prefetch(type.partners.data());
    }
}

// visit(place) of every byte that is not 0; there are bytes for all words of 64 bits.
template <class Visit>
void each_set(const std::vector<std::uint8_t>& bytes, Visit visit) {
    constexpr bool little = std::endian::native == std::endian::little;
    for (std::size_t from = 0; from < bytes.size(); from += kTogether) {
        std::uint64_t eight;
        std::memcpy(&eight, &bytes[from], kTogether);
        while (eight) {
            const int bit = (little ? std::countr_zero(eight) : std::countl_zero(eight)) / 8 * 8;
            eight &= ~(little ? std::uint64_t{0xFF} << bit : std::uint64_t{0xFF} << 56 >> bit);
            visit(static_cast<std::uint32_t>(from + static_cast<std::size_t>(bit / 8)));
        }
    }
}

}  // namespace

void Alike::begin(std::size_t rows, std::size_t columns) {
    columns_ = columns;
    likes_.clear();
    begin_.assign(1, 0);
    similarity_.assign(rows * columns, 0.0);
}

// What the types of y have.
void Alike::index(const GradedText& y) {
    const WordTypes& types = y.types;
    const std::size_t count = types.size(), room = (count + kRoom - 1) / kRoom * kRoom;
    std::size_t bigrams = 0, partners = 0;
    for (const WordType& type : types.each) {
        bigrams += type.bigrams.size();
        partners += type.partners.size();
    }
    bigrams_.reset(2 * bigrams);
    partners_.reset(2 * partners);
    synsets_.reset(2 * y.words.synsets.size());
    forms_.assign(room, kNoForm);
    lemmas_.assign(room, kNoLemma);
    tags_.assign(room, kNoTag);
    sizes_.assign(room, 0);
    shared_.resize(room);
    common_.resize(room);
    strength_.resize(room);
    for (std::uint32_t j = 0; j < count; ++j) {
        const WordType& type = types.each[j];
        forms_[j] = type.form;
        lemmas_[j] = type.lemma;
        tags_[j] = type.tag;
        sizes_[j] = static_cast<float>(type.bigrams.size());
        for (const auto bigram : type.bigrams) bigrams_.add(bigram, j);
        for (const auto partner : type.partners) partners_.add(static_cast<std::uint32_t>(partner), j);
        for (const auto synset : y.synsets(type)) synsets_.add(static_cast<std::uint32_t>(synset), j);
    }
}

// What the types of y share with one of x.
void Alike::mark(const GradedText& x, const WordType& type) {
    std::fill(shared_.begin(), shared_.end(), std::uint8_t{0});
    std::fill(common_.begin(), common_.end(), 0);
    if (type.kind & kNumber) return mark_equal(type.form, kNoMatch, kNoMatch, 0);
    std::uint8_t *const shared = shared_.data(), *const strength = strength_.data();
    std::int32_t* const common = common_.data();
    const Postings::Reader synsets(synsets_), partners(partners_), bigrams(bigrams_);
    for (const auto synset : x.synsets(type))
        synsets.each(static_cast<std::uint32_t>(synset), [=](std::uint32_t j) { shared[j] |= kSynset; });
    for (const auto partner : type.partners) {
        const auto other = static_cast<std::uint32_t>(partner ^ 1);
        partners.each(other, [=, this](std::uint32_t j) {
            const std::uint8_t kind = table_.kind(other);
            if (kind > KinTable::kStrongest) {
                shared[j] |= kind == KinTable::kDerived ? kFamily : kOpposites;
            } else {
                shared[j] |= kPartner;
                strength[j] = kind;
            }
        });
    }
    for (const auto bigram : type.bigrams) bigrams.each(bigram, [=](std::uint32_t j) { ++common[j]; });
    mark_equal(type.form, type.lemma, type.tag < 0 ? kNoMatch : type.tag,  // -1 equals none
               static_cast<float>(type.bigrams.size()));
}

// What is alike in one number, and who has enough bigrams in common, or nearly so, to be worth anything:
// most have one or two. In one loop, for many types at a time.
void Alike::mark_equal(std::uint32_t form, std::int32_t lemma, std::int32_t tag, float bigrams) {
    constexpr double nearly = 1 - 1e-5;
    const auto half = static_cast<float>(worths_.constants.least / 2 * nearly);
    std::uint8_t* const shared = shared_.data();
    const std::int32_t *const common = common_.data(), *const lemmas = lemmas_.data(),
                              *const tags = tags_.data();
    const std::uint32_t* const forms = forms_.data();
    const float* const sizes = sizes_.data();
    for (std::size_t from = 0, room = forms_.size(); from < room; from += kRoom)
        for (std::size_t j = from; j < from + kRoom; ++j) {
            const float enough = std::max(half * (bigrams + sizes[j]), 0.5F);
            shared[j] = static_cast<std::uint8_t>(
                shared[j] | (forms[j] == form ? kForm : 0) | (lemmas[j] == lemma ? kLemma : 0) |
                (tags[j] == tag ? kTag : 0) | (static_cast<float>(common[j]) >= enough ? kBigram : 0));
        }
}

// What lemmas, synsets and tags are worth, whichever of these two types share.
Alike::Alike(const KinTable& table, const Worths& worths) : table_(table), worths_(worths) {
    const GradedConstants& constants = worths.constants;
    for (unsigned at = 0; at < levels_.size(); ++at) {
        const bool tag = at & kTag, name = at & kOfName, functions = at & kOfFunctions;
        double worth = tag && !name ? functions ? constants.function : constants.tag : 0.0;
        if (at & kSynset) worth = std::max(worth, tag ? constants.synonym : constants.synset);
        if (at & kLemma) worth = std::max(worth, constants.lemma);
        levels_[at] = worth;
    }
}

// Of two types of different forms.
inline Likeness Alike::grade(const WordType& x, const WordType& y, std::uint32_t j) const {
    const unsigned shared = shared_[j];
    if ((x.kind | y.kind) & kNumber || shared & kOpposites) return {j, false, 0.0};
    const bool functions = shared & kTag && x.function && y.function;
    const unsigned words = (x.name ? kOfName : 0u) | (functions ? kOfFunctions : 0u);
    if ((x.kind ^ y.kind) & kNegates) return {j, false, levels_[words | (shared & kTag)]};
    double worth = levels_[words | (shared & (kLemma | kTag | kSynset))];
    if (shared & kFamily) worth = std::max(worth, worths_.constants.derivation);
    unsigned strength = 0;
    if (shared & kPartner) {
        strength = strength_[j];
        if (strength) worth = std::max(worth, worths_.paraphrase(strength));
    }
    const bool known = x.kind & y.kind & kKnown;
    if (shared & kBigram && !(x.name && y.name && known))
        worth = std::max(worth, worths_.spelling(static_cast<std::size_t>(common_[j]),
                                                 x.bigrams.size() + y.bigrams.size(), known));
    return {j, functions || strength || shared & (kSynset | kLemma | kFamily), worth};
}

void Alike::find(const GradedText& x, const WordType& type, const GradedText& y,
                 std::vector<Likeness>& found) {
    mark(x, type);
    each_set(shared_, [&](std::uint32_t j) {
        const Likeness like =
            shared_[j] & kForm ? Likeness{j, false, 1.0} : grade(type, y.types.each[j], j);
        if (like.similarity > 0 || like.kin) found.push_back(like);
    });
}

void Alike::compare(const GradedText& x, const GradedText& y) {
    begin(x.types.size(), y.types.size());
    fetch_lists(y.types);
    fetch_lists(x.types);
    index(y);
    for (const WordType& type : x.types.each) {
        double* const row = similarity_.data() + rows() * columns_;  // y may have no words
        find(x, type, y, likes_);
        for (std::size_t k = begin_.back(); k < likes_.size(); ++k)
            row[likes_[k].y] = likes_[k].similarity;
        end_row();
    }
}

}  // namespace tesla
