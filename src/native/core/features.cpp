// The features of ASCII words, as analysis/tagging/features.py makes them of all words.
#include <algorithm>

#include "tagger.hpp"

namespace tesla {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Lower case, digits all alike, plain apostrophes.
std::string normal(std::string_view form) {
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

// Upper case X, lower case x, digits 0, runs collapsed.
std::string shape(std::string_view form) {
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
    return std::string(form.substr(same)) + ">" + std::string(lemma.substr(same));
}

std::string_view last(std::string_view text, std::size_t n) {
    return text.substr(text.size() - std::min(n, text.size()));
}

std::string with(std::string_view prefix, std::string_view rest) {
    return std::string(prefix) + std::string(rest);
}

void add_all(std::vector<std::string>& to, char prefix, const std::vector<std::string>& features) {
    for (const auto& feature : features) to.push_back(prefix + feature);
}

}  // namespace

WordFeatures plain_features(std::string_view form, std::string_view lemma, bool listed,
                            std::string_view kind) {
    const std::string low = normal(form), shaped = shape(form);
    std::vector<std::string> own{"b"};
    for (std::size_t n = 1; n <= 5 && n < low.size(); ++n)
        own.push_back(std::to_string(n) + std::string(last(low, n)));
    for (std::size_t n = 1; n <= 4 && n < low.size(); ++n) own.push_back(with("^", low.substr(0, n)));
    own.push_back(with("c", ending_change(low, lemma)));
    own.push_back(with("k", kind));
    own.push_back(with(listed ? "d1" : "d0", shaped));
    const std::size_t hyphen = low.rfind('-');
    if (low.size() > 2 && low.substr(1, low.size() - 2).find('-') != std::string::npos)
        own.push_back(with("-", std::string_view(low).substr(hyphen + 1)));
    const std::string word = with("w", low), tail = with("s", last(low, 3));
    own.push_back(word);
    own.push_back(with("l", lemma));
    const std::vector<std::string> near{tail, with("k", kind), with("x", shaped), word,
                                        with("l", lemma)};
    const std::vector<std::string> far{with("k", kind), word};
    WordFeatures features;
    add_all(features.own, 'o', own);
    const std::string end = shaped + std::string(last(low, 2));
    features.inside = {"ix" + shaped, "iy" + end};
    features.first = {"fx" + shaped, "fy" + end};
    add_all(features.before, 'p', near);
    add_all(features.before2, 'q', far);
    add_all(features.after, 'n', near);
    add_all(features.after2, 'm', far);
    add_all(features.with_previous, 't', {tail, with("x", shaped), word});
    add_all(features.with_next, 'a', {with("s", last(low, 2)), word});
    return features;
}

}  // namespace tesla
