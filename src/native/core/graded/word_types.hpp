// The distinct words of a text: words that are equal in everything that is compared are one type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::graded {

// Its lists belong to the encoder and never move, or are those of the first word of the type.
struct WordType {
    std::uint32_t form;  // form id
    std::int32_t lemma, tag;
    std::uint8_t kind, function, name;       // kind: bits of Kind
    std::span<const std::uint32_t> bigrams;  // distinct ids
    std::span<const std::int32_t> partners;  // roles in pairs of related words
    std::uint32_t first = 0;                 // the first word of the type
    std::uint32_t before = 0;                // 1 + the previous type in the same bucket of forms

    // All other attributes follow from the form and the lemma.
    bool same(const WordType& other) const {
        return form == other.form && lemma == other.lemma && tag == other.tag && kind == other.kind &&
               function == other.function && name == other.name;
    }
};

struct WordTypes {
    std::vector<std::uint32_t> of;  // by word
    std::vector<WordType> each;     // in the order of their first words

    std::size_t size() const { return each.size(); }
    const WordType& at(std::size_t word) const { return each[of[word]]; }
    std::size_t bytes() const { return of.size() * 4 + each.size() * sizeof(WordType); }
};

// Assigns the words of a text, one after another, to types.
class TypeTable {
  public:
    explicit TypeTable(WordTypes& types) : types_(types) {
        types.of.clear();
        types.each.clear();
    }
    void add(const WordType& word) {
        std::uint32_t& last = lasts_[word.form % lasts_.size()];
        std::uint32_t type = last;
        while (type && !types_.each[type - 1].same(word)) type = types_.each[type - 1].before;
        if (!type) {
            types_.each.push_back(word);
            types_.each.back().first = static_cast<std::uint32_t>(types_.of.size());
            types_.each.back().before = last;
            type = last = static_cast<std::uint32_t>(types_.each.size());
        }
        types_.of.push_back(type - 1);
    }

  private:
    WordTypes& types_;
    std::array<std::uint32_t, 128> lasts_{};  // by bucket of forms: 1 + its last type
};

}  // namespace tesla::graded
