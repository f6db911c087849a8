#include "text/tagger.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

using tesla::text::TagEntry;
using tesla::text::Tagger;
using tesla::text::WordFeatures;
using Labels = std::vector<std::uint8_t>;

const std::vector<std::string> kLabels{"NOUN", "VERB", "DET"};  // A, B and C
const Labels kAll{0, 1, 2};

WordFeatures own(std::vector<std::string> features) {
    WordFeatures made;
    made.own = std::move(features);
    return made;
}

Labels tags(const Tagger& tagger, const std::vector<const TagEntry*>& words) {
    Labels found{9, 9, 9};  // the previous content does not matter
    std::vector<Tagger::Onward> onward;
    tagger.tag(words, onward, found);
    return found;
}

}  // namespace

TEST_CASE("weights of a word's own features decide; of equals the first") {
    Tagger tagger(kLabels, "orun\tA3B5C-2\nothe\tC4\n\noodd\tA-1B-1\n");
    const auto run = tagger.entry(kAll, "?x", own({"orun"}));
    const auto the = tagger.entry(kAll, "?x", own({"othe", "onever seen"}));
    const auto tie = tagger.entry(kAll, "?x", own({}));
    const auto odd = tagger.entry(kAll, "?x", own({"oodd"}));
    CHECK(tags(tagger, {&run, &the, &tie, &odd}) == Labels{1, 2, 0, 2});
    // Among candidates only; a single one needs no weights.
    const auto noun = tagger.entry({0, 2}, "?x", own({"orun"}));
    const auto only = tagger.entry({2}, "?x", own({"orun"}));
    CHECK(tags(tagger, {&noun, &only}) == Labels{0, 2});
    CHECK(noun.place(2) == 1);
    CHECK(only.place(2) == 0);
    CHECK(tags(tagger, {}).empty());
}

TEST_CASE("labels to the left decide, alone and in pairs") {
    // After DET a NOUN, after DET NOUN a VERB.
    Tagger tagger(kLabels, "1DET\tA5\n2DET NOUN\tB7\n");
    const auto the = tagger.entry({2}, "?x", {});
    const auto any = tagger.entry(kAll, "?x", {});
    CHECK(tags(tagger, {&the, &any, &any}) == Labels{2, 0, 1});
    CHECK(tags(tagger, {&any}) == Labels{0});
}

TEST_CASE("labels with a fine part are also seen by their coarse one") {
    Tagger tagger({"NOUN NN", "NOUN NNS", "VERB VB"}, "1NOUN\tC5\n1NOUN NNS\tC-9B1\n");
    const auto one = tagger.entry({0}, "?x", {}), many = tagger.entry({1}, "?x", {});
    const auto any = tagger.entry(kAll, "?x", {});
    CHECK(tags(tagger, {&one, &any}) == Labels{0, 2});
    CHECK(tags(tagger, {&many, &any}) == Labels{1, 1});
}

TEST_CASE("neighbours up to two words away, and the edges of the sentence") {
    Tagger tagger(kLabels, "pnear\tB1\nqfar\tB1\nnnear\tB1\nmfar\tB1\n<>\tC1\n");
    WordFeatures told;
    const auto neighbour = [&](std::vector<std::string> WordFeatures::*group, const char* feature) {
        WordFeatures features;
        features.*group = {feature};
        return tagger.entry({0}, "?x", features);
    };
    const auto plain = tagger.entry({0}, "?x", {}), any = tagger.entry(kAll, "?x", {});
    const auto before = neighbour(&WordFeatures::before, "pnear");
    const auto before2 = neighbour(&WordFeatures::before2, "qfar");
    const auto after = neighbour(&WordFeatures::after, "nnear");
    const auto after2 = neighbour(&WordFeatures::after2, "mfar");
    const auto middle = [&](const TagEntry& a, const TagEntry& b, const TagEntry& c, const TagEntry& d) {
        return tags(tagger, {&a, &b, &any, &c, &d})[2];
    };
    CHECK(middle(plain, plain, plain, plain) == 0);
    CHECK(middle(plain, before, plain, plain) == 1);
    CHECK(middle(before, plain, plain, plain) == 0);
    CHECK(middle(before2, plain, plain, plain) == 1);
    CHECK(middle(plain, plain, after, plain) == 1);
    CHECK(middle(plain, plain, plain, after2) == 1);
    CHECK(tags(tagger, {&any, &plain, &plain}) == Labels{2, 0, 0});
    CHECK(tags(tagger, {&plain, &plain, &any}) == Labels{0, 0, 2});
}

