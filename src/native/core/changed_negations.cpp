#include "changed_negations.hpp"

#include <algorithm>

namespace tesla {

namespace {

// Words on either side within which a negating word says something.
constexpr std::size_t kScope = 4;

bool has_form(const GradedText& text, std::uint32_t form) {
    return std::find(text.forms.begin(), text.forms.end(), form) != text.forms.end();
}

}  // namespace

bool ChangedNegations::has_lemma(const GradedText& text, std::uint32_t form) const {
    for (std::size_t i = 0; i < text.forms.size(); ++i)
        if (encoder_.lemma_form(text, i) == form) return true;
    return false;
}

// Whether the other text lacks the word and has what it negates.
bool ChangedNegations::is_turned(const GradedText& own, const GradedText& other,
                                 const Negated::Base& base) const {
    return (has_form(other, base.form) || has_lemma(other, base.form)) &&
           !has_form(other, own.forms[base.place]) &&
           !has_lemma(other, encoder_.lemma_form(own, base.place));
}

void ChangedNegations::count(const GradedText& own, const GradedText& other,
                             std::vector<std::uint32_t>& counting) const {
    counting = own.negated.places;
    const std::size_t words = counting.size();
    for (const auto& base : own.negated.bases)
        if (is_turned(own, other, base)) counting.push_back(base.place);
    if (counting.size() == words) return;
    // A Czech word may do so in both ways.
    std::sort(counting.begin(), counting.end());
    counting.erase(std::unique(counting.begin(), counting.end()), counting.end());
}

std::size_t ChangedNegations::saying(const GradedText& own, const std::vector<std::uint32_t>& counting,
                                     const std::vector<Anchor>& anchors, std::int32_t Anchor::*side) {
    const std::size_t size = own.forms.size();
    common_.assign(size, 0);
    for (const Anchor& anchor : anchors) {
        const auto place = static_cast<std::size_t>(anchor.*side);
        common_[place] = !own.types.at(place).function;
    }
    const auto& places = own.negated.places;
    return static_cast<std::size_t>(std::count_if(counting.begin(), counting.end(), [&](std::size_t at) {
        if (!std::binary_search(places.begin(), places.end(), at)) return true;
        const auto from = static_cast<std::ptrdiff_t>(at - std::min(at, kScope));
        const auto to = static_cast<std::ptrdiff_t>(std::min(size, at + kScope + 1));
        return std::any_of(common_.begin() + from, common_.begin() + to,
                           [](std::uint8_t is) { return is != 0; });
    }));
}

double ChangedNegations::operator()(const GradedText& x, const GradedText& y,
                                    const std::vector<Anchor>& anchors) {
    count(x, y, counting_x_);
    count(y, x, counting_y_);
    const std::size_t one = counting_x_.size(), other = counting_y_.size();
    lacking_ = 0;
    if (one == other) return 0.0;
    const bool in_x = one > other;
    const std::size_t near =
        in_x ? saying(x, counting_x_, anchors, &Anchor::x) : saying(y, counting_y_, anchors, &Anchor::y);
    const auto [fewer, more] = std::minmax(one, other);
    lacking_ = std::min(more - fewer, near);
    return static_cast<double>(lacking_) / static_cast<double>(more);
}

}  // namespace tesla
