#include "graded/word_similarity.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesla::graded {

namespace {

// Bits: what two word types have in common.
enum Shared : std::uint8_t {
    kForm = 1,
    kLemma = 2,
    kTag = 4,
    kSynset = 8,
    kPartner = 16,
    kBigram = 32,
    kDerivation = 64,
    kOpposites = 128
};
// These bits replace bits that the table of levels does not depend on: whether the type of x is a name,
// and whether both types are function words.
constexpr unsigned kOfName = 1, kOfFunctions = 16;

constexpr std::size_t kBytesPerWord = sizeof(std::uint64_t);
// Types of y are compared in blocks of this size; the padding of the last block matches nothing.
constexpr std::size_t kBlock = 16;
constexpr std::uint32_t kNoForm = ~std::uint32_t{0};
constexpr std::int32_t kNoLemma = -2, kNoTag = -2, kNoMatch = -3;

// Prefetch the lists that belong to the encoder; they are scattered in memory.
void fetch_lists(const WordTypes& types) {
    for (const WordType& type : types.each) {
        prefetch(type.bigrams.data());
        prefetch(type.partners.data());
    }
}

// Call visit(index) for every byte that is not 0. The size of `bytes` is a multiple of 8.
template <class Visit>
void each_set(const std::vector<std::uint8_t>& bytes, Visit visit) {
    constexpr bool little = std::endian::native == std::endian::little;
    for (std::size_t from = 0; from < bytes.size(); from += kBytesPerWord) {
        std::uint64_t eight;
        std::memcpy(&eight, &bytes[from], kBytesPerWord);
        while (eight) {
            const int bit = (little ? std::countr_zero(eight) : std::countl_zero(eight)) / 8 * 8;
            eight &= ~(little ? std::uint64_t{0xFF} << bit : std::uint64_t{0xFF} << 56 >> bit);
            visit(static_cast<std::uint32_t>(from + static_cast<std::size_t>(bit / 8)));
        }
    }
}

}  // namespace

void WordSimilarity::begin(std::size_t rows, std::size_t columns) {
    columns_ = columns;
    similar_types_.clear();
    begin_.assign(1, 0);
    similarity_.assign(rows * columns, 0.0);
}

// Index the bigrams, related words and synsets of the types of y.
void WordSimilarity::index(const GradedText& y) {
    const WordTypes& types = y.types;
    const std::size_t count = types.size(), padded = (count + kBlock - 1) / kBlock * kBlock;
    std::size_t bigrams = 0, partners = 0;
    for (const WordType& type : types.each) {
        bigrams += type.bigrams.size();
        partners += type.partners.size();
    }
    bigrams_.reset(2 * bigrams);
    partners_.reset(2 * partners);
    synsets_.reset(2 * y.words.synsets.size());
    forms_.assign(padded, kNoForm);
    lemmas_.assign(padded, kNoLemma);
    tags_.assign(padded, kNoTag);
    sizes_.assign(padded, 0);
    shared_.resize(padded);
    common_.resize(padded);
    strength_.resize(padded);
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

// Set the bits of all types of y for one type of x.
void WordSimilarity::mark(const GradedText& x, const WordType& type) {
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
            if (kind > RelatedWordTable::kStrongest) {
                shared[j] |= kind == RelatedWordTable::kDerived ? kDerivation : kOpposites;
            } else {
                shared[j] |= kPartner;
                strength[j] = kind;
            }
        });
    }
    for (const auto bigram : type.bigrams) bigrams.each(bigram, [=](std::uint32_t j) { ++common[j]; });
    mark_equal(type.form, type.lemma, type.tag < 0 ? kNoMatch : type.tag,  // -1 is equal to no tag
               static_cast<float>(type.bigrams.size()));
}

