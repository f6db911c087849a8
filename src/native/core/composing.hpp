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

enum class NumberKind : std::uint8_t { other, fixed, digits, addend, opener, multiplier, link };

// A word's part in a number.
struct NumberPart {
    NumberKind kind = NumberKind::other;
    std::int64_t value = 0, room = 0, linked = 0, most = 0;
    bool alone = false;
};

// As a lexicon's column has it: "kind value room linked most alone", whole numbers.
NumberPart number_part(std::string_view written);

// The digits of the numbers of a text: with thousand, million and the like, and these apart.
struct Numbers {
    std::vector<std::string> together, apart;

    // What they take beside the object itself.
    std::size_t bytes() const {
        std::size_t found = room_of(together, apart);
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
    }

    // The next word; `digits` are those of its form.
    void add(const NumberPart& part, std::string_view digits);
    // No more words belong to the number.
    void close();

  private:
    struct Term {
        std::int64_t value, room, linked;
        bool alone, own = false, scaled = false;
        std::string digits = {};
    };

    static Term as_term(const NumberPart& part) {
        return {part.value, part.room, part.linked, part.alone};
    }
    void emit(bool scaled, std::vector<std::string>& found) const;
    std::int64_t room(bool linked) const;
    void push(Term term, bool fits);
    void add_digits(std::string_view digits, bool linked, bool open_end);
    void multiply(const NumberPart& part);
    std::pair<std::size_t, std::int64_t> multiplicand(std::int64_t most) const;
    void replace(std::size_t count, std::int64_t product, std::int64_t room, const NumberPart& part);

    Numbers& found_;
    std::vector<Term> terms_;
    bool linked_ = false, open_end_ = false;
};

}  // namespace tesla
