#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <stdexcept>

#include "composing.hpp"

namespace {

using tesla::NumberKind;
using tesla::NumberPart;
using Digits = std::vector<std::string>;

// English, as analysis/number_words.py has it.
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
    {"half", {NumberKind::fixed, 0, 0, 0, 0, true}},
};

tesla::Numbers read(const std::string& text) {
    tesla::Numbers found;
    tesla::Composer composer(found);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto known = kWords.find(word);
        if (known != kWords.end())
            composer.add(known->second, word == "half" ? "50" : "");
        else if (word[0] >= '0' && word[0] <= '9')
            composer.add({NumberKind::digits}, word);
        else
            composer.add({}, "");
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

TEST_CASE("what does not fit begins another number") {
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

TEST_CASE("thousand and more are also told for themselves") {
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
    const auto part = tesla::number_part("5 1000 1000 100 999 0");
    CHECK(part.kind == NumberKind::multiplier);
    CHECK(part.value == 1000);
    CHECK(part.room == 1000);
    CHECK(part.linked == 100);
    CHECK(part.most == 999);
    CHECK_FALSE(part.alone);
    CHECK(tesla::number_part("3 2 0 0 0 1").alone);
    for (const char* bad : {"", "1", "1 2 3 4 5", "7 0 0 0 0 0", "-1 0 0 0 0 0", "a b c d e f",
                            "3 99999999999999999999 0 0 0 0"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(tesla::number_part(bad), std::invalid_argument);
    }
}
