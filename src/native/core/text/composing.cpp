#include "text/composing.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/ascii.hpp"

namespace tesla::text {

namespace {

constexpr std::int64_t kThousand = 1000, kMyriad = 10000, kNoon = 12, kHoursPerDay = 24,
                       kMinutesPerHour = 60;

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

// Return whether this is a group of three digits, which may be the last group before decimals.
bool is_group(std::string_view digits) {
    constexpr std::size_t size = 3;
    if (digits.size() < size || !all_digits(digits.substr(0, size))) return false;
    if (digits.size() == size) return true;
    return digits[size] == '.' && digits.size() > size + 1 && all_digits(digits.substr(size + 1));
}

// Return whether a group of three digits may follow: 1 000, -12 000.
bool may_precede_group(std::string_view digits) {
    if (digits.starts_with('-')) digits.remove_prefix(1);
    return digits.find('.') == std::string_view::npos && digits.size() <= 3;
}

// Return the value of one or two digits, or -1.
std::int64_t short_value(std::string_view digits) {
    if (digits.empty() || digits.size() > 2 || !all_digits(digits)) return -1;
    std::int64_t value = 0;
    for (const char digit : digits) value = 10 * value + (digit - '0');
    return value;
}

// Return the time within the 12 hours that begin with `half_day.value`: 8.4 (8:40) becomes 20.4. Empty
// if it is not such a time.
std::string clock_time(std::string_view digits, const NumberPart& half_day) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view hours = digits.substr(0, point), rest = digits.substr(point);
    if (!rest.empty() && (rest.size() < 2 || rest.size() > 3 || !all_digits(rest.substr(1)))) return {};
    const std::int64_t value = short_value(hours);
    if (value < 1 || value > (rest.empty() ? half_day.most : kNoon)) return {};
    const std::int64_t hour = half_day.value + (value - half_day.value + kHoursPerDay) % kNoon;
    return std::to_string(hour % kHoursPerDay).append(rest);
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

void Composer::add(std::uint32_t at, const NumberPart& part, std::string_view digits,
                   std::string_view reading) {
    at_ = at;
    const bool linked = std::exchange(linked_, false), open_end = std::exchange(open_end_, false);
    const bool minus = std::exchange(minus_, false), is_unsigned = std::exchange(unsigned_, false);
    switch (part.kind) {
        case NumberKind::digits:
            if (minus) {
                push(of_digits("-", digits, reading), false, 2);
                open_end_ = may_precede_group(digits);
            } else {
                add_digits(digits, reading, linked, open_end);
            }
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
        std::string time = clock_time(last.digits, part);
        if (time.empty()) return false;
        last.digits = std::move(time);
    } else {
        return false;
    }
    last.reading.clear();
    last.end = at_ + 1;
    return true;
}

bool Composer::add_minutes(std::uint32_t at, const NumberPart& part, std::string_view digits) {
    if (part.kind != NumberKind::digits || terms_.empty()) return false;
    Term& hours = terms_.back();
    if (hours.end != at || hours.end - hours.begin > 1) return false;
    const std::int64_t hour = short_value(hours.digits), minute = short_value(digits);
    if (hour < 0 || hour >= kHoursPerDay || minute < 0 || minute >= kMinutesPerHour) return false;
    if (minute) {
        hours.digits.append(minute < 10 ? ".0" : ".").append(std::to_string(minute));
        hours.digits.erase(hours.digits.find_last_not_of('0') + 1);
    }
    hours.reading.clear();
    at_ = at;
    hours.end = at + 1;
    open_end_ = false;
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
    if (scaled && !end.reading.empty())
        found_.readings.push_back({static_cast<std::uint32_t>(found.size()), end.reading});
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

void Composer::add_digits(std::string_view digits, std::string_view reading, bool linked,
                          bool open_end) {
    if (open_end && is_group(digits)) {
        terms_.back().digits += digits;
        terms_.back().end = at_ + 1;
    } else {
        push(of_digits("", digits, reading), !linked && room(linked) >= kThousand);
    }
    open_end_ = may_precede_group(digits);
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
