#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "text/frequencies.hpp"

namespace {

std::uint64_t gram(std::string_view text) {
    std::uint64_t hash = tesla::text::kNoGram;
    for (const char *at = text.data(), *end = at + text.size(); at < end;)
        hash = tesla::text::longer(hash, tesla::text::next_character(at, end));
    return hash;
}

std::vector<std::uint32_t> characters(std::string_view text) {
    std::vector<std::uint32_t> found;
    for (const char *at = text.data(), *end = at + text.size(); at < end;)
        found.push_back(tesla::text::next_character(at, end));
    return found;
}

}  // namespace

TEST_CASE("weights fall with the number of sentences, of words and n-grams apart") {
    const tesla::text::Frequencies table(99, "50\tthe\n10\tcat\tdog\n\n80\tt\n1\tth\n");
    const auto weight = [](double df) { return std::log(100 / df) / std::log(100.0); };
    CHECK(table.word("the") == doctest::Approx(weight(50)));
    CHECK(table.word("cat") == doctest::Approx(weight(10)));
    CHECK(table.word("dog") == doctest::Approx(0.5));
    CHECK(table.gram(gram("t")) == doctest::Approx(weight(80)));
    CHECK(table.gram(gram("th")) == 1);
    // An absent n-gram is as rare as possible; a word is not an n-gram.
    CHECK(table.rarest() == 1);
    CHECK(table.word("zebra") == 1);
    CHECK(table.word("t") == 1);
    CHECK(table.gram(gram("the")) == 1);
}

TEST_CASE("without sentences everything weighs the same") {
    const tesla::text::Frequencies table(0, "");
    CHECK(table.rarest() == 1);
    CHECK(table.word("the") == 1);
    CHECK(table.gram(gram("t")) == 1);
}

TEST_CASE("tables of many words") {
    std::string body;
    for (int i = 1; i <= 3000; ++i) body += std::to_string(i) + "\tword" + std::to_string(i) + "\n";
    const tesla::text::Frequencies table(9999, body);
    for (int i = 1; i <= 3000; ++i)
        REQUIRE(table.word("word" + std::to_string(i)) ==
                doctest::Approx(std::log(10000.0 / i) / std::log(10000.0)));
}

TEST_CASE("a line must begin with a number") {
    CHECK_THROWS_AS(tesla::text::Frequencies(9, "the\n"), std::invalid_argument);
    CHECK_THROWS_AS(tesla::text::Frequencies(9, "\tthe\n"), std::invalid_argument);
    CHECK_THROWS_AS(tesla::text::Frequencies(9, "99999999999999999999\tthe\n"), std::invalid_argument);
    CHECK_NOTHROW(tesla::text::Frequencies(9, "5\tthe"));
}

TEST_CASE("characters of one to four bytes, and bytes that are none") {
    CHECK(characters("aé伞🙂") == std::vector<std::uint32_t>{'a', 0xE9, 0x4F1E, 0x1F642});
    CHECK(characters("\xA9z") == std::vector<std::uint32_t>{0xA9, 'z'});
    CHECK(characters("\xE4z").size() == 2);  // cut off: the next one is whole
    CHECK(characters("\xE4").size() == 1);   // at the end
}
