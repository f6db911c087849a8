#include "text/composing.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/ascii.hpp"

namespace tesla::text {

namespace {

constexpr std::int64_t kThousand = 1000, kMyriad = 10000, kNoon = 12;

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// Return the value of a short number, or -1. A number with four digits may be a year; years are not
// multiplied.
std::int64_t thousandths(std::string_view digits, std::size_t longest) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view whole = digits.substr(0, point);
    const std::string_view rest = digits.substr(std::min(point + 1, digits.size()));
    const bool pointed = point < digits.size();
    if (whole.empty() || whole.size() > longest || rest.size() > 3 || pointed == rest.empty() ||
        !all_digits(whole) || !all_digits(rest))
        return -1;
    std::int64_t value = 0;
    for (const char digit : whole) value = 10 * value + (digit - '0');
    for (std::size_t i = 0; i < 3; ++i) value = 10 * value + (i < rest.size() ? rest[i] - '0' : 0);
    return value;
}

// Return the time in this half of the day: 8.4 (8:40) becomes 20.4. Empty if it is not such a time.
std::string clock_time(std::string_view digits, std::int64_t half_day) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view hours = digits.substr(0, point), rest = digits.substr(point);
    if (hours.empty() || hours.size() > 2 || !all_digits(hours)) return {};
    if (!rest.empty() && (rest.size() < 2 || rest.size() > 3 || !all_digits(rest.substr(1)))) return {};
    std::int64_t value = 0;
    for (const char digit : hours) value = 10 * value + (digit - '0');
    if (value < 1 || value > kNoon) return {};
    return std::to_string(value % kNoon + half_day).append(rest);
}

}  // namespace

NumberPart number_part(std::string_view written) {
    std::int64_t numbers[6];
    const char *at = written.data(), *end = at + written.size();
    for (auto& number : numbers) {
        const auto [rest, error] = std::from_chars(at, end, number);
        if (error != std::errc()) throw std::invalid_argument("a number word that is no six numbers");
        at = rest == end ? rest : rest + 1;
    }
    const auto [kind, value, room, linked, most, alone] = numbers;
    if (kind < 0 || kind > static_cast<int>(NumberKind::unsigned_))
        throw std::invalid_argument("no kind of number word");
    return {static_cast<NumberKind>(kind), value, room, linked, most, alone != 0};
}

void Composer::add(std::uint32_t at, const NumberPart& part, std::string_view digits) {
    at_ = at;
    const bool linked = std::exchange(linked_, false), open_end = std::exchange(open_end_, false);
    const bool minus = std::exchange(minus_, false), is_unsigned = std::exchange(unsigned_, false);
    switch (part.kind) {
        case NumberKind::digits:
            if (minus)
                push(of_digits(std::string("-").append(digits)), false, 2);
            else
                add_digits(digits, linked, open_end);
            break;
        case NumberKind::addend: {
            const std::int64_t free = room(linked);
            Term term = as_term(part);
            term.own = linked && part.value == 1 && free >= 100;
            term.minus = minus;
            push(std::move(term), 0 < part.value && part.value < free, minus ? 2 : 1);
            break;
        }
        case NumberKind::opener:
            push(as_term(part), false);
            break;
        case NumberKind::multiplier:
            if (linked) close();
            multiply(part);
            break;
        case NumberKind::link:
            if (!terms_.empty() && !linked)
                linked_ = true;
            else
                close();
            break;
        default:
            end_number(part, digits, is_unsigned);
    }
}

// A word that ends a number, unless digits that it belongs to follow.
void Composer::end_number(const NumberPart& part, std::string_view digits, bool is_unsigned) {
    if (change_last(part, digits)) return;
    close();
    minus_ = part.kind == NumberKind::sign && !is_unsigned;
    unsigned_ = part.kind == NumberKind::unsigned_;
    if (part.kind != NumberKind::fixed && part.kind != NumberKind::fraction) return;
    found_.together.emplace_back(digits);
    found_.apart.emplace_back(digits);
    found_.spans.push_back({at_, at_ + 1});
}

// Return whether digits and this word form one number: 3 1/2, 8:40 pm.
bool Composer::change_last(const NumberPart& part, std::string_view digits) {
    if (terms_.empty() || terms_.back().digits.empty()) return false;
    Term& last = terms_.back();
    if (part.kind == NumberKind::fraction && last.digits.find('.') == std::string::npos) {
        const std::size_t size = digits.find_last_not_of('0') + 1;  // 0 if there is nothing else
        last.digits.append(".").append(digits.substr(0, size));
    } else if (part.kind == NumberKind::half_day) {
        std::string time = clock_time(last.digits, part.value);
        if (time.empty()) return false;
        last.digits = std::move(time);
    } else {
        return false;
    }
    last.end = at_ + 1;
    return true;
}

