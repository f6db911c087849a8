// The words of a sentence as columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::text {

// A span (begin, end); (0, 0) means no position.
using Place = std::pair<std::uint32_t, std::uint32_t>;

// Heap memory of lists.
template <class... Lists>
std::size_t heap_bytes(const Lists&... lists) {
    constexpr std::size_t overhead = 16;  // of an allocation
    const auto one = [](const auto& list) {
        return list.capacity() ? list.capacity() * sizeof(list[0]) + overhead : 0;
    };
    return (one(lists) + ...);
}

// The attributes of the words of a sentence that are matched; equal ids mean equal values, tag -1 is
// equal to none.
struct Words {
    std::vector<std::int32_t> lemmas, tags;
    std::vector<std::uint8_t> function;
    std::vector<std::uint32_t> synset_begin;  // size + 1 offsets into synsets
    std::vector<std::int32_t> synsets;
    // For texts that a lexicon analysed: labels, whether words are names, surface ids, and, if
    // requested, the spans of words in the characters of the text.
    std::vector<std::uint16_t> labels;
    std::vector<std::uint8_t> names;
    std::vector<std::uint32_t> surfaces;
    std::vector<Place> places;

    std::size_t size() const { return lemmas.size(); }
    // Resize all columns except places and synsets, which are filled separately.
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
        return sizeof(Words) + heap_bytes(lemmas, tags, function, labels, names, surfaces, places,
                                          synset_begin, synsets);
    }
};

}  // namespace tesla::text
