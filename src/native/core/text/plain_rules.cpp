#include "text/plain_rules.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/ascii.hpp"

namespace tesla::text {

namespace {

bool is_unit(char c) { return is_letter(c) || is_digit(c); }
bool among(char c, std::string_view list) { return list.find(c) != std::string_view::npos; }

template <class Is>
bool all(std::string_view text, Is is) {
    return std::all_of(text.begin(), text.end(), is);
}

bool has(const StringTable& table, std::string_view key) { return table.find(key) != StringTable::npos; }

void fill(StringTable& table, const std::vector<std::string>& keys) {
    for (const auto& key : keys) table.add(key);
}

// U.S, e.g: single letters separated by dots.
bool letter_dots(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i % 2 ? text[i] != '.' : !is_letter(text[i])) return false;
    return text.size() % 2 == 1;
}

// 10,000.5: digits with separators between them.
bool number(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (!is_digit(text[i]) && !among(text[i], ".,:")) return false;
    return is_digit(text.front()) && is_digit(text.back());
}

// Return the end of the letters and digits at `from`, without a final dot: "word" in the pattern PIECE.
std::size_t end_of_units(std::string_view chunk, std::size_t from) {
    std::size_t at = from;
    while (true) {
        while (at < chunk.size() && is_unit(chunk[at])) ++at;
        if (at + 1 >= chunk.size() || !is_unit(chunk[at + 1])) return at;
        const bool digits = is_digit(chunk[at - 1]) && is_digit(chunk[at + 1]);
        if (!among(chunk[at], "-'./&@_") && !(digits && among(chunk[at], ",:"))) return at;
        ++at;
    }
}

}  // namespace

PlainRules::PlainRules(const Facts& facts)
    : suffixes_(facts.suffixes),
      runs_(facts.runs),
      odd_endings_(facts.odd_endings),
      initials_(facts.initials),
      marks_run_(facts.marks_run),
      split_hyphens_(facts.split_hyphens),
      elisions_(facts.elisions),
      hyphen_clitics_(facts.hyphen_clitics),
      ordinal_digits_(facts.ordinal_digits) {
    for (const auto& [form, lengths] : facts.contractions) {
        std::size_t whole = 0;
        for (const auto length : lengths) whole += length;
        if (!lengths.empty() && whole != form.size())
            throw std::invalid_argument("words that do not spell their contraction");
        if (contractions_.add(form) == contracted_.size()) contracted_.push_back(lengths);
    }
    for (const auto& suffix : suffixes_)
        if (!among('\'', suffix)) throw std::invalid_argument("a suffix without an apostrophe");
    fill(uncontracted_, facts.uncontracted);
    fill(abbreviations_, facts.abbreviations);
    fill(units_, facts.units);
    fill(apostrophe_words_, facts.apostrophe_words);
    fill(whole_words_, facts.whole_words);
    fill(hyphen_prefixes_, facts.hyphen_prefixes);
}

bool PlainRules::cut(std::string_view chunk, std::vector<std::string_view>& words) const {
    words.clear();
    for (std::size_t at = 0; at < chunk.size();)
        if (!(is_unit(chunk[at]) ? cut_piece(chunk, at, words) : cut_mark(chunk, at, words)))
            return false;
    return true;
}

bool PlainRules::cut_piece(std::string_view chunk, std::size_t& at, Words& words) const {
    const std::size_t end = end_of_units(chunk, at);
    const char next = end < chunk.size() ? chunk[end] : ' ';
    const char after = end + 1 < chunk.size() ? chunk[end + 1] : ' ';
    const std::string_view body = chunk.substr(at, end - at);
    const bool dot = next == '.' && after != '.';
    if (lower(chunk.substr(at, 4)) == "www." || (next == '.' && after == '-')) return false;
    if (elisions_ && (among('\'', body) || next == '\'')) return false;
    at = end + dot;
    if (dot && keeps_dot(body)) {
        words.push_back(chunk.substr(end - body.size(), body.size() + 1));
        return true;
    }
    if (!cut_word(body, words)) return false;
    if (dot) words.push_back(chunk.substr(end, 1));
    return true;
}

bool PlainRules::keeps_dot(std::string_view body) const {
    if (all(body, is_digit)) return body.size() <= ordinal_digits_;
    if (has(abbreviations_, lower(body))) return true;
    if (!initials_ || !letter_dots(body)) return false;
    return body.size() > 1 || (is_upper(body[0]) && body != "I");
}

