#include "graded/changed_negations.hpp"

#include <algorithm>

namespace tesla::graded {

namespace {

// A negation counts only if both texts share a content word within this many words of it.
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

// Return whether the other text contains what the word negates, but not the word itself.
bool ChangedNegations::is_inverted(const GradedText& text, const GradedText& other,
                                   const Negated::Base& base) const {
    return (has_form(other, base.form) || has_lemma(other, base.form)) &&
           !has_form(other, text.forms[base.position]) &&
           !has_lemma(other, encoder_.lemma_form(text, base.position));
}

void ChangedNegations::count(const GradedText& text, const GradedText& other,
                             std::vector<std::uint32_t>& counting) const {
    counting = text.negated.places;
    const std::size_t words = counting.size();
    for (const auto& base : text.negated.bases)
        if (is_inverted(text, other, base)) counting.push_back(base.position);
    if (counting.size() == words) return;
    // A Czech word may be in both lists.
    std::sort(counting.begin(), counting.end());
    counting.erase(std::unique(counting.begin(), counting.end()), counting.end());
}

std::size_t ChangedNegations::count_effective(const GradedText& text,
                                              const std::vector<std::uint32_t>& counting,
                                              const std::vector<Anchor>& anchors,
                                              std::int32_t Anchor::*side) {
    const std::size_t size = text.forms.size();
    common_.assign(size, 0);
    for (const Anchor& anchor : anchors) {
        const auto place = static_cast<std::size_t>(anchor.*side);
        common_[place] = !text.types.at(place).function;
    }
    const auto& places = text.negated.places;
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
    const std::size_t count_x = counting_x_.size(), count_y = counting_y_.size();
    missing_ = 0;
    if (count_x == count_y) return 0.0;
    const bool in_x = count_x > count_y;
    const std::size_t near = in_x ? count_effective(x, counting_x_, anchors, &Anchor::x)
                                  : count_effective(y, counting_y_, anchors, &Anchor::y);
    const auto [fewer, more] = std::minmax(count_x, count_y);
    missing_ = std::min(more - fewer, near);
    return static_cast<double>(missing_) / static_cast<double>(more);
}

}  // namespace tesla::graded
