#include "graded/anchoring.hpp"

namespace tesla::graded {

// Pair words of equal form: the k-th occurrence in x with the k-th in y.
void Anchoring::pair_forms(const GradedText& x, const GradedText& y) {
    const auto nx = static_cast<std::uint32_t>(x.forms.size()),
               ny = static_cast<std::uint32_t>(y.forms.size());
    taken_x_.resize(nx);
    taken_y_.resize(ny);
    partner_.assign(ny, kNoIndex);
    next_.resize(ny);
    firsts_.fill(kNoIndex);
    for (std::uint32_t j = ny; j-- > 0;) {
        std::uint32_t& first = firsts_[y.forms[j] % firsts_.size()];
        next_[j] = first;
        first = j;
        taken_y_[j] = (y.kinds[j] & kNumber) != 0;
    }
    for (std::uint32_t i = 0; i < nx; ++i) {
        const std::uint32_t form = x.forms[i];
        bool taken = (x.kinds[i] & kNumber) != 0, paired = false;
        for (auto j = firsts_[form % firsts_.size()]; j != kNoIndex; j = next_[j]) {
            if (y.forms[j] != form) continue;
            taken = true;
            taken_y_[j] = 1;
            if (paired || partner_[j] != kNoIndex) continue;
            partner_[j] = i;
            paired = true;
        }
        taken_x_[i] = taken;
    }
}

// Collect the related types of all words that are still unpaired.
void Anchoring::prepare(const GradedText& x, const GradedText& y,
                        const WordSimilarity& word_similarity) {
    first_free_.assign(x.types.size(), kNoIndex);
    next_free_.resize(taken_x_.size());
    for (auto i = static_cast<std::uint32_t>(taken_x_.size()); i-- > 0;) {
        if (taken_x_[i]) continue;
        next_free_[i] = first_free_[x.types.of[i]];
        first_free_[x.types.of[i]] = i;
    }
    related_.clear();
    last_related_.assign(y.types.size(), kNoIndex);
    for (std::uint32_t type = 0; type < x.types.size(); ++type) {
        if (first_free_[type] == kNoIndex) continue;
        for (const SimilarType& similar : word_similarity.row(type)) {
            if (!similar.related) continue;
            related_.push_back({type, last_related_[similar.y], similar.similarity});
            last_related_[similar.y] = static_cast<std::uint32_t>(related_.size() - 1);
        }
    }
}

// Return the unpaired word of x that is most similar to a word of this type of y (the first one if
// several are equally similar) and mark it as paired.
std::uint32_t Anchoring::stand_in(std::uint32_t type) {
    std::uint32_t best = kNoIndex, best_type = 0;
    double most = 0;
    for (auto at = last_related_[type]; at != kNoIndex; at = related_[at].before) {
        const std::uint32_t word = first_free_[related_[at].x];
        if (word == kNoIndex) continue;
        if (best != kNoIndex &&
            (related_[at].similarity < most || (related_[at].similarity == most && word > best)))
            continue;
        best = word;
        best_type = related_[at].x;
        most = related_[at].similarity;
    }
    if (best != kNoIndex) first_free_[best_type] = next_free_[best];
    return best;
}

const std::vector<Anchor>& Anchoring::stand_ins(const GradedText& x, const GradedText& y,
                                                const WordSimilarity& word_similarity) {
    prepare(x, y, word_similarity);
    anchors_.clear();
    for (std::uint32_t j = 0; j < taken_y_.size(); ++j) {
        if (taken_y_[j]) continue;
        if (const std::uint32_t i = stand_in(y.types.of[j]); i != kNoIndex)
            anchors_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
    return anchors_;
}

void Anchoring::whole(const GradedText& x, const GradedText& y, const WordSimilarity& word_similarity,
                      std::vector<Anchor>& anchors) {
    pair_forms(x, y);
    prepare(x, y, word_similarity);
    for (std::uint32_t j = 0; j < taken_y_.size(); ++j) {
        std::uint32_t i = partner_[j];
        if (i == kNoIndex && !taken_y_[j]) i = stand_in(y.types.of[j]);
        if (i != kNoIndex)
            anchors.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
}

}  // namespace tesla::graded