TEST_CASE("stems joined with the label before and the kind of the next word") {
    Tagger tagger(kLabels, "tx|DET\tA5\ntx|NOUN\tB5\nax|<>\tC9\nax|big\tA9\n");
    WordFeatures previous, next;
    previous.with_previous = {"tx"};
    next.with_next = {"ax"};
    const auto the = tagger.entry({2}, "?x", {}), cat = tagger.entry({0}, "big", {});
    const auto after = tagger.entry(kAll, "?x", previous), ahead = tagger.entry(kAll, "?x", next);
    CHECK(tags(tagger, {&the, &after}) == Labels{2, 0});
    CHECK(tags(tagger, {&cat, &after}) == Labels{0, 1});
    CHECK(tags(tagger, {&ahead}) == Labels{2});
    CHECK(tags(tagger, {&ahead, &cat}) == Labels{0, 0});
}

TEST_CASE("the first word of a sentence has features of its own") {
    Tagger tagger(kLabels, "fxX\tA5\nixX\tB5\n");
    WordFeatures features;
    features.first = {"fxX"};
    features.inside = {"ixX"};
    const auto word = tagger.entry(kAll, "?X", features);
    CHECK(tags(tagger, {&word, &word}) == Labels{0, 1});
}

TEST_CASE("many labels: letters of two bytes") {
    std::vector<std::string> labels;
    for (int i = 0; i < 100; ++i) labels.push_back("L" + std::to_string(i));
    // 'A' + 80 is U+0091.
    Tagger tagger(labels,
                  "ow\tA1\xC2\x91"
                  "5\n");
    const auto word = tagger.entry({0, 80, 99}, "?x", own({"ow"}));
    CHECK(tags(tagger, {&word}) == Labels{80});
}

TEST_CASE("malformed weights are refused") {
    for (const char* body : {"ow", "ow A1\n", "ow\tA\n", "ow\tD1\n", "ow\tA1B\n", "ow\t1\n",
                             "ow\tA1 B2\n", "ow\tA99999999999\n", "ow\t\xC2\n"}) {
        CAPTURE(body);
        CHECK_THROWS_AS(Tagger(kLabels, body), std::invalid_argument);
    }
    CHECK_NOTHROW(Tagger(kLabels, ""));
    CHECK_NOTHROW(Tagger(kLabels, "ow\tA1"));
}

TEST_CASE("sums that do not fit 16 bits are rejected, not truncated") {
    Tagger tagger(kLabels, "ow\tA20000\nov\tA20000\n");
    CHECK_NOTHROW(tagger.entry(kAll, "?x", own({"ow"})));
    CHECK_THROWS_AS(tagger.entry(kAll, "?x", own({"ow", "ov"})), std::overflow_error);
}

TEST_CASE("features of plain words") {
    const auto features = tesla::text::plain_features({"Re-Making", "re-make", true, "v"});
    using Strings = std::vector<std::string>;
    CHECK(features.own == Strings{"ob", "o1g", "o2ng", "o3ing", "o4king", "o5aking", "o^r", "o^re",
                                  "o^re-", "o^re-m", "ocing>e", "okv", "od1Xx-Xx", "o-making",
                                  "owre-making", "olre-make"});
    CHECK(features.inside == Strings{"ixXx-Xx", "iyXx-Xxng"});
    CHECK(features.first == Strings{"fxXx-Xx", "fyXx-Xxng"});
    CHECK(features.before == Strings{"psing", "pkv", "pxXx-Xx", "pwre-making", "plre-make"});
    CHECK(features.after2 == Strings{"mkv", "mwre-making"});
    CHECK(features.with_previous == Strings{"tsing", "txXx-Xx", "twre-making"});
    CHECK(features.with_next == Strings{"asng", "awre-making"});
    const auto digits = tesla::text::plain_features({"1995", "1995", false, "?0"});
    CHECK(digits.own == Strings{"ob", "o10", "o200", "o3000", "o^0", "o^00", "o^000", "oc*", "ok?0",
                                "od00", "ow0000", "ol1995"});
    // A hyphen at the edge divides nothing.
    for (const auto& feature : tesla::text::plain_features({"-a-", "-a-", false, "?."}).own)
        CHECK_FALSE(feature.starts_with("o-"));
}
