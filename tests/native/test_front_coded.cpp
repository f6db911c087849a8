#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "base/front_coded.hpp"

using namespace tesla;

using namespace std::string_literals;

TEST_CASE("front coded: front-coded words") {
    // go -> go, goes -> go, gone -> go (as before), went -> go in full
    const std::string stream =
        "SMFC1\0\4"s + "\0\2go\0\0"s + "\2\2es\2\0"s + "\2\2ne\xfe"s + "\0\4went\xff\2go"s;
    const FrontCoded words(stream);
    CHECK(words.size() == 4);
    for (const char* form : {"go", "goes", "gone", "went"}) CHECK(words.find(form) == "go");
    CHECK_FALSE(words.find("goe"));
    CHECK_FALSE(words.find(""));
    CHECK(words.words().back() == "went");
}

TEST_CASE("front coded: words from their ends") {
    const std::string stream = "SMFC1\1\1"s + "\0\3sab\3\3sob"s;
    CHECK(FrontCoded(stream).find("bas") == "bos");
}

TEST_CASE("front coded: damaged streams") {
    const std::string good = "SMFC1\0\1\0\1a\0\0"s;
    CHECK_NOTHROW(FrontCoded{good});
    for (std::size_t size = 0; size < good.size(); ++size)
        CHECK_THROWS_AS(FrontCoded{good.substr(0, size)}, std::invalid_argument);
    for (const auto& stream :
         {"SMFC1\0\2\0\1a\0\0"s, "SMFC1\0\0\0\1a\0\0"s, "SMFC1\0\1\1\1a\0\0"s, "SMFC1\0\1\0\1a\2\0"s,
          "SMFC1\0\2\0\1b\0\0\0\1a\0\0"s, "SMFC1\0\xff\xff\xff\xff\xff\xff"s})
        CHECK_THROWS_AS(FrontCoded{stream}, std::invalid_argument);
}
