#include "text/negations.hpp"

#include <algorithm>

namespace tesla::text {

namespace {

// A word that negates together with another one must follow it within this many words.
constexpr std::size_t kReach = 3;
// Within this many words, a preceding negation already uses the other word.
constexpr std::size_t kTaken = 7;

bool has(const std::vector<std::uint32_t>& forms, std::uint32_t form) {
    return std::find(forms.begin(), forms.end(), form) != forms.end();
}

}  // namespace

Negating negating(std::string_view negates, std::string_view base, StringTable& forms) {
    Negating result;
    while (!negates.empty()) {
        const std::string_view item = negates.substr(0, negates.find('\t'));
        negates.remove_prefix(std::min(item.size() + 1, negates.size()));
        if (item.starts_with('>'))
            result.idioms.push_back(forms.add(item.substr(1)));
        else if (item.starts_with('!'))
            result.idle.push_back(forms.add(item.substr(1)));
        else if (item.starts_with('<'))
            result.companions.push_back(forms.add(item.substr(1)));
        else
            result.negates = true;
    }
    if (!base.empty()) result.base = forms.add(base);
    return result;
}

void Negated::add(const Negating& word, std::size_t position, const std::vector<std::uint32_t>& forms) {
    const auto paired = [&] {
        if (!places.empty() && position - places.back() <= kTaken) return false;
        for (std::size_t k = position - std::min(position, kReach); k < position; ++k)
            if (has(word.companions, forms[k])) return true;
        return false;
    };
    const bool idiom = (position + 1 < forms.size() && has(word.idioms, forms[position + 1])) ||
                       (position && has(word.idle, forms[position - 1]));
    const auto at = static_cast<std::uint32_t>(position);
    if (!idiom && (word.negates || paired())) places.push_back(at);
    if (word.base != Negating::kNoBase) bases.push_back({at, word.base});
}

}  // namespace tesla::text
