// The words of a sentence as they are matched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesla {

// From where to where; from 0 to 0 is nowhere.
using Place = std::pair<std::uint32_t, std::uint32_t>;

// What lists take beside the objects that own them.
template <class... Lists>
std::size_t room_of(const Lists&... lists) {
    constexpr std::size_t overhead = 16;  // of an allocation
    const auto one = [](const auto& list) {
        return list.capacity() ? list.capacity() * sizeof(list[0]) + overhead : 0;
    };
    return (one(lists) + ...);
}

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
    // Room for so many words, to be filled; places and synsets are by themselves.
    void resize(std::size_t count) {
        const auto all = [&](auto&... columns) { (columns.resize(count), ...); };
        all(lemmas, tags, function, labels, names, surfaces);
        synset_begin.resize(count + 1);
    }
    void clear() {
        resize(0);
        places.clear();
        synsets.clear();
        synset_begin[0] = 0;
    }
    std::size_t bytes() const {
        return sizeof(Words) +
               room_of(lemmas, tags, function, labels, names, surfaces, places, synset_begin, synsets);
    }
};

}  // namespace tesla
