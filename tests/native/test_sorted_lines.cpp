#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "base/sorted_lines.hpp"

using namespace tesla;

TEST_CASE("sorted lines: every line is found, and nothing else") {
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "key\t" + std::to_string(1000 + 2 * i) + "\tv" + std::to_string(i) + "\n";
    for (const auto& lines : {text, text.substr(0, text.size() - 1)}) {
        const SortedLines found(lines);
        for (int i = 0; i < 200; ++i) {
            CHECK(found.find("key\t" + std::to_string(1000 + 2 * i)) == "v" + std::to_string(i));
            CHECK_FALSE(found.find("key\t" + std::to_string(1001 + 2 * i)));
        }
        for (const auto* key : {"", "a", "key", "key\t", "z"}) CHECK_FALSE(found.find(key));
    }
    CHECK_FALSE(SortedLines("").find("a"));
    CHECK(SortedLines("a\t").find("a") == "");
}

TEST_CASE("sorted lines: what is out of order would not be found") {
    for (const auto* text : {"b\t1\na\t2\n", "a\t1\na\t2\n", "a", "a\t1\n\nb\t2\n"})
        CHECK_THROWS_AS(SortedLines{text}, std::invalid_argument);
}
