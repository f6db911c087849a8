// A phrase table in memory-mapped arrays: see resources/pivot/phrase_table.py,
// resources/pivot/corpus.py, resources/pivot/packed_table.py and resources/pivot/confusion_network.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::pivot {

// Integers of the width with which they were stored.
struct Integers {
    const void* data = nullptr;
    unsigned width = 0;  // in bytes
    std::size_t size = 0;

    std::uint64_t operator[](std::size_t i) const {
        switch (width) {
            case 1:
                return static_cast<const std::uint8_t*>(data)[i];
            case 2:
                return static_cast<const std::uint16_t*>(data)[i];
            case 4:
                return static_cast<const std::uint32_t*>(data)[i];
            default:
                return static_cast<const std::uint64_t*>(data)[i];
        }
    }
    const void* address(std::size_t i) const { return static_cast<const char*>(data) + i * width; }
};

// Words sorted by their bytes; ids start at 1, 0 is no word.
struct WordPool {
    Integers starts;
    const char* bytes = nullptr;

    std::size_t size() const { return starts.size - 1; }
    std::string_view word(std::size_t number) const {
        return {bytes + starts[number - 1],
                static_cast<std::size_t>(starts[number] - starts[number - 1])};
    }
    std::uint32_t number(std::string_view word) const;
};

struct PhraseArrays {
    Integers hashes, phrases, counts, starts, pivot_phrases, pair_counts;
    std::size_t longest = 0;  // columns of the target and pivot phrases
    std::uint64_t total = 0;
    WordPool target, pivot;
    std::size_t target_bytes = 0, pivot_bytes = 0;
};

struct Span {
    std::size_t begin, end;
    std::int64_t place;  // in the table; -1 if the phrase is unknown
};

class PhraseTable {
  public:
    // Throws for inconsistent arrays, so that no checks are needed later.
    explicit PhraseTable(const PhraseArrays& arrays);

    const WordPool& target() const { return arrays_.target; }
    const WordPool& pivot() const { return arrays_.pivot; }
    std::size_t longest() const { return arrays_.longest; }

    struct Workspace {
        struct Wanted {
            std::uint64_t hash;
            std::size_t place, begin, size;
        };
        std::vector<Wanted> wanted;
        std::vector<std::int64_t> places;
        std::vector<double> best;
        std::vector<std::size_t> begins;
    };
    // Find the most probable segmentation into phrases; `words` are ids of target words.
    void segment(const std::vector<std::uint32_t>& words, Workspace& scratch,
                 std::vector<Span>& spans) const;

    // Call visit(row of word ids, probability), the most probable first. Pivot phrases with a
    // probability below `least` are skipped, except the first one.
    template <class Visit>
    void each_pivot(std::int64_t place, double least, Visit visit) const {
        const auto at = static_cast<std::size_t>(place);
        const std::size_t first = arrays_.starts[at], last = arrays_.starts[at + 1];
        const double count = static_cast<double>(arrays_.counts[at]);
        for (std::size_t pair = first; pair < last; ++pair) {
            const double probability = static_cast<double>(arrays_.pair_counts[pair]) / count;
            if (pair > first && probability < least) return;
            visit(pair * arrays_.longest, probability);
        }
    }
    // Word id `i` in the rows of pivot phrases; rows are padded with 0.
    std::uint32_t pivot_word(std::size_t i) const {
        return static_cast<std::uint32_t>(arrays_.pivot_phrases[i]);
    }

  private:
    std::size_t guess(std::uint64_t hash) const;
    std::size_t guess_again(std::uint64_t hash, std::size_t near) const;
    std::size_t first_place(std::uint64_t hash, std::size_t near) const;
    std::int64_t place_of(const std::uint32_t* words, std::size_t size, std::uint64_t hash,
                          std::size_t place) const;
    void find_all(const std::vector<std::uint32_t>& words, Workspace& scratch) const;

    PhraseArrays arrays_;
};

}  // namespace tesla::pivot
