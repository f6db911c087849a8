#include "graded/changed_numbers.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tesla::graded {

namespace {

using Digits = std::vector<std::string>;

Digits without(const Digits& numbers, const Digits& others) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const auto& other : others) ++counts[other];
    Digits result;
    for (const auto& number : numbers) {
        const auto remaining = counts.find(number);
        if (remaining != counts.end() && remaining->second)
            --remaining->second;
        else
            result.push_back(number);
    }
    return result;
}

std::string joined(const Digits& numbers) {
    std::string digits;
    for (const auto& number : numbers) digits += number;
    return digits;
}

// Return whether the concatenated digits are equal; trailing zeros after a decimal point are ignored.
bool differ_in_segmentation_only(const Digits& some, const Digits& others) {
    std::string first = joined(some), second = joined(others);
    if (first.find('.') != std::string::npos || second.find('.') != std::string::npos)
        for (auto* digits : {&first, &second}) {
            std::erase(*digits, '.');
            digits->erase(digits->find_last_not_of('0') + 1);
        }
    return first == second;
}

double changed(const Digits& x, const Digits& y) {
    if (x.empty() || y.empty() || x == y) return 0.0;
    const Digits missing = without(x, y), added = without(y, x);
    if (missing.empty() || added.empty()) return 0.0;
    // Numbers that are only segmented differently (9:30, 9 30) have not changed.
    if (missing.size() != added.size() && differ_in_segmentation_only(missing, added)) return 0.0;
    return static_cast<double>(std::min(missing.size(), added.size())) /
           static_cast<double>(std::max(x.size(), y.size()));
}

}  // namespace

double changed_numbers(const Numbers& reference, const Numbers& candidate) {
    const double share = changed(reference.together, candidate.together);
    return share > 0 && changed(reference.apart, candidate.apart) > 0 ? share : 0.0;
}

}  // namespace tesla::graded
