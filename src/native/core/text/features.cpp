#include "text/plain_features.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "text/tagger.hpp"

namespace tesla::text {

std::string normal_form(std::string_view form) {
    std::string low(form);
    for (char& c : low) {
        if (is_digit(c))
            c = '0';
        else
            c = c == '`' ? '\'' : lower(c);
    }
    return low;
}

std::string shape_of(std::string_view form) {
    std::string marks;
    for (const char c : form.substr(0, 24)) {
        const char mark = is_upper(c) ? 'X' : is_lower(c) ? 'x' : is_digit(c) ? '0' : c;
        if (marks.empty() || marks.back() != mark) marks += mark;
    }
    return marks.substr(0, 8);
}

std::string ending_change(std::string_view form, std::string_view lemma) {
    std::size_t same = 0;
    while (same < std::min(form.size(), lemma.size()) && form[same] == lemma[same]) ++same;
    if (!same) return "*";
    std::string change(form.substr(same));
    change += '>';
    change += lemma.substr(same);
    return change;
}

std::vector<std::string> WordFeatures::*const WordFeatures::kGroups[9] = {
    &WordFeatures::own,    &WordFeatures::inside,        &WordFeatures::first,
    &WordFeatures::before, &WordFeatures::before2,       &WordFeatures::after,
    &WordFeatures::after2, &WordFeatures::with_previous, &WordFeatures::with_next};

WordFeatures plain_features(const PlainWord& word) {
    WordFeatures features;
    FeatureGenerator([&](FeatureGroup group, std::string_view feature) {
        (features.*WordFeatures::kGroups[static_cast<std::size_t>(group)]).emplace_back(feature);
    }).tell(word);
    return features;
}

}  // namespace tesla::text
