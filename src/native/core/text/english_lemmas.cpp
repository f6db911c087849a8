#include "text/english_lemmas.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace tesla::text {

namespace {

constexpr std::string_view kCurly[] = {"\u2019", "\u02BC"};
constexpr std::string_view kClitics[] = {"n't", "'re", "'ve", "'ll", "'m", "'s", "'d"};
constexpr std::string_view kIrregular[] = {"can't", "won't", "shan't"};
constexpr std::string_view kPlurals[] = {"doms",  "isms",  "ists", "ments", "nces",
                                         "ships", "tions", "ums",  "erves"};
constexpr int kMostClitics = 2;

std::string capitalized(std::string_view form) {
    std::string made = lower(form);
    if (!made.empty() && is_lower(made[0])) made[0] = static_cast<char>(made[0] - 'a' + 'A');
    return made;
}

std::string with_apostrophes(std::string_view form, std::string_view apostrophe) {
    std::string made;
    for (const char c : form) {
        if (c == '\'')
            made += apostrophe;
        else
            made += c;
    }
    return made;
}

std::optional<std::string> by_clitics(const FrontCoded& words, std::string_view stem) {
    if (stem.find('\'') == std::string_view::npos ||
        std::find(std::begin(kIrregular), std::end(kIrregular), lower(stem)) != std::end(kIrregular))
        return std::nullopt;
    for (int i = 0; i < kMostClitics; ++i) {
        const auto clitic = std::find_if(std::begin(kClitics), std::end(kClitics),
                                         [&](auto end) { return stem.ends_with(end) && stem != end; });
        if (clitic == std::end(kClitics)) return std::nullopt;
        stem.remove_suffix(clitic->size());
        if (auto lemma = english_listed(words, stem)) return lemma;
    }
    return std::nullopt;
}

std::optional<std::string> by_hyphens(const FrontCoded& words, std::string_view form) {
    const std::size_t hyphen = form.find_last_of("-_");
    if (hyphen == std::string_view::npos || hyphen + 1 == form.size()) return std::nullopt;
    std::string joined = lower(form);
    std::erase_if(joined, [](char c) { return c == '-' || c == '_'; });
    if (auto lemma = english_listed(words, is_upper(form[0]) ? capitalized(joined) : joined))
        return lemma;
    const auto lemma = english_listed(words, form.substr(hyphen + 1));
    if (!lemma) return std::nullopt;
    return std::string(form.substr(0, hyphen + 1)) + *lemma;
}

std::string by_ending(std::string_view form) {
    if (form.size() > 7 && form.ends_with("cies"))
        return std::string(form.substr(0, form.size() - 3)) + "y";
    if (std::any_of(std::begin(kPlurals), std::end(kPlurals),
                    [&](auto plural) { return form.ends_with(plural); }) ||
        form.ends_with("ized"))
        form.remove_suffix(1);
    return std::string(form);
}

}  // namespace

std::optional<std::string> look_up(const FrontCoded& words, std::string_view form) {
    if (auto lemma = words.find(form)) return lemma;
    if (form.empty()) return std::nullopt;
    return words.find(is_upper(form[0]) ? lower(form) : capitalized(form));
}

std::optional<std::string> english_listed(const FrontCoded& words, std::string_view form) {
    auto lemma = look_up(words, form);
    if (!lemma && form.find('\'') != std::string_view::npos)
        for (const auto curly : kCurly)
            if ((lemma = look_up(words, with_apostrophes(form, curly)))) break;
    return lemma;
}

std::string english_lemma(const FrontCoded& words, std::string_view form) {
    if (form.find('\'') != std::string_view::npos)
        if (auto lemma = english_listed(words, form)) return *lemma;
    if (auto lemma = by_clitics(words, form)) return *lemma;
    if (auto lemma = by_hyphens(words, form)) return *lemma;
    return by_ending(form);
}

}  // namespace tesla::text
