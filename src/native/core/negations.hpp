// What negates in texts: see analysis/negations/changes.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text.hpp"
#include "words.hpp"

namespace tesla {

// What a word does to negate, others by the numbers of their forms.
struct Negating {
    static constexpr std::uint32_t kNoBase = ~std::uint32_t{0};

    bool negates = false;
    std::vector<std::uint32_t> idioms;      // words before which it does not
    std::vector<std::uint32_t> idle;        // words right after which it does not
    std::vector<std::uint32_t> companions;  // words after which it does, if it does not by itself
    std::uint32_t base = kNoBase;           // what a part of it negates

    bool any() const { return negates || !companions.empty() || base != kNoBase; }
};

// As a lexicon's columns have it, see encoding/facts.py.
Negating negating(std::string_view negates, std::string_view base, StringTable& forms);

// What negates in a text: places of words, and of those that a part of them negates, with the form of
// what that is.
struct Negated {
    struct Base {
        std::uint32_t place, form;
    };
    std::vector<std::uint32_t> places;
    std::vector<Base> bases;

    void clear() {
        places.clear();
        bases.clear();
    }
    void add(const Negating& word, std::size_t place, const std::vector<std::uint32_t>& forms);
    std::size_t bytes() const { return room_of(places, bases); }
};

}  // namespace tesla