bool PlainRules::cut_word(std::string_view piece, Words& words) const {
    if (all(piece, is_letter)) return cut_letters(piece, words);
    if (all(piece, [](char c) { return is_letter(c) || c == '\''; }))
        return cut_apostrophe(piece, words);
    if (all(piece, [](char c) { return is_unit(c) || c == '-'; }) && among('-', piece))
        return cut_hyphens(piece, words);
    if (!number(piece) && !letter_dots(piece)) return cut_part(piece, words);
    words.push_back(piece);
    return true;
}

bool PlainRules::cut_letters(std::string_view word, Words& words) const {
    const std::uint32_t contraction = contractions_.find(lower(word));
    if (contraction == StringTable::npos || has(uncontracted_, word)) {
        if (among(word.back(), odd_endings_)) return false;
        words.push_back(word);
        return true;
    }
    for (const auto length : contracted_[contraction]) {
        words.push_back(word.substr(0, length));
        word.remove_prefix(length);
    }
    return word.empty();
}

// don't, John's, o'clock
bool PlainRules::cut_apostrophe(std::string_view piece, Words& words) const {
    if (std::count(piece.begin(), piece.end(), '\'') > 1) return false;
    const std::string low = lower(piece);
    if (!has(apostrophe_words_, low) && !has(whole_words_, low))
        for (const auto& suffix : suffixes_)
            if (low.ends_with(suffix) && low.size() > suffix.size()) {
                const std::size_t rest = piece.size() - suffix.size();
                if (!cut_letters(piece.substr(0, rest), words)) return false;
                words.push_back(piece.substr(rest));
                return true;
            }
    words.push_back(piece);
    return true;
}

bool PlainRules::cut_hyphens(std::string_view piece, Words& words) const {
    if (hyphen_clitics_ || all(piece, [](char c) { return !is_letter(c); })) return false;
    if (has(whole_words_, lower(piece)) || !split_hyphens_) {
        words.push_back(piece);
        return true;
    }
    std::size_t hyphen = piece.find('-');
    if (has(hyphen_prefixes_, lower(piece.substr(0, hyphen)))) {
        hyphen = std::min(piece.find('-', hyphen + 1), piece.size());
        words.push_back(piece.substr(0, hyphen));
    } else if (!cut_part(piece.substr(0, hyphen), words)) {
        return false;
    }
    while (hyphen < piece.size()) {
        words.push_back(piece.substr(hyphen, 1));
        const std::size_t start = hyphen + 1;
        hyphen = std::min(piece.find('-', start), piece.size());
        if (!cut_part(piece.substr(start, hyphen - start), words)) return false;
    }
    return true;
}

// Letters and digits; a number with a unit is two words.
bool PlainRules::cut_part(std::string_view part, Words& words) const {
    if (part.empty() || !all(part, is_unit)) return false;
    if (all(part, is_letter)) return cut_letters(part, words);
    const auto letters = std::find_if(part.begin(), part.end(), is_letter) - part.begin();
    const std::string_view unit = part.substr(static_cast<std::size_t>(letters));
    if (letters && (!all(unit, is_letter) || has(units_, lower(unit)))) return false;
    words.push_back(part);
    return true;
}

bool PlainRules::cut_mark(std::string_view chunk, std::size_t& at, Words& words) const {
    const char mark = chunk[at], next = at + 1 < chunk.size() ? chunk[at + 1] : ' ';
    const bool smiley = among(mark, ":;") && !among(next, " \",");
    const bool clitic = mark == '\'' && !among(next, " ,.;:!?)\"");
    const bool sign = mark == '-' && !all(chunk.substr(at), [](char c) { return c == '-'; });
    if (!among(mark, ",;:!?()\"[]%$.'-") || smiley || clitic || sign) return false;
    std::string_view run;
    if (among(mark, runs_)) run = chunk.substr(at, 1);
    if (run.empty() && marks_run_ && among(mark, "!?")) run = "!?";
    std::size_t end = at + 1;
    while (end < chunk.size() && among(chunk[end], run)) ++end;
    words.push_back(chunk.substr(at, end - at));
    at = end;
    return true;
}

}  // namespace tesla::text
