#include "plain_features.hpp"

#include <algorithm>

#include "tagger.hpp"

namespace tesla {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string normal_form(std::string_view form) {
    std::string low(form);
    for (char& c : low) {
        if (is_upper(c))
            c = static_cast<char>(c - 'A' + 'a');
        else if (is_digit(c))
            c = '0';
        else if (c == '`')
            c = '\'';
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
    FeatureTeller([&](FeatureGroup group, std::string_view feature) {
        (features.*WordFeatures::kGroups[static_cast<std::size_t>(group)]).emplace_back(feature);
    }).tell(word);
    return features;
}

}  // namespace tesla
