#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <stdexcept>

#include "text/composing.hpp"

namespace {

using tesla::text::NumberKind;
using tesla::text::NumberPart;
using Digits = std::vector<std::string>;

// English, as in text/number_words.py.
const std::map<std::string, NumberPart> kWords{
    {"and", {NumberKind::link, 0, 0, 0, 0, false}},
    {"a", {NumberKind::opener, 1, 0, 0, 0, false}},
    {"one", {NumberKind::addend, 1, 0, 0, 0, false}},
    {"two", {NumberKind::addend, 2, 0, 0, 0, true}},
    {"five", {NumberKind::addend, 5, 0, 0, 0, true}},
    {"twelve", {NumberKind::addend, 12, 0, 0, 0, true}},
    {"twenty", {NumberKind::addend, 20, 10, 0, 0, true}},
    {"hundred", {NumberKind::multiplier, 100, 100, 100, 99, true}},
    {"thousand", {NumberKind::multiplier, 1000, 1000, 100, 999, false}},
    {"million", {NumberKind::multiplier, 1'000'000, 1'000'000, 100, 999, false}},
    {"trillion", {NumberKind::multiplier, 1'000'000'000'000, 1'000'000'000'000, 100, 999, false}},
    {"third", {NumberKind::fraction, 0, 0, 0, 0, true}},
    {"am", {NumberKind::half_day, 0, 0, 0, 12, false}},
    {"pm", {NumberKind::half_day, 12, 0, 0, 12, false}},
    {"nochi", {NumberKind::half_day, 18, 0, 0, 0, false}},  // Russian, only after minutes
    {"minus", {NumberKind::sign, 0, 0, 0, 0, false}},
    {"au", {NumberKind::unsigned_, 0, 0, 0, 0, false}},
    {"half", {NumberKind::fixed, 0, 0, 0, 0, true}},
};

tesla::text::Numbers read(const std::string& text) {
    tesla::text::Numbers found;
    tesla::text::Composer composer(found);
    std::istringstream words(text);
    std::uint32_t at = 0;
    for (std::string word; words >> word; ++at) {
        const auto known = kWords.find(word);
        if (known != kWords.end())
            composer.add(at, known->second, word == "half" ? "50" : word == "third" ? "33" : "");
        else if (word[0] >= '0' && word[0] <= '9')
            composer.add(at, {NumberKind::digits}, word);
        else
            composer.add(at, {}, "");
    }
    composer.close();
    return found;
}

Digits together(const std::string& text) { return read(text).together; }
Digits apart(const std::string& text) { return read(text).apart; }

}  // namespace

TEST_CASE("numbers of several words are one") {
    CHECK(together("two hundred and five") == Digits{"205"});
    CHECK(together("twenty five cats") == Digits{"25"});
    CHECK(together("two thousand five hundred and twenty five") == Digits{"2525"});
    CHECK(together("twelve million two hundred thousand and five") == Digits{"12200005"});
    CHECK(together("a hundred") == Digits{"100"});
    CHECK(together("twenty five hundred") == Digits{"2500"});
}

TEST_CASE("a word that does not fit begins another number") {
    CHECK(together("two five") == Digits{"2", "5"});
    CHECK(together("twenty twelve") == Digits{"20", "12"});
    CHECK(together("two and five") == Digits{"2", "5"});
    CHECK(together("two hundred cats and five dogs") == Digits{"200", "5"});
    CHECK(together("five hundred and one thousand") == Digits{"500", "1000"});
    CHECK(together("two half five") == Digits{"2", "50", "5"});
}

TEST_CASE("words that are numbers only among others") {
    CHECK(together("one") == Digits{});
    CHECK(together("a cat and a million") == Digits{"1000000"});
    CHECK(together("thousand") == Digits{});
    CHECK(together("twenty one") == Digits{"21"});
}

TEST_CASE("digits with words") {
    CHECK(together("3.5 million") == Digits{"3500000"});
    CHECK(together("3 million 200 thousand") == Digits{"3200000"});
    CHECK(together("12 345") == Digits{"12345"});  // groups of three
    CHECK(together("2012 345") == Digits{"2012", "345"});
    CHECK(together("1999 thousand") == Digits{"1999"});  // may be a year
    CHECK(together("") == Digits{});
}

