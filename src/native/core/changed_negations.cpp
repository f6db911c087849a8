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
                             const std::vector<Anchor>& anchors, std::int32_t Anchor::*side,
                             std::vector<std::uint32_t>& counting) {
    counting.clear();
    const std::size_t size = own.forms.size();
    if (!own.negated.places.empty()) {
        common_.assign(size, 0);
        for (const Anchor& anchor : anchors) {
            const auto place = static_cast<std::size_t>(anchor.*side);
            common_[place] = !own.types.at(place).function;
        }
    }
    for (const std::size_t at : own.negated.places) {
        const std::size_t from = at - std::min(at, kScope), to = std::min(size, at + kScope + 1);
        if (std::any_of(common_.begin() + static_cast<std::ptrdiff_t>(from),
                        common_.begin() + static_cast<std::ptrdiff_t>(to),
                        [](std::uint8_t is) { return is != 0; }))
            counting.push_back(static_cast<std::uint32_t>(at));
    }
    const std::size_t near = counting.size();
    for (const auto& base : own.negated.bases)
        if (is_turned(own, other, base)) counting.push_back(base.place);
    if (counting.size() == near) return;
    // A Czech word may do so in both ways.
    std::sort(counting.begin(), counting.end());
    counting.erase(std::unique(counting.begin(), counting.end()), counting.end());
}

double ChangedNegations::operator()(const GradedText& x, const GradedText& y,
                                    const std::vector<Anchor>& anchors) {
    count(x, y, anchors, &Anchor::x, counting_x_);
    count(y, x, anchors, &Anchor::y, counting_y_);
    const std::size_t one = counting_x_.size(), other = counting_y_.size();
    const auto [fewer, more] = std::minmax(one, other);
    return more ? static_cast<double>(more - fewer) / static_cast<double>(more) : 0.0;
}

}  // namespace tesla
