#include "alike.hpp"

#include <algorithm>
#include <cstring>

namespace tesla {

namespace {

// What two types share, as bits.
enum Shared : std::uint8_t { kForm = 1, kLemma = 2, kTag = 4, kSynset = 8, kPartner = 16, kBigram = 32 };

constexpr std::size_t kTogether = sizeof(std::uint64_t);

// visit(place) of every byte that is not 0; there are bytes for all words of 64 bits.
template <class Visit>
void each_set(const std::vector<std::uint8_t>& bytes, Visit visit) {
    for (std::size_t from = 0; from < bytes.size(); from += kTogether) {
        std::uint64_t eight;
        std::memcpy(&eight, &bytes[from], kTogether);
        if (!eight) continue;
        for (std::size_t place = from; place < from + kTogether; ++place)
            if (bytes[place]) visit(static_cast<std::uint32_t>(place));
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
    const std::size_t count = types.size(), room = (count + kTogether - 1) / kTogether * kTogether;
    std::size_t bigrams = 0, partners = 0;
    for (const WordType& type : types.each) {
        bigrams += type.bigrams.size();
        partners += type.partners.size();
    }
    bigrams_.reset(2 * bigrams);
    partners_.reset(2 * partners);
    synsets_.reset(2 * y.words.synsets.size());
    forms_.resize(count);
    lemmas_.resize(count);
    tags_.resize(count);
    shared_.assign(room, 0);
    common_.assign(room, 0);
    strength_.assign(room, 0);
    for (std::uint32_t j = 0; j < count; ++j) {
        const WordType& type = types.each[j];
        forms_[j] = type.form;
        lemmas_[j] = type.lemma;
        tags_[j] = type.tag;
        for (const auto bigram : type.bigrams) bigrams_.add(bigram, j);
        for (const auto partner : type.partners) partners_.add(static_cast<std::uint32_t>(partner), j);
        for (const auto synset : y.synsets(type)) synsets_.add(static_cast<std::uint32_t>(synset), j);
    }
}

// What the types of y share with one of x.
void Alike::mark(const GradedText& x, const WordType& type) {
    const std::uint32_t form = type.form;
    const std::int32_t lemma = type.lemma, tag = type.tag < 0 ? -2 : type.tag;  // -1 equals none
    std::uint8_t* const shared = shared_.data();
    const std::size_t count = forms_.size();
    if (type.kind & kNumber) {
        for (std::size_t j = 0; j < count; ++j) shared[j] = forms_[j] == form ? kForm : 0;
        return;
    }
    for (std::size_t j = 0; j < count; ++j)
        shared[j] =
            static_cast<std::uint8_t>((forms_[j] == form ? kForm : 0) |
                                      (lemmas_[j] == lemma ? kLemma : 0) | (tags_[j] == tag ? kTag : 0));
    for (const auto synset : x.synsets(type))
        synsets_.each(static_cast<std::uint32_t>(synset),
                      [&](std::uint32_t j) { shared[j] |= kSynset; });
    for (const auto partner : type.partners) {
        const auto other = static_cast<std::uint32_t>(partner ^ 1);
        partners_.each(other, [&](std::uint32_t j) {
            shared[j] |= kPartner;
            strength_[j] = paraphrases_.strength(other);
        });
    }
    for (const auto bigram : type.bigrams)
        bigrams_.each(bigram, [&](std::uint32_t j) {
            shared[j] |= kBigram;
            ++common_[j];
        });
}

// Of two types of different forms.
Likeness Alike::grade(const WordType& x, const WordType& y, std::uint32_t j) const {
    const GradedConstants& constants = worths_.constants;
    const unsigned shared = shared_[j];
    const bool tag = shared & kTag, functions = tag && x.function && y.function;
    double worth = 0.0;
    if ((x.kind | y.kind) & kNumber) return {j, false, worth};
    if (tag && !x.name) worth = functions ? constants.function : constants.tag;
    if ((x.kind ^ y.kind) & kNegates) return {j, false, worth};
    if (shared & kSynset) worth = std::max(worth, tag ? constants.synonym : constants.synset);
    const unsigned strength = shared & kPartner ? strength_[j] : 0;
    if (strength) worth = std::max(worth, worths_.paraphrase(strength));
    if (shared & kLemma) worth = std::max(worth, constants.lemma);
    const bool known = x.kind & y.kind & kKnown;
    if (shared & kBigram && !(x.name && y.name && known))
        worth =
            std::max(worth, worths_.spelling(common_[j], x.bigrams.size() + y.bigrams.size(), known));
    return {j, functions || strength || shared & (kSynset | kLemma), worth};
}

void Alike::find(const GradedText& x, const WordType& type, const GradedText& y,
                 std::vector<Likeness>& found) {
    mark(x, type);
    each_set(shared_, [&](std::uint32_t j) {
        const Likeness like =
            shared_[j] & kForm ? Likeness{j, false, 1.0} : grade(type, y.types.each[j], j);
        common_[j] = 0;
        if (like.similarity > 0 || like.kin) found.push_back(like);
    });
}

void Alike::compare(const GradedText& x, const GradedText& y) {
    begin(x.types.size(), y.types.size());
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
