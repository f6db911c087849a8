// Numbers of several words: see text/number_composition.py, which uses the same names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "text/words.hpp"

namespace tesla::text {

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

// The role of a word in a number.
struct NumberPart {
    NumberKind kind = NumberKind::other;
    std::int64_t value = 0, room = 0, linked = 0, most = 0;
    bool alone = false;
};

// Parse a value of the lexicon column "number": "kind value room linked most alone", all integers.
NumberPart number_part(std::string_view written);

// A span of words: the first, and the one after the last.
struct WordSpan {
    std::uint32_t begin, end;
};

// The numbers of a text as digits: `together` with words such as thousand and million, `apart` without
// them; `spans` are the words of each number in `together`.
struct Numbers {
    // The other reading of a number in `together`: see other_reading in text/numbers.py.
    struct Reading {
        std::uint32_t number;
        std::string digits;
    };

    std::vector<std::string> together, apart;
    std::vector<WordSpan> spans = {};
    std::vector<Reading> readings = {};

    // Heap memory.
    std::size_t bytes() const {
        std::size_t found = heap_bytes(together, apart, spans, readings);
        for (const auto* list : {&together, &apart})
            for (const auto& number : *list) found += heap_bytes_of(number);
        for (const auto& reading : readings) found += heap_bytes_of(reading.digits);
        return found;
    }
};

class Composer {
  public:
    explicit Composer(Numbers& found) : found_(found) {
        found.together.clear();
        found.apart.clear();
        found.spans.clear();
        found.readings.clear();
    }

    // Add the next word; `digits` are those of its form, `reading` another reading of them, if any.
    // Words that are not part of a number may be omitted if they follow another such word.
    void add(std::uint32_t at, const NumberPart& part, std::string_view digits,
             std::string_view reading = {});
    // Add the next word if it and the previous one, which is followed by a colon, are a time: 16: 20.
    bool add_minutes(std::uint32_t at, const NumberPart& part, std::string_view digits);
    // End the current number.
    void close();

  private:
    struct Term {
        std::int64_t value, room, linked;
        bool alone, own = false, scaled = false, minus = false;
        std::string digits = {}, reading = {};
        std::uint32_t begin = 0, end = 0;
    };

    static Term as_term(const NumberPart& part) {
        return {part.value, part.room, part.linked, part.alone};
    }
    // `reading` may be empty.
    static Term of_digits(std::string_view sign, std::string_view digits, std::string_view reading) {
        Term term{0, 0, 0, true, false, false, false, std::string(sign).append(digits)};
        if (!reading.empty()) term.reading = std::string(sign).append(reading);
        return term;
    }
    void end_number(const NumberPart& part, std::string_view digits, bool is_unsigned);
    bool change_last(const NumberPart& part, std::string_view digits);
    void emit(bool scaled, std::vector<std::string>& found);
    std::int64_t room(bool linked) const;
    void push(Term term, bool fits, std::uint32_t words = 1);
    void add_digits(std::string_view digits, std::string_view reading, bool linked, bool open_end);
    void multiply(const NumberPart& part);
    std::pair<std::size_t, std::int64_t> multiplicand(std::int64_t most) const;
    void replace(std::size_t count, std::int64_t product, std::int64_t room, const NumberPart& part);

    Numbers& found_;
    std::vector<Term> terms_;
    std::uint32_t at_ = 0;
    bool linked_ = false, open_end_ = false, minus_ = false, unsigned_ = false;
};

}  // namespace tesla::text
