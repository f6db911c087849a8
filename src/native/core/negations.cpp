#include "negations.hpp"

#include <algorithm>

namespace tesla {

namespace {

// Words before one that negates with another.
constexpr std::size_t kReach = 3;
// Words before it within which another has that other for itself.
constexpr std::size_t kTaken = 7;

bool has(const std::vector<std::uint32_t>& forms, std::uint32_t form) {
    return std::find(forms.begin(), forms.end(), form) != forms.end();
}

}  // namespace

Negating negating(std::string_view negates, std::string_view base, StringTable& forms) {
    Negating found;
    while (!negates.empty()) {
        const std::string_view item = negates.substr(0, negates.find('\t'));
        negates.remove_prefix(std::min(item.size() + 1, negates.size()));
        if (item.starts_with('>'))
            found.idioms.push_back(forms.add(item.substr(1)));
        else if (item.starts_with('!'))
            found.idle.push_back(forms.add(item.substr(1)));
        else if (item.starts_with('<'))
            found.companions.push_back(forms.add(item.substr(1)));
        else
            found.negates = true;
    }
    if (!base.empty()) found.base = forms.add(base);
    return found;
}

void Negated::add(const Negating& word, std::size_t place, const std::vector<std::uint32_t>& forms) {
    const auto paired = [&] {
        if (!places.empty() && place - places.back() <= kTaken) return false;
        for (std::size_t k = place - std::min(place, kReach); k < place; ++k)
            if (has(word.companions, forms[k])) return true;
        return false;
    };
    const bool idiom = (place + 1 < forms.size() && has(word.idioms, forms[place + 1])) ||
                       (place && has(word.idle, forms[place - 1]));
    const auto at = static_cast<std::uint32_t>(place);
    if (!idiom && (word.negates || paired())) places.push_back(at);
    if (word.base != Negating::kNoBase) bases.push_back({at, word.base});
}

}  // namespace tesla
