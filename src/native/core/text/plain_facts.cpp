#include "text/plain_facts.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "text/unsupported_word.hpp"

namespace tesla::text {

namespace {

constexpr std::string_view kSeparators = ".,':";

std::string digits_within(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_digit);
    return digits;
}

// One to three digits, then groups of three, each after a separator.
bool in_groups(std::string_view number) {
    const auto digits = [&](std::size_t from, std::size_t to) {
        return std::all_of(number.begin() + static_cast<std::ptrdiff_t>(from),
                           number.begin() + static_cast<std::ptrdiff_t>(to), is_digit);
    };
    std::size_t at = number.size() % 4;
    if (!at || at == number.size() || number[0] == '0' || !digits(0, at)) return false;
    for (; at < number.size(); at += 4)
        if (std::string_view(".,'").find(number[at]) == std::string_view::npos ||
            !digits(at + 1, at + 4))
            return false;
    return true;
}

// Return the separator of a number that is either a group of three digits or three decimals: 1,234 or
// 1.234; 0 for other numbers.
char group_or_decimal_mark(std::string_view number) {
    constexpr std::size_t group = 4;  // with its separator
    if (number.size() <= group || number.size() > 2 * group - 1 || !in_groups(number)) return 0;
    const char mark = number[number.size() - group];
    return mark == '\'' ? '\0' : mark;
}

bool has_one_separator(std::string_view number) {
    const char mark = number[number.find_first_of(kSeparators)];
    return std::all_of(number.begin(), number.end(), [&](char c) { return is_digit(c) || c == mark; });
}

// Remove leading zeros.
std::string_view least(std::string_view digits) {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

// Two parts: 1.0 is 1, and 8:40 is 8.4; 3:1 is 3.01, since it is not 3:10, and 1:100 is not a decimal
// number. Three digits before decimals may be the last group: 10 050,5.
std::string of_two(std::string_view whole, char mark, std::string_view rest) {
    const bool timed = mark == ':' || mark == '\'';
    std::string number(!timed && whole.size() == 3 ? whole : least(whole));
    number.append(timed && rest.size() == 1 ? ".0" : ".").append(rest);
    if (timed && rest.size() != 2) return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.')) number.pop_back();
    return number;
}

// More parts, or several separators in a row; dates and times have the same separator throughout.
std::string of_many(std::string_view plain) {
    const char mark = plain[plain.find_first_of(kSeparators)];
    const bool dated =
        (mark == '.' || mark == ':') &&
        std::all_of(plain.begin(), plain.end(), [&](char c) { return is_digit(c) || c == mark; }) &&
        plain.find(std::string(2, mark)) == std::string_view::npos;
    std::string number;
    for (std::size_t at = 0; at < plain.size();) {
        const std::size_t end = std::min(plain.find_first_of(kSeparators, at), plain.size());
        const std::string_view part = plain.substr(at, end - at);
        number.append(dated ? least(part) : part);
        if (end < plain.size()) number += '.';
        at = end + 1;
    }
    return number;
}

// Return the normalised number, independent of how it is written; see text/numbers.py.
std::string canonical_number(std::string_view form, std::string_view number_format) {
    constexpr std::size_t day = 2;
    const std::size_t from = form.find_first_not_of(kSeparators);
    const std::string_view plain = form.substr(from, form.find_last_not_of(kSeparators) - from + 1);
    const std::size_t mark = plain.find_first_of(kSeparators);
    if (mark == std::string_view::npos) {
        if (from == 1 && form[0] == '.') return of_two("0", '.', plain);
        // 05 May; three digits may be a group: 10 050.
        return std::string(plain.size() == day ? least(plain) : plain);
    }
    const char only_mark = group_or_decimal_mark(plain);
    if (in_groups(plain) && has_one_separator(plain) &&
        !(only_mark && number_format.ends_with(only_mark)))
        return digits_within(plain);
    const std::size_t last = plain.find_last_of(kSeparators);
    const std::string_view groups = plain.substr(0, last);
    const bool decimal = plain[last] == '.' || plain[last] == ',';
    if (decimal && groups.find(plain[last]) == std::string_view::npos && in_groups(groups))
        return of_two(digits_within(groups), plain[last], plain.substr(last + 1));
    if (plain.find_first_of(kSeparators, mark + 1) != std::string_view::npos) return of_many(plain);
    return of_two(plain.substr(0, mark), plain[mark], plain.substr(mark + 1));
}

// Return the other reading of a number with a single separator and three digits; empty for other
// numbers: see find_other_reading in text/numbers.py.
std::string other_reading(std::string_view form, std::string_view number_format) {
    const std::size_t from = form.find_first_not_of(kSeparators);
    const std::string_view plain = form.substr(from, form.find_last_not_of(kSeparators) - from + 1);
    const char mark = group_or_decimal_mark(plain);
    if (!mark) return {};
    const bool zeros = plain.ends_with("000");
    if (number_format.find(mark) != std::string_view::npos)
        return zeros && number_format.starts_with(' ') ? digits_within(plain) : std::string();
    if (zeros) return {};
    const std::size_t at = plain.find(mark);
    return of_two(plain.substr(0, at), mark, plain.substr(at + 1));
}

}  // namespace

PlainFacts::PlainFacts(const Odd& odd, Affixes affixes, std::string number_format)
    : prefixes_(odd.prefixes),
      parts_(odd.parts),
      affixes_(std::move(affixes)),
      number_format_(std::move(number_format)) {
    for (const auto& word : odd.words) words_.add(word);
    for (const auto& piece : odd.before_hyphens) before_hyphens_.add(piece);
}

void PlainFacts::check(std::string_view surface) const {
    const std::size_t hyphen = surface.find('-');
    const bool odd = words_.find(surface) != StringTable::npos ||
                     (hyphen != std::string_view::npos &&
                      before_hyphens_.find(surface.substr(0, hyphen)) != StringTable::npos) ||
                     std::any_of(prefixes_.begin(), prefixes_.end(),
                                 [&](const auto& prefix) { return surface.starts_with(prefix); }) ||
                     std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) {
                         return surface.find(part) != std::string_view::npos;
                     });
    if (odd) throw UnsupportedWord{};
}

