#include "pivot/pivot_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/string_table.hpp"

namespace tesla::pivot {

namespace {

constexpr double kUnknown = 0.5;  // weight of a word that is not in any extracted phrase pair

std::uint64_t hash_step(std::uint64_t hash, std::uint64_t number) {
    hash = (hash ^ number) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

void demand(bool right, const char* what) {
    if (!right) throw std::invalid_argument(what);
}

void check_starts(const Integers& starts, std::size_t count, std::size_t end, const char* what) {
    demand(starts.size == count + 1 && starts[0] == 0 && starts[count] == end, what);
    for (std::size_t i = 0; i < count; ++i) demand(starts[i] <= starts[i + 1], what);
}

void check_pool(const WordPool& pool, std::size_t bytes, const char* what) {
    demand(pool.starts.size > 0, what);
    check_starts(pool.starts, pool.starts.size - 1, bytes, what);
}

void check_words(const Integers& words, std::size_t most, const char* what) {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < words.size; ++i) largest = std::max(largest, words[i]);
    demand(largest <= most, what);
}

// floor(a * b / 2^64), b below 2^32.
std::uint64_t scale(std::uint64_t a, std::uint64_t b) {
    return ((a >> 32) * b + ((a & 0xFFFFFFFFU) * b >> 32)) >> 32;
}

}  // namespace

std::uint32_t WordPool::number(std::string_view wanted) const {
    std::size_t low = 1, high = size() + 1;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (word(middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low <= size() && word(low) == wanted ? static_cast<std::uint32_t>(low) : 0;
}

PhraseTable::PhraseTable(const PhraseArrays& arrays) : arrays_(arrays) {
    const std::size_t rows = arrays.hashes.size, pairs = arrays.pair_counts.size;
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    demand(rows < most && arrays.pivot.starts.size < most && arrays.target.starts.size < most,
           "too many phrases or words");
    demand(arrays.longest > 0 && arrays.phrases.size == rows * arrays.longest &&
               arrays.counts.size == rows && arrays.pivot_phrases.size == pairs * arrays.longest,
           "arrays of different lengths");
    check_starts(arrays.starts, rows, pairs, "pivot phrases out of order");
    check_pool(arrays.target, arrays.target_bytes, "target words out of order");
    check_pool(arrays.pivot, arrays.pivot_bytes, "pivot words out of order");
    check_words(arrays.pivot_phrases, arrays.pivot.size(), "a pivot word that is not there");
}

// Hashes are uniformly distributed, so that the position is nearly proportional to the hash.
std::size_t PhraseTable::guess(std::uint64_t hash) const { return scale(hash, arrays_.hashes.size); }

// Improve the estimate by the value at the first one.
std::size_t PhraseTable::guess_again(std::uint64_t hash, std::size_t near) const {
    const std::size_t count = arrays_.hashes.size;
    const std::uint64_t there = arrays_.hashes[near];
    if (there < hash) return std::min<std::size_t>(near + scale(hash - there, count), count - 1);
    return near - std::min<std::size_t>(near, scale(there - hash, count));
}

// Return the first position whose hash is not below: exponential search from the estimate, then binary
// search.
std::size_t PhraseTable::first_place(std::uint64_t hash, std::size_t near) const {
    const Integers& hashes = arrays_.hashes;
    const std::size_t count = hashes.size;
    std::size_t low, high;
    if (hashes[near] < hash) {
        low = high = near + 1;
        for (std::size_t stride = 1; high < count && hashes[high] < hash; stride *= 2) {
            low = high + 1;
            high = std::min(count, high + stride);
        }
    } else {
        low = high = near;
        for (std::size_t stride = 1; low > 0 && hashes[low - 1] >= hash; stride *= 2) {
            high = low - 1;
            low -= std::min(low, stride);
        }
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Return the entry with this hash and these words, or -1.
std::int64_t PhraseTable::place_of(const std::uint32_t* words, std::size_t size, std::uint64_t hash,
                                   std::size_t place) const {
    const std::size_t longest = arrays_.longest;
    for (; place < arrays_.hashes.size && arrays_.hashes[place] == hash; ++place) {
        std::size_t same = 0;
        while (same < longest &&
               arrays_.phrases[place * longest + same] == (same < size ? words[same] : 0))
            ++same;
        if (same == longest) return static_cast<std::int64_t>(place);
    }
    return -1;
}

// places[begin * longest + size - 1] of every phrase.
void PhraseTable::find_all(const std::vector<std::uint32_t>& words, Workspace& scratch) const {
    const std::size_t longest = arrays_.longest, count = words.size();
    scratch.places.assign(count * longest, -1);
    auto& wanted = scratch.wanted;
    wanted.clear();
    if (!arrays_.hashes.size) return;
    // Most of the time is spent on cache misses: each step prefetches what the next one reads.
    for (std::size_t begin = 0; begin < count; ++begin) {
        std::uint64_t open = 0;
        for (std::size_t size = 1; size <= std::min(longest, count - begin); ++size) {
            const std::uint32_t word = words[begin + size - 1];
            if (!word) break;
            std::uint64_t hash = open = hash_step(open, word);
            for (std::size_t i = size; i < longest; ++i) hash = hash_step(hash, 0);
            wanted.push_back({hash, guess(hash), begin, size});
            prefetch(arrays_.hashes.address(wanted.back().place));
        }
    }
    for (auto& phrase : wanted) {
        phrase.place = guess_again(phrase.hash, phrase.place);
        prefetch(arrays_.hashes.address(phrase.place));
    }
    for (auto& phrase : wanted) {
        phrase.place = first_place(phrase.hash, phrase.place);
        if (phrase.place < arrays_.hashes.size && arrays_.hashes[phrase.place] == phrase.hash) {
            prefetch(arrays_.phrases.address(phrase.place * longest));
            prefetch(arrays_.counts.address(phrase.place));
        }
    }
    for (const auto& [hash, place, begin, size] : wanted)
        scratch.places[begin * longest + size - 1] = place_of(&words[begin], size, hash, place);
}

void PhraseTable::segment(const std::vector<std::uint32_t>& words, Workspace& scratch,
                          std::vector<Span>& spans) const {
    find_all(words, scratch);
    const std::size_t longest = arrays_.longest, count = words.size();
    const double norm = arrays_.total ? std::log(static_cast<double>(arrays_.total)) : 0.0;
    scratch.best.assign(count + 1, -std::numeric_limits<double>::infinity());
    scratch.best[0] = 0.0;
    scratch.begins.assign(count + 1, 0);
    const auto place = [&](std::size_t begin, std::size_t end) {
        return scratch.places[begin * longest + end - begin - 1];
    };
    for (std::size_t end = 1; end <= count; ++end)
        for (std::size_t begin = end - std::min(end, longest); begin < end; ++begin) {
            const std::int64_t at = place(begin, end);
            double known =
                at < 0 ? 0.0 : static_cast<double>(arrays_.counts[static_cast<std::size_t>(at)]);
            if (known <= 0 && begin + 1 == end) known = kUnknown;
            if (known <= 0) continue;
            const double value = scratch.best[begin] + std::log(known) - norm;
            // Replace only by a better one: of equally good segmentations, the one with the longer last
            // phrase stays.
            if (value > scratch.best[end]) {
                scratch.best[end] = value;
                scratch.begins[end] = begin;
            }
        }
    spans.clear();
    for (std::size_t end = count; end; end = scratch.begins[end]) {
        spans.push_back({scratch.begins[end], end, place(scratch.begins[end], end)});
        if (spans.back().place >= 0)
            prefetch(arrays_.starts.address(static_cast<std::size_t>(spans.back().place)));
    }
    std::reverse(spans.begin(), spans.end());
    for (const Span& span : spans)
        if (span.place >= 0) {
            const std::size_t first = arrays_.starts[static_cast<std::size_t>(span.place)];
            prefetch(arrays_.pair_counts.address(first));
            prefetch(arrays_.pivot_phrases.address(first * longest));
        }
}

}  // namespace tesla::pivot
