#include "critical.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tesla {

namespace {

using Digits = std::vector<std::string>;

Digits without(const Digits& numbers, const Digits& others) {
    std::unordered_map<std::string_view, std::size_t> left;
    for (const auto& other : others) ++left[other];
    Digits kept;
    for (const auto& number : numbers) {
        const auto found = left.find(number);
        if (found != left.end() && found->second)
            --found->second;
        else
            kept.push_back(number);
    }
    return kept;
}

std::string joined(const Digits& numbers) {
    std::string digits;
    for (const auto& number : numbers) digits += number;
    return digits;
}

// Whether all their digits are the same; after a point the last noughts are not there.
bool are_cut_otherwise(const Digits& some, const Digits& others) {
    std::string one = joined(some), other = joined(others);
    if (one.find('.') != std::string::npos || other.find('.') != std::string::npos)
        for (auto* digits : {&one, &other}) {
            std::erase(*digits, '.');
            digits->erase(digits->find_last_not_of('0') + 1);
        }
    return one == other;
}

double changed(const Digits& x, const Digits& y) {
    if (x.empty() || y.empty() || x == y) return 0.0;
    const Digits missing = without(x, y), strange = without(y, x);
    if (missing.empty() || strange.empty()) return 0.0;
    // Numbers that are cut otherwise (9:30, 9 30) have not changed.
    if (missing.size() != strange.size() && are_cut_otherwise(missing, strange)) return 0.0;
    return static_cast<double>(std::min(missing.size(), strange.size())) /
           static_cast<double>(std::max(x.size(), y.size()));
}

}  // namespace

double changed_numbers(const Numbers& reference, const Numbers& candidate) {
    const double share = changed(reference.together, candidate.together);
    return share > 0 && changed(reference.apart, candidate.apart) > 0 ? share : 0.0;
}

}  // namespace tesla
