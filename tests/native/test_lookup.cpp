#include <doctest/doctest.h>

#include <map>

#include "dice.hpp"
#include "matching/lookup.hpp"

TEST_CASE("a small table forgets in every round, and only then") {
    Dice dice(8);
    tesla::SmallTable table;
    for (int round = 0; round < 60; ++round) {
        const std::uint32_t entries = dice.roll(1, round % 7 ? 12 : 300);
        table.reset(entries);
        std::map<std::uint64_t, tesla::matching::Amount> wanted;
        for (std::uint32_t i = 0; i < entries; ++i) {
            // Few keys, of which some are far apart; 0 is one.
            const std::uint64_t key = std::uint64_t{dice.roll(40)} << (dice.roll(2) * 40);
            table.at(key) += i + 1;
            wanted[key] += i + 1;
        }
        for (std::uint64_t key = 0; key < 40; ++key)
            for (const auto each : {key, key << 40}) {
                const tesla::matching::Amount* found = table.look(each);
                const auto known = wanted.find(each);
                REQUIRE((found != nullptr) == (known != wanted.end()));
                if (found) REQUIRE(*found == known->second);
            }
    }
}

TEST_CASE("a full table still ends its search") {
    tesla::SmallTable table;
    table.reset(8);
    for (std::uint64_t key = 0; key < 8; ++key) table.at(key << 32) = 1;
    for (std::uint64_t key = 8; key < 2000; ++key) REQUIRE(table.look(key << 32) == nullptr);
}

TEST_CASE("an index returns the positions of values") {
    using Width = tesla::AnyWidth;
    tesla::matching::Index<Width> index;
    for (const std::size_t words : {1, 3, 2}) {  // memory of other widths is reused
        const std::size_t size = words * 64;
        index.reset({words}, size);
        for (std::size_t position = 0; position < size; ++position)
            index.add(static_cast<std::int32_t>(position % 5) - 1, position);
        for (std::int32_t value = -1; value < 6; ++value)
            for (std::size_t position = 0; position < size; ++position)
                REQUIRE(tesla::Ops<Width>::test(index.look(value), position) ==
                        (static_cast<std::int32_t>(position % 5) - 1 == value));
    }
}

TEST_CASE("tags are found whether their numbers are small or not") {
    using Width = tesla::FixedWidth<1>;
    for (const std::int32_t first : {0, 126, 127, 128, 100'000}) {
        CAPTURE(first);
        tesla::matching::TagIndex<Width> index;
        const std::vector<std::int32_t> x{first, first + 1, -1}, y{first + 1, -1, first + 1};
        index.reset({}, x, y);
        for (std::size_t i = 0; i < y.size(); ++i)
            if (y[i] >= 0) index.add(y[i], i);
        CHECK(index.look(first)[0] == 0);
        CHECK(index.look(first + 1)[0] == 0b101);
    }
}

TEST_CASE("a Bloom filter never denies what it has") {
    tesla::matching::Bloom bloom;
    const std::vector<std::int32_t> numbers{0, 63, 64, 1023, 1024, 117'659, 2'147'483'647};
    bloom.fill(numbers);
    for (const auto number : numbers) CHECK(bloom.may_have(number));
    CHECK_FALSE(bloom.may_have(1));
    bloom.fill({});
    for (const auto number : numbers) CHECK_FALSE(bloom.may_have(number));
}