// See text/negation.py.
std::string_view PlainFacts::base(std::string_view form) const {
    constexpr std::size_t least = 3;
    for (const auto& prefix : affixes_.prefixes) {
        if (!form.starts_with(prefix)) continue;
        std::string_view rest = form.substr(prefix.size());
        if (rest.starts_with('-')) rest.remove_prefix(1);
        if (rest.size() < form.size() && rest.size() >= least) return rest;
    }
    for (const auto& suffix : affixes_.suffixes) {
        if (!form.ends_with(suffix)) continue;
        std::string_view rest = form.substr(0, form.size() - suffix.size());
        if (rest.ends_with('-')) rest.remove_suffix(1);
        if (rest.size() >= least) return rest;
    }
    return {};
}

std::vector<std::string> PlainFacts::of(std::string_view surface) const {
    // Kinds of numbers as in text/number_composition.py.
    constexpr const char *fixed = "1 0 0 0 0 0", *digits = "2 0 0 0 0 0";
    check(surface);
    std::vector<std::string> facts(6);
    if (std::none_of(surface.begin(), surface.end(), is_digit)) {
        facts[0] = surface;
    } else if (std::all_of(surface.begin(), surface.end(), [](char c) {
                   return is_digit(c) || kSeparators.find(c) != std::string_view::npos;
               })) {
        facts[0] = facts[1] = canonical_number(surface, number_format_);
        facts[3] = digits;
        facts[5] = other_reading(surface, number_format_);
    } else if (is_letter(surface[0])) {
        facts[0] = surface;
        facts[1] = digits_within(surface);
        facts[3] = fixed;
    } else {
        throw UnsupportedWord{};  // 4th, 3.5bn, -5
    }
    facts[4] = base(facts[0]);
    return facts;
}

}  // namespace tesla::text
