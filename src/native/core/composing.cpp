#include "composing.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace tesla {

namespace {

constexpr std::int64_t kThousand = 1000;

// Of a short number, else -1; one with four digits may be a year.
std::int64_t thousandths(std::string_view digits) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view whole = digits.substr(0, point);
    const std::string_view rest = digits.substr(std::min(point + 1, digits.size()));
    const bool pointed = point < digits.size();
    if (whole.empty() || whole.size() > 3 || rest.size() > 3 || pointed == rest.empty() ||
        rest.find('.') != std::string_view::npos)
        return -1;
    std::int64_t value = 0;
    for (const char digit : whole) value = 10 * value + (digit - '0');
    for (std::size_t i = 0; i < 3; ++i) value = 10 * value + (i < rest.size() ? rest[i] - '0' : 0);
    return value;
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
    if (kind < 0 || kind > static_cast<int>(NumberKind::link))
        throw std::invalid_argument("no kind of number word");
    return {static_cast<NumberKind>(kind), value, room, linked, most, alone != 0};
}

void Composer::add(const NumberPart& part, std::string_view digits) {
    const bool linked = std::exchange(linked_, false), open_end = std::exchange(open_end_, false);
    switch (part.kind) {
        case NumberKind::digits:
            add_digits(digits, linked, open_end);
            break;
        case NumberKind::addend: {
            const std::int64_t free = room(linked);
            Term term = as_term(part);
            term.own = linked && part.value == 1 && free >= 100;
            push(std::move(term), 0 < part.value && part.value < free);
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
        case NumberKind::fixed:
            close();
            found_.together.emplace_back(digits);
            found_.apart.emplace_back(digits);
            break;
        case NumberKind::other:
            close();
    }
}

void Composer::close() {
    if (terms_.empty()) return;
    emit(true, found_.together);
    emit(false, found_.apart);
    terms_.clear();
}

// The sum of the terms, and the digits apart from it; `scaled`: also of terms that are.
void Composer::emit(bool scaled, std::vector<std::string>& found) const {
    std::int64_t total = 0;
    std::size_t words = 0;
    bool alone = false;
    for (const Term& term : terms_) {
        if (!term.digits.empty() || (term.scaled && !scaled)) continue;
        if (!words++) alone = term.alone;
        total += term.value;
    }
    if (words > 1 || alone) found.push_back(std::to_string(total));
    if (!terms_.back().digits.empty()) found.push_back(terms_.back().digits);
}

std::int64_t Composer::room(bool linked) const {
    if (terms_.empty()) return 0;
    return linked ? terms_.back().linked : terms_.back().room;
}

void Composer::push(Term term, bool fits) {
    if (!fits) close();
    terms_.push_back(std::move(term));
}

void Composer::add_digits(std::string_view digits, bool linked, bool open_end) {
    const bool whole = digits.find('.') == std::string_view::npos;
    if (open_end && whole && digits.size() == 3) {
        terms_.back().digits += digits;
    } else {
        push({0, 0, 0, true, false, false, std::string(digits)}, !linked && room(linked) >= kThousand);
    }
    open_end_ = whole && digits.size() <= 3;
}

void Composer::multiply(const NumberPart& part) {
    if (!terms_.empty() && !terms_.back().digits.empty()) {
        const std::int64_t given = thousandths(terms_.back().digits);
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

// How many of the last terms are multiplied, and their sum.
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

// The last terms have become one; those before it do not fit a greater one.
void Composer::replace(std::size_t count, std::int64_t product, std::int64_t free,
                       const NumberPart& part) {
    const auto kept = terms_.end() - static_cast<std::ptrdiff_t>(count);
    const std::vector<Term> taken(kept, terms_.end());
    terms_.erase(kept, terms_.end());
    const bool scaled = part.value >= kThousand;
    push({product, free, part.linked, true, false, scaled}, product < room(false));
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

}  // namespace tesla