void Composer::close() {
    if (terms_.empty()) return;
    emit(true, found_.together);
    emit(false, found_.apart);
    terms_.clear();
}

// Compute the sum of the terms, and the digits apart from it; `scaled`: include scaled terms, with
// spans.
void Composer::emit(bool scaled, std::vector<std::string>& found) {
    std::int64_t total = 0;
    const Term *first = nullptr, *last = nullptr;
    for (const Term& term : terms_) {
        if (!term.digits.empty() || (term.scaled && !scaled)) continue;
        if (!first) first = &term;
        last = &term;
        total += term.value;
    }
    if (first && (first != last || first->alone)) {
        found.emplace_back(first->minus ? "-" : "").append(std::to_string(total));
        if (scaled) found_.spans.push_back({first->begin, last->end});
    }
    const Term& end = terms_.back();
    if (end.digits.empty()) return;
    found.push_back(end.digits);
    if (scaled) found_.spans.push_back({end.begin, end.end});
}

std::int64_t Composer::room(bool linked) const {
    if (terms_.empty()) return 0;
    return linked ? terms_.back().linked : terms_.back().room;
}

// Add a term of this many words that ends here.
void Composer::push(Term term, bool fits, std::uint32_t words) {
    if (!fits) close();
    term.begin = at_ + 1 - words;
    term.end = at_ + 1;
    terms_.push_back(std::move(term));
}

void Composer::add_digits(std::string_view digits, bool linked, bool open_end) {
    const bool whole = digits.find('.') == std::string_view::npos;
    if (open_end && whole && digits.size() == 3 && all_digits(digits)) {
        terms_.back().digits += digits;
        terms_.back().end = at_ + 1;
    } else {
        push(of_digits(std::string(digits)), !linked && room(linked) >= kThousand);
    }
    open_end_ = whole && digits.size() <= 3;
}

void Composer::multiply(const NumberPart& part) {
    if (!terms_.empty() && !terms_.back().digits.empty()) {
        const std::int64_t given = thousandths(terms_.back().digits, part.most >= kMyriad - 1 ? 4 : 3);
        if (given >= 0 && part.value >= kThousand) {
            replace(1, given * (part.value / kThousand), given % kThousand ? 0 : part.room, part);
            return;
        }
        close();
    }
    const auto [count, taken] = multiplicand(part.most);
    if (count && (part.value >= kThousand || taken % 10))
        replace(count, taken * part.value, part.room, part);
    else if (part.alone)
        replace(0, part.value, part.room, part);
    else
        close();
}

// Return how many of the last terms are multiplied, and their sum.
std::pair<std::size_t, std::int64_t> Composer::multiplicand(std::int64_t most) const {
    std::size_t count = 0;
    std::int64_t taken = 0;
    for (auto term = terms_.rbegin(); term != terms_.rend(); ++term) {
        if (taken + term->value > most) break;
        ++count;
        taken += term->value;
        if (term->own) break;
    }
    return {count, taken};
}

// Merge the last terms; terms before them cannot be combined with a larger one.
void Composer::replace(std::size_t count, std::int64_t product, std::int64_t free,
                       const NumberPart& part) {
    const auto kept = terms_.end() - static_cast<std::ptrdiff_t>(count);
    const std::vector<Term> taken(kept, terms_.end());
    terms_.erase(kept, terms_.end());
    const bool scaled = part.value >= kThousand;
    const bool minus = !taken.empty() && taken.front().minus;
    const std::uint32_t begin = taken.empty() ? at_ : taken.front().begin;
    push({product, free, part.linked, true, false, scaled, minus}, product < room(false),
         at_ + 1 - begin);
    if (!scaled) return;
    std::int64_t total = 0;
    bool any = false;
    for (const Term& term : taken)
        if (!term.scaled) {
            any = true;
            total += term.value;
        }
    if (any)
        found_.apart.push_back(taken.back().digits.empty() ? std::to_string(total)
                                                           : taken.back().digits);
    found_.apart.emplace_back("*").append(std::to_string(part.value));
}

}  // namespace tesla::text
