// The words of a sentence as they are matched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesla {

// From where to where; from 0 to 0 is nowhere.
using Place = std::pair<std::uint32_t, std::uint32_t>;

// What matching knows of the words of a sentence; equal ids are equal things, tag -1 equals none.
struct Words {
    std::vector<std::int32_t> lemmas, tags;
    std::vector<std::uint8_t> function;
    std::vector<std::uint32_t> synset_begin;  // size + 1 offsets into synsets
    std::vector<std::int32_t> synsets;
    // Of texts that a lexicon analysed: the labels of words and whether these are names, the
    // numbers of their surfaces, and where among the text's characters they stand, if wanted.
    std::vector<std::uint16_t> labels;
    std::vector<std::uint8_t> names;
    std::vector<std::uint32_t> surfaces;
    std::vector<Place> places;

    std::size_t size() const { return lemmas.size(); }
    void clear() {
        const auto empty = [](auto&... columns) { (columns.clear(), ...); };
        empty(lemmas, tags, function, labels, names, surfaces, places, synsets);
        synset_begin.assign(1, 0);
    }
    std::size_t bytes() const {
        return sizeof(Words) + size() * 20 + synsets.size() * 4 + places.size() * sizeof(Place);
    }
};

}  // namespace tesla
