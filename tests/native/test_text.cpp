#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "base/string_table.hpp"
#include "failing_memory.hpp"

using tesla::StringTable;

TEST_CASE("strings have numbers in order of arrival, and keep them") {
    StringTable table;
    CHECK(table.find("a") == StringTable::npos);
    CHECK(table.add("a") == 0);
    CHECK(table.add("b") == 1);
    CHECK(table.add("a") == 0);
    CHECK(table.find("b") == 1);
    CHECK(table.key(1) == "b");
    CHECK(table.size() == 2);
    table.clear();
    CHECK(table.find("a") == StringTable::npos);
    CHECK(table.add("b") == 0);
}

TEST_CASE("a table that grows finds everything again") {
    StringTable table;
    constexpr std::uint32_t many = 5000;
    for (std::uint32_t i = 0; i < many; ++i) REQUIRE(table.add("word" + std::to_string(i)) == i);
    for (std::uint32_t i = 0; i < many; ++i) {
        REQUIRE(table.find("word" + std::to_string(i)) == i);
        REQUIRE(table.key(i) == "word" + std::to_string(i));
    }
    CHECK(table.find("word5000") == StringTable::npos);
}

TEST_CASE("keys of any length: 24 bytes are in the slot, the rest elsewhere") {
    StringTable table;
    const std::string start(24, 'x');
    std::uint32_t number = 0;
    for (const std::size_t more : {0, 1, 7, 8, 9, 1000})
        CHECK(table.add(start + std::string(more, 'y')) == number++);
    CHECK(table.add(start + "z") == number++);  // like another in length and start
    CHECK(table.add(start.substr(1)) == number++);
    CHECK(table.add("") == number++);
    CHECK(table.find(start + std::string(8, 'y')) == 3);
    CHECK(table.find(start + "z") == 6);
    CHECK(table.find("") == 8);
    CHECK(table.find(start + "q") == StringTable::npos);
}

TEST_CASE("a zero byte is a character as any other") {
    StringTable table;
    CHECK(table.add(std::string_view("a\0b", 3)) == 0);
    CHECK(table.add(std::string_view("a\0c", 3)) == 1);
    CHECK(table.add(std::string_view("a\0", 2)) == 2);
    CHECK(table.add("a") == 3);
    CHECK(table.find(std::string_view("a\0c", 3)) == 1);
}

TEST_CASE("when memory runs out, numbers stay those of their keys") {
    const auto key = [](std::uint32_t i) { return std::to_string(i) + std::string(i % 40, '.'); };
    constexpr std::uint32_t known = 20, all = 200;
    const auto failures = fail_each_allocation(
        [&] {
            auto table = std::make_unique<StringTable>();
            for (std::uint32_t i = 0; i < known; ++i) table->add(key(i));
            return table;
        },
        [&](StringTable& table) {
            for (std::uint32_t i = known; i < all; ++i) table.add(key(i));
        },
        [&](StringTable& table, bool failed) {
            const auto size = static_cast<std::uint32_t>(table.size());
            REQUIRE((failed ? size < all : size == all));
            for (std::uint32_t i = 0; i < all; ++i) REQUIRE(table.add(key(i)) == i);
            for (std::uint32_t i = 0; i < all; ++i) REQUIRE(table.find(key(i)) == i);
        });
    CHECK(failures > 10);
}

TEST_CASE("a few bytes as an integer, and their equality, do not depend on adjacent bytes") {
    const std::string text = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (std::size_t size = 0; size < 30; ++size) {
        if (size < 8) {
            std::uint64_t wanted = 0;
            for (std::size_t i = 0; i < size; ++i)
                wanted |= std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
            CHECK(tesla::last_bytes(text.data(), size) == wanted);
        }
        std::string other = text.substr(0, size);
        CHECK(tesla::same_bytes(text.data(), other.data(), size));
        for (char& c : other) {
            c ^= 1;
            CHECK_FALSE(tesla::same_bytes(text.data(), other.data(), size));
            c ^= 1;
        }
    }
}