TEST_CASE("other notations") {
    CHECK(together("3 third miles") == Digits{"3.33"});
    CHECK(together("3.5 third") == Digits{"3.5", "33"});
    CHECK(together("8.4 pm") == Digits{"20.4"});
    CHECK(together("12.15 am") == Digits{"0.15"});
    CHECK(together("13 pm") == Digits{"13"});
    CHECK(together("8.405 pm") == Digits{"8.405"});
    CHECK(together("minus 5 degrees") == Digits{"-5"});
    CHECK(together("minus two hundred") == Digits{"-200"});
    CHECK(together("au minus 20") == Digits{"20"});
    CHECK(together("minus 12 345") == Digits{"-12345"});
}

TEST_CASE("positions of numbers") {
    const auto spans = [](const std::string& text) {
        std::vector<std::pair<unsigned, unsigned>> found;
        for (const auto& [begin, end] : read(text).spans) found.emplace_back(begin, end);
        return found;
    };
    using Spans = std::vector<std::pair<unsigned, unsigned>>;
    CHECK(spans("about two hundred and five boats and 3 million men") == Spans{{1, 5}, {7, 9}});
    CHECK(spans("minus 5 or half 8.4 pm") == Spans{{0, 2}, {3, 4}, {4, 6}});
    CHECK(spans("two hundred and boats") == Spans{{0, 2}});
    CHECK(spans("five hundred and one thousand") == Spans{{0, 2}, {3, 5}});
    CHECK(spans("two thousand 300") == Spans{{0, 2}, {2, 3}});
}

TEST_CASE("thousand and larger words are also listed separately") {
    CHECK(apart("3.5 million") == Digits{"3.5", "*1000000"});
    CHECK(apart("two hundred and five") == Digits{"205"});
    CHECK(apart("two thousand five hundred") == Digits{"2", "*1000", "500"});
}

TEST_CASE("the greatest numbers there are fit") {
    CHECK(together("999.999 trillion") == Digits{"999999000000000"});
    CHECK(together("999 trillion 999 million 999 thousand") == Digits{"999000999999000"});
    // Three decimals at most, and nothing that only looks like a number.
    CHECK(together("3.1415 million") == Digits{"3.1415"});
    CHECK(together("1.2.3 million") == Digits{"1.2.3"});
    CHECK(together("3. million") == Digits{"3."});
}

TEST_CASE("parts of number words as a lexicon has them") {
    const auto part = tesla::text::number_part("5 1000 1000 100 999 0");
    CHECK(part.kind == NumberKind::multiplier);
    CHECK(part.value == 1000);
    CHECK(part.room == 1000);
    CHECK(part.linked == 100);
    CHECK(part.most == 999);
    CHECK_FALSE(part.alone);
    CHECK(tesla::text::number_part("3 2 0 0 0 1").alone);
    for (const char* bad : {"", "1", "1 2 3 4 5", "11 0 0 0 0 0", "-1 0 0 0 0 0", "a b c d e f",
                            "3 99999999999999999999 0 0 0 0"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(tesla::text::number_part(bad), std::invalid_argument);
    }
}

TEST_CASE("times of the night need minutes") {
    CHECK(together("2.3 nochi") == Digits{"2.3"});
    CHECK(together("11.3 nochi") == Digits{"23.3"});
    CHECK(together("12.3 nochi") == Digits{"0.3"});
    CHECK(together("11 nochi") == Digits{"11"});
}

TEST_CASE("the last group may have decimals") {
    CHECK(together("1 234.5") == Digits{"1234.5"});
    CHECK(together("1 050.5") == Digits{"1050.5"});
    CHECK(together("minus 123 456") == Digits{"-123456"});
    CHECK(together("1234 567.5") == Digits{"1234", "567.5"});
}

TEST_CASE("minutes after a colon and other readings") {
    tesla::text::Numbers found;
    tesla::text::Composer composer(found);
    composer.add(0, {NumberKind::digits}, "16");
    CHECK(composer.add_minutes(1, {NumberKind::digits}, "20"));
    composer.add(2, {}, "");
    composer.add(3, {NumberKind::digits}, "10");
    CHECK(composer.add_minutes(4, {NumberKind::digits}, "0"));
    CHECK(!composer.add_minutes(5, {NumberKind::digits}, "30"));
    composer.add(5, {}, "");
    composer.add(6, {NumberKind::digits}, "1234", "1.234");
    composer.close();
    CHECK(found.together == Digits{"16.2", "10", "1234"});
    REQUIRE(found.readings.size() == 1);
    CHECK(found.readings[0].number == 2);
    CHECK(found.readings[0].digits == "1.234");
}
