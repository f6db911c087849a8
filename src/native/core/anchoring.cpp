#include "anchoring.hpp"

namespace tesla {

// Words of one form, the k-th with the k-th: each stands for itself.
void Anchoring::pair_forms(const GradedText& x, const GradedText& y) {
    const auto nx = static_cast<std::uint32_t>(x.forms.size()),
               ny = static_cast<std::uint32_t>(y.forms.size());
    taken_x_.resize(nx);
    taken_y_.resize(ny);
    partner_.assign(ny, kNone);
    next_.resize(ny);
    firsts_.fill(kNone);
    for (std::uint32_t j = ny; j-- > 0;) {
        std::uint32_t& first = firsts_[y.forms[j] % firsts_.size()];
        next_[j] = first;
        first = j;
        taken_y_[j] = (y.kinds[j] & kNumber) != 0;
    }
    for (std::uint32_t i = 0; i < nx; ++i) {
        const std::uint32_t form = x.forms[i];
        bool taken = (x.kinds[i] & kNumber) != 0, paired = false;
        for (auto j = firsts_[form % firsts_.size()]; j != kNone; j = next_[j]) {
            if (y.forms[j] != form) continue;
            taken = true;
            taken_y_[j] = 1;
            if (paired || partner_[j] != kNone) continue;
            partner_[j] = i;
            paired = true;
        }
        taken_x_[i] = taken;
    }
}

// Who of those that are not taken is whose kin.
void Anchoring::prepare(const GradedText& x, const GradedText& y, const Alike& alike) {
    first_free_.assign(x.types.size(), kNone);
    next_free_.resize(taken_x_.size());
    for (auto i = static_cast<std::uint32_t>(taken_x_.size()); i-- > 0;) {
        if (taken_x_[i]) continue;
        next_free_[i] = first_free_[x.types.of[i]];
        first_free_[x.types.of[i]] = i;
    }
    kin_.clear();
    last_kin_.assign(y.types.size(), kNone);
    for (std::uint32_t type = 0; type < x.types.size(); ++type) {
        if (first_free_[type] == kNone) continue;
        for (const Likeness& like : alike.row(type)) {
            if (!like.kin) continue;
            kin_.push_back({type, last_kin_[like.y], like.similarity});
            last_kin_[like.y] = static_cast<std::uint32_t>(kin_.size() - 1);
        }
    }
}

// The word of x that is not taken and that a word of this type of y stands for, which is then taken: the
// likest, the first of equals.
std::uint32_t Anchoring::stand_in(std::uint32_t type) {
    std::uint32_t best = kNone, best_type = 0;
    double most = 0;
    for (auto at = last_kin_[type]; at != kNone; at = kin_[at].before) {
        const std::uint32_t word = first_free_[kin_[at].x];
        if (word == kNone) continue;
        if (best != kNone &&
            (kin_[at].similarity < most || (kin_[at].similarity == most && word > best)))
            continue;
        best = word;
        best_type = kin_[at].x;
        most = kin_[at].similarity;
    }
    if (best != kNone) first_free_[best_type] = next_free_[best];
    return best;
}

const std::vector<Anchor>& Anchoring::stand_ins(const GradedText& x, const GradedText& y,
                                                const Alike& alike) {
    prepare(x, y, alike);
    found_.clear();
    for (std::uint32_t j = 0; j < taken_y_.size(); ++j) {
        if (taken_y_[j]) continue;
        if (const std::uint32_t i = stand_in(y.types.of[j]); i != kNone)
            found_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
    return found_;
}

void Anchoring::whole(const GradedText& x, const GradedText& y, const Alike& alike,
                      std::vector<Anchor>& anchors) {
    pair_forms(x, y);
    prepare(x, y, alike);
    for (std::uint32_t j = 0; j < taken_y_.size(); ++j) {
        std::uint32_t i = partner_[j];
        if (i == kNone && !taken_y_[j]) i = stand_in(y.types.of[j]);
        if (i != kNone) anchors.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
}

}  // namespace tesla
