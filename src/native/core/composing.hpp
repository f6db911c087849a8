// Numbers of several words put together: see analysis/numbers/composing.py, which has the same names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text.hpp"
#include "words.hpp"

namespace tesla {

enum class NumberKind : std::uint8_t {
    other,
    fixed,
    digits,
    addend,
    opener,
    multiplier,
    link,
    fraction,
    half_day,
    sign,
    unsigned_
};

// A word's part in a number.
struct NumberPart {
    NumberKind kind = NumberKind::other;
    std::int64_t value = 0, room = 0, linked = 0, most = 0;
    bool alone = false;
};

// As a lexicon's column has it: "kind value room linked most alone", whole numbers.
NumberPart number_part(std::string_view written);

// Words of a text: the first, and the one after the last.
struct WordSpan {
    std::uint32_t begin, end;
};

// The digits of the numbers of a text: with thousand, million and the like, and these apart; and the
// words of each of the former.
struct Numbers {
    std::vector<std::string> together, apart;
    std::vector<WordSpan> spans = {};

    // What they take beside the object itself.
    std::size_t bytes() const {
        std::size_t found = room_of(together, apart, spans);
        for (const auto* list : {&together, &apart})
            for (const auto& number : *list) found += bytes_beside(number);
        return found;
    }
};

class Composer {
  public:
    explicit Composer(Numbers& found) : found_(found) {
        found.together.clear();
        found.apart.clear();
        found.spans.clear();
    }

    // The next word, and where it stands; `digits` are those of its form. Words that are parts of no
    // number and stand after others that are not may be left out.
    void add(std::uint32_t at, const NumberPart& part, std::string_view digits);
    // No more words belong to the number.
    void close();

  private:
    struct Term {
        std::int64_t value, room, linked;
        bool alone, own = false, scaled = false, minus = false;
        std::string digits = {};
        std::uint32_t begin = 0, end = 0;
    };

    static Term as_term(const NumberPart& part) {
        return {part.value, part.room, part.linked, part.alone};
    }
    static Term of_digits(std::string digits) {
        return {0, 0, 0, true, false, false, false, std::move(digits)};
    }
    void end_number(const NumberPart& part, std::string_view digits, bool is_unsigned);
    bool change_last(const NumberPart& part, std::string_view digits);
    void emit(bool scaled, std::vector<std::string>& found);
    std::int64_t room(bool linked) const;
    void push(Term term, bool fits, std::uint32_t words = 1);
    void add_digits(std::string_view digits, bool linked, bool open_end);
    void multiply(const NumberPart& part);
    std::pair<std::size_t, std::int64_t> multiplicand(std::int64_t most) const;
    void replace(std::size_t count, std::int64_t product, std::int64_t room, const NumberPart& part);

    Numbers& found_;
    std::vector<Term> terms_;
    std::uint32_t at_ = 0;
    bool linked_ = false, open_end_ = false, minus_ = false, unsigned_ = false;
};

}  // namespace tesla
