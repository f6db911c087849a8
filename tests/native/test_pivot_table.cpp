#include "pivot/pivot_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace {

using Numbers = std::vector<std::uint64_t>;

// As in resources/pivot/packed_table.py.
std::uint64_t hash_row(const Numbers& row) {
    std::uint64_t hash = 0;
    for (const auto number : row) {
        hash = (hash ^ number) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

// Integers in any width, and what points to them.
class Column {
  public:
    Column(const Numbers& numbers, unsigned width) : width_(width), size_(numbers.size()) {
        bytes_.resize(numbers.size());  // in words of 64 bits, so that all are aligned
        auto* at = reinterpret_cast<unsigned char*>(bytes_.data());
        for (const auto number : numbers)
            for (unsigned byte = 0; byte < width; ++byte)
                *at++ = static_cast<unsigned char>(number >> (8 * byte));
    }
    tesla::pivot::Integers get() const { return {bytes_.data(), width_, size_}; }

  private:
    unsigned width_;
    std::size_t size_;
    std::vector<std::uint64_t> bytes_;
};

struct Phrase {
    Numbers words;
    std::uint64_t count;
    std::vector<std::pair<Numbers, std::uint64_t>> pivots;
};

// Target words are a b c d (1 .. 4), pivot words x y z (1 .. 3).
class SmallTable {
  public:
    SmallTable(std::vector<Phrase> phrases, std::size_t longest, unsigned width = 4) {
        Numbers hashes, rows, counts, starts{0}, pivots, pair_counts;
        const auto filled = [&](Numbers row) {
            row.resize(longest);
            return row;
        };
        std::sort(phrases.begin(), phrases.end(), [&](const Phrase& a, const Phrase& b) {
            return hash_row(filled(a.words)) < hash_row(filled(b.words));
        });
        for (const auto& [words, count, all] : phrases) {
            const Numbers row = filled(words);
            hashes.push_back(hash_row(row));
            rows.insert(rows.end(), row.begin(), row.end());
            counts.push_back(count);
            arrays.total += count;
            for (const auto& [pivot, times] : all) {
                const Numbers its = filled(pivot);
                pivots.insert(pivots.end(), its.begin(), its.end());
                pair_counts.push_back(times);
            }
            starts.push_back(pair_counts.size());
        }
        const auto keep = [&](const Numbers& numbers, unsigned bytes) {
            return columns_.emplace_back(numbers, bytes).get();
        };
        arrays.hashes = keep(hashes, 8);
        arrays.phrases = keep(rows, width);
        arrays.counts = keep(counts, width);
        arrays.starts = keep(starts, width);
        arrays.pivot_phrases = keep(pivots, width);
        arrays.pair_counts = keep(pair_counts, width);
        arrays.longest = longest;
        arrays.target = {keep({0, 1, 2, 3, 4}, width), "abcd"};
        arrays.target_bytes = 4;
        arrays.pivot = {keep({0, 1, 2, 3}, width), "xyz"};
        arrays.pivot_bytes = 3;
    }

    tesla::pivot::PhraseArrays arrays;

  private:
    std::vector<Column> columns_;
};

using Spans = std::vector<std::pair<std::size_t, std::size_t>>;

Spans segment(const tesla::pivot::PhraseTable& table, const std::vector<std::uint32_t>& words) {
    tesla::pivot::PhraseTable::Workspace scratch;
    std::vector<tesla::pivot::Span> spans{{7, 7, 7}};
    table.segment(words, scratch, spans);
    Spans found;
    for (const auto& span : spans) found.emplace_back(span.begin, span.end);
    return found;
}

const std::vector<Phrase> kPhrases{
    {{1}, 40, {{{1}, 30}, {{2}, 10}}},
    {{2}, 40, {{{2}, 40}}},
    {{1, 2}, 20, {{{3, 1}, 15}, {{3}, 4}, {{1}, 1}}},
    {{3}, 1, {{{1}, 1}}},
    {{1, 2, 3}, 5, {{{3, 2, 1}, 5}}},
};

}  // namespace

TEST_CASE("words are found by binary search") {
    const Column starts({0, 1, 3, 3, 8}, 2);
    const tesla::pivot::WordPool pool{starts.get(), "abbccccc"};
    CHECK(pool.size() == 4);
    CHECK(pool.word(2) == "bb");
    CHECK(pool.word(3) == "");
    const Column sorted({0, 1, 3, 8}, 1);
    const tesla::pivot::WordPool words{sorted.get(), "abbccccc"};
    CHECK(words.number("a") == 1);
    CHECK(words.number("bb") == 2);
    CHECK(words.number("ccccc") == 3);
    for (const char* none : {"", "aa", "b", "cccccc", "z"}) CHECK(words.number(none) == 0);
}

TEST_CASE("the most probable sequence of phrases, in integers of any width") {
    for (const unsigned width : {1u, 2u, 4u, 8u}) {
        CAPTURE(width);
        const SmallTable small(kPhrases, 3, width);
        const tesla::pivot::PhraseTable table(small.arrays);
        // Of 106: "a b" 20/106 beats 40/106 * 40/106; "a b c" 5/106 beats 20/106 * 1/106.
        CHECK(segment(table, {1, 2}) == Spans{{0, 2}});
        CHECK(segment(table, {1, 2, 3}) == Spans{{0, 3}});
        CHECK(segment(table, {2, 1}) == Spans{{0, 1}, {1, 2}});
        // 4 is a word without phrases, 0 one that the table does not have.
        CHECK(segment(table, {1, 2, 4, 1, 2}) == Spans{{0, 2}, {2, 3}, {3, 5}});
        CHECK(segment(table, {0, 1, 2, 0}) == Spans{{0, 1}, {1, 3}, {3, 4}});
        CHECK(segment(table, {}).empty());
    }
}

TEST_CASE("a rare phrase gives way to frequent words") {
    const SmallTable small({{{1}, 500, {{{1}, 500}}}, {{2}, 500, {{{1}, 500}}}, {{1, 2}, 1, {{{1}, 1}}}},
                           2);
    CHECK(segment(tesla::pivot::PhraseTable(small.arrays), {1, 2}) == Spans{{0, 1}, {1, 2}});
}

TEST_CASE("pivot phrases with their probabilities, the less probable left out") {
    const SmallTable small(kPhrases, 3);
    const tesla::pivot::PhraseTable table(small.arrays);
    tesla::pivot::PhraseTable::Workspace scratch;
    std::vector<tesla::pivot::Span> spans;
    table.segment({1, 2, 4}, scratch, spans);
    REQUIRE(spans.size() == 2);
    CHECK(spans[1].place == -1);
    const auto pivots = [&](double least) {
        std::vector<std::pair<std::string, double>> found;
        table.each_pivot(spans[0].place, least, [&](std::size_t row, double probability) {
            std::string text;
            for (std::size_t i = 0; i < table.longest() && table.pivot_word(row + i); ++i)
                text += table.pivot().word(table.pivot_word(row + i));
            found.emplace_back(text, probability);
        });
        return found;
    };
    CHECK(pivots(0) == std::vector<std::pair<std::string, double>>{{"zx", .75}, {"z", .2}, {"x", .05}});
    CHECK(pivots(0.1) == std::vector<std::pair<std::string, double>>{{"zx", .75}, {"z", .2}});
    CHECK(pivots(0.9) == std::vector<std::pair<std::string, double>>{{"zx", .75}});  // the first stays
}

TEST_CASE("phrases of a larger table are found wherever their hashes lie") {
    std::vector<Phrase> phrases;
    for (std::uint64_t first = 1; first <= 60; ++first)
        for (std::uint64_t second = 0; second <= 60; ++second)
            phrases.push_back({second ? Numbers{first, second} : Numbers{first}, 1, {{{1}, 1}}});
    const SmallTable small(phrases, 2);
    const tesla::pivot::PhraseTable table(small.arrays);
    tesla::pivot::PhraseTable::Workspace scratch;
    std::vector<tesla::pivot::Span> spans;
    for (std::uint32_t first = 1; first <= 60; ++first)
        for (std::uint32_t second = 1; second <= 61; ++second) {
            table.segment({first, second}, scratch, spans);
            // One phrase is more probable than two of the same count; 61 is no word of any.
            REQUIRE(spans.size() == (second <= 60 ? 1 : 2));
            REQUIRE(spans[0].place >= 0);
        }
}

TEST_CASE("an empty table knows single words") {
    const SmallTable small({}, 4);
    CHECK(segment(tesla::pivot::PhraseTable(small.arrays), {1, 2}) == Spans{{0, 1}, {1, 2}});
}

TEST_CASE("inconsistent arrays are rejected") {
    const auto refused = [](auto spoil) {
        SmallTable small(kPhrases, 3);
        spoil(small.arrays);
        CHECK_THROWS_AS(tesla::pivot::PhraseTable{small.arrays}, std::invalid_argument);
    };
    refused([](auto& arrays) { arrays.longest = 0; });
    refused([](auto& arrays) { arrays.longest = 2; });
    refused([](auto& arrays) { --arrays.counts.size; });
    refused([](auto& arrays) { --arrays.starts.size; });
    refused([](auto& arrays) { --arrays.pair_counts.size; });
    refused([](auto& arrays) { --arrays.pivot_phrases.size; });
    refused([](auto& arrays) { ++arrays.target_bytes; });
    refused([](auto& arrays) { arrays.target.starts.size = 0; });
    refused([](auto& arrays) { arrays.pivot = arrays.target; });   // more words than bytes
    refused([](auto& arrays) { arrays.starts = arrays.counts; });  // not rising
    // A word that the pool does not have: 3 is there, 2 words are.
    refused([](auto& arrays) {
        --arrays.pivot.starts.size;
        --arrays.pivot_bytes;
    });
}