// Set the bits for equal form, lemma and tag, and the bit for types with enough common bigrams (with a
// small tolerance) to reach the minimum spelling similarity. One loop without branches over blocks of
// types, so that the compiler can vectorise it.
void WordSimilarity::mark_equal(std::uint32_t form, std::int32_t lemma, std::int32_t tag,
                                float bigrams) {
    constexpr double nearly = 1 - 1e-5;
    const auto half = static_cast<float>(similarity_weights_.constants.least / 2 * nearly);
    std::uint8_t* const shared = shared_.data();
    const std::int32_t *const common = common_.data(), *const lemmas = lemmas_.data(),
                              *const tags = tags_.data();
    const std::uint32_t* const forms = forms_.data();
    const float* const sizes = sizes_.data();
    for (std::size_t from = 0, padded = forms_.size(); from < padded; from += kBlock)
        for (std::size_t j = from; j < from + kBlock; ++j) {
            const float enough = std::max(half * (bigrams + sizes[j]), 0.5F);
            shared[j] = static_cast<std::uint8_t>(
                shared[j] | (forms[j] == form ? kForm : 0) | (lemmas[j] == lemma ? kLemma : 0) |
                (tags[j] == tag ? kTag : 0) | (static_cast<float>(common[j]) >= enough ? kBigram : 0));
        }
}

// Precompute the similarity for every combination of shared lemma, synset and tag.
WordSimilarity::WordSimilarity(const RelatedWordTable& table,
                               const SimilarityWeights& similarity_weights)
    : table_(table), similarity_weights_(similarity_weights) {
    const GradedConstants& constants = similarity_weights.constants;
    for (unsigned at = 0; at < levels_.size(); ++at) {
        const bool tag = at & kTag, name = at & kOfName, functions = at & kOfFunctions;
        double similarity = tag && !name ? functions ? constants.function : constants.tag : 0.0;
        if (at & kSynset) similarity = std::max(similarity, tag ? constants.synonym : constants.synset);
        if (at & kLemma) similarity = std::max(similarity, constants.lemma);
        levels_[at] = similarity;
    }
}

// Return the similarity of two types with different forms.
inline SimilarType WordSimilarity::grade(const WordType& x, const WordType& y, std::uint32_t j) const {
    const unsigned shared = shared_[j];
    if ((x.kind | y.kind) & kNumber || shared & kOpposites) return {j, false, 0.0};
    const bool functions = shared & kTag && x.function && y.function;
    const unsigned words = (x.name ? kOfName : 0u) | (functions ? kOfFunctions : 0u);
    if ((x.kind ^ y.kind) & kNegates) return {j, false, levels_[words | (shared & kTag)]};
    double similarity = levels_[words | (shared & (kLemma | kTag | kSynset))];
    if (shared & kDerivation)
        similarity = std::max(similarity, similarity_weights_.constants.derivation);
    unsigned strength = 0;
    if (shared & kPartner) {
        strength = strength_[j];
        if (strength) similarity = std::max(similarity, similarity_weights_.paraphrase(strength));
    }
    const bool known = x.kind & y.kind & kKnown;
    if (shared & kBigram && !(x.name && y.name && known))
        similarity = std::max(similarity,
                              similarity_weights_.spelling(static_cast<std::size_t>(common_[j]),
                                                           x.bigrams.size() + y.bigrams.size(), known));
    return {j, functions || strength || shared & (kSynset | kLemma | kDerivation), similarity};
}

void WordSimilarity::find(const GradedText& x, const WordType& type, const GradedText& y,
                          std::vector<SimilarType>& similar_types) {
    mark(x, type);
    each_set(shared_, [&](std::uint32_t j) {
        const SimilarType similar =
            shared_[j] & kForm ? SimilarType{j, false, 1.0} : grade(type, y.types.each[j], j);
        if (similar.similarity > 0 || similar.related) similar_types.push_back(similar);
    });
}

void WordSimilarity::compare(const GradedText& x, const GradedText& y) {
    begin(x.types.size(), y.types.size());
    fetch_lists(y.types);
    fetch_lists(x.types);
    index(y);
    for (const WordType& type : x.types.each) {
        double* const row = similarity_.data() + rows() * columns_;  // y may have no words
        find(x, type, y, similar_types_);
        for (std::size_t k = begin_.back(); k < similar_types_.size(); ++k)
            row[similar_types_[k].y] = similar_types_[k].similarity;
        end_row();
    }
}

}  // namespace tesla::graded
