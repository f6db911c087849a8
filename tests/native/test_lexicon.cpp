#include "text/lexicon.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <thread>

#include "failing_memory.hpp"
#include "matching/word_encoder.hpp"
#include "text/codes.hpp"

using tesla::text::Lexicon;
using tesla::text::Words;

namespace {

const std::vector<tesla::text::Label> labels{{"NN", "NOUN", false, true, false},
                                             {"DT", "DET", true, false, false},
                                             {"", "", false, false, false}};

std::string word_of(std::uint32_t i) { return "a word of many letters " + std::to_string(i); }

// A word that is its own lemma, surface and chunk, with its index in all attributes.
void add(Lexicon& lexicon, const std::string& form, std::uint32_t number, std::uint8_t label = 0) {
    const auto lemma = lexicon.add_lemma(form, {static_cast<std::int32_t>(number)});
    const auto surface = lexicon.add_surface(form, {std::to_string(number)});
    const auto word = lexicon.add_word(form, true, {label}, "", {}, {lemma}, {}, surface);
    std::string chunk = form;
    for (char& c : chunk)
        if (c == ' ') c = '_';
    lexicon.add_chunk(chunk, {word}, {number}, {{0, 1}});
}

std::string chunk_of(std::uint32_t i) {
    std::string chunk = word_of(i);
    for (char& c : chunk)
        if (c == ' ') c = '_';
    return chunk;
}

// Return whether all attributes of word i are its own.
bool right(const Lexicon& lexicon, std::uint32_t i) {
    Lexicon::Workspace scratch;
    scratch.with_characters = true;
    Words words;
    if (!lexicon.analyse(chunk_of(i), scratch, words) || words.size() != 1) return false;
    const std::size_t column = lexicon.column("number");
    return words.synsets == std::vector<std::int32_t>{static_cast<std::int32_t>(i)} &&
           lexicon.lemma(static_cast<std::uint32_t>(words.lemmas[0])) == word_of(i) &&
           lexicon.fact(column, words.surfaces[0]) == std::to_string(i) &&
           scratch.characters == std::vector<std::uint32_t>{' ', i, ' '};
}

}  // namespace

TEST_CASE("texts are analysed; unknown chunks are reported as missing") {
    Lexicon lexicon({}, labels, {"number"});
    add(lexicon, "the", 1, 1);
    add(lexicon, "house", 2);
    Lexicon::Workspace scratch;
    Words words;
    REQUIRE(lexicon.analyse("the  house the", scratch, words));
    CHECK(words.tags == std::vector<std::int32_t>{1, 0, 1});
    CHECK(words.function == std::vector<std::uint8_t>{1, 0, 1});
    CHECK(words.synsets == std::vector<std::int32_t>{1, 2, 1});
    CHECK_FALSE(lexicon.analyse("the red house", scratch, words));
    CHECK(scratch.missing == std::vector<std::string>{"red"});
}

TEST_CASE("analysed words are used as they are; an empty tag equals nothing") {
    Lexicon lexicon({}, {}, {});
    const auto lemma = lexicon.add_lemma("x", {7}), surface = lexicon.add_surface("x", {});
    std::vector<std::uint32_t> numbers;
    for (const auto& label : labels)
        numbers.push_back(lexicon.add_analysed(lemma, lexicon.add_label(label), surface));
    Lexicon::Workspace scratch;
    Words words;
    REQUIRE(lexicon.analyse(tesla::text::AnalysedText{numbers, {}, {}}, scratch, words));
    CHECK(words.tags == std::vector<std::int32_t>{0, 1, -1});
    CHECK(words.labels == std::vector<std::uint16_t>{0, 1, 2});
    CHECK_THROWS_AS(lexicon.analyse(tesla::text::AnalysedText{{99}, {}, {}}, scratch, words),
                    std::out_of_range);
}

TEST_CASE("when memory runs out, facts do not shift against their words") {
    constexpr std::uint32_t known = 6, all = 40;
    bool all_right = true;
    const auto failed = fail_each_allocation(
        [&] {
            auto lexicon =
                std::make_unique<Lexicon>(std::nullopt, labels, std::vector<std::string>{"number"});
            for (std::uint32_t i = 0; i < known; ++i) add(*lexicon, word_of(i), i);
            return lexicon;
        },
        [&](Lexicon& lexicon) {
            for (std::uint32_t i = known; i < all; ++i) add(lexicon, word_of(i), i);
        },
        [&](Lexicon& lexicon, bool) {
            for (std::uint32_t i = 0; i < all; ++i) add(lexicon, word_of(i), i);
            for (std::uint32_t i = 0; i < all; ++i) all_right = all_right && right(lexicon, i);
        });
    CHECK(failed > 100);
    CHECK(all_right);
}

TEST_CASE("the cache of references is bounded") {
    Lexicon lexicon({}, labels, {"number"});
    for (std::uint32_t i = 0; i < 50; ++i) add(lexicon, word_of(i), i);
    tesla::matching::WordEncoder encoder(lexicon, 3000);
    const std::string first = chunk_of(0);
    tesla::text::Codes one, two;
    tesla::text::encode(encoder, std::vector<std::string_view>{first}, true, 1, one);
    tesla::text::encode(encoder, std::vector<std::string_view>{first}, true, 1, two);
    CHECK(one.items[0] == two.items[0]);
    for (std::uint32_t i = 1; i < 50; ++i) {
        const std::string text = chunk_of(i);
        tesla::text::Codes other;
        tesla::text::encode(encoder, std::vector<std::string_view>{text}, true, 1, other);
        CHECK(other.missing.empty());
    }
    CHECK(encoder.cache.find(first) == nullptr);                     // it had to give way
    CHECK(tesla::text::value_of<Words>(*one.items[0]).size() == 1);  // who has it still has it
}

TEST_CASE("a writer is admitted while others read") {
    Lexicon lexicon({}, labels, {"number"});
    add(lexicon, word_of(0), 0);
    tesla::matching::WordEncoder encoder(lexicon, 1000);
    std::atomic<bool> done{false};
    std::vector<std::thread> readers;
    for (int t = 0; t < 3; ++t)
        readers.emplace_back([&] {
            const std::string text = chunk_of(0);
            while (!done) {
                tesla::text::Codes codes;
                tesla::text::encode(encoder, std::vector<std::string_view>{text, text}, true, 1, codes);
            }
        });
    for (std::uint32_t i = 1; i < 200; ++i) {
        const auto exclusive_lock = lexicon.lock.write();
        add(lexicon, word_of(i), i);
    }
    done = true;
    for (auto& reader : readers) reader.join();
    for (std::uint32_t i = 0; i < 200; ++i) CHECK(right(lexicon, i));
}

TEST_CASE("memory of codes is used again, within bounds") {
    tesla::text::Pool pool;
    const auto take = [&](std::size_t count) {
        return pool.take(count, [] { return std::make_unique<tesla::text::Code<Words>>(); });
    };
    const auto words = [](const auto& slab, std::size_t i) -> Words& {
        return tesla::text::value_of<Words>((*slab)[i]);
    };
    auto slab = take(1);
    const Words* const first = &words(slab, 0);
    CHECK(&words(take(1), 0) != first);  // it is in use
    slab.reset();
    CHECK(&words(take(1), 0) == first);
    slab = take(1);
    words(slab, 0).synsets.resize(10'000'000);
    slab.reset();
    for (int i = 0; i < 3; ++i) CHECK(words(take(1), 0).synsets.capacity() < 10'000'000);
    // A code that was large once keeps its memory, whatever it contains now.
    for (int round = 0; round < 20; ++round) {
        const auto many = take(4);
        for (std::size_t i = 0; i < 4; ++i) words(many, i).synsets.resize(round % 2 ? 0 : 3'000'000);
    }
    std::size_t kept = 0;
    const auto all = take(8);
    for (std::size_t i = 0; i < 8; ++i) kept += words(all, i).synsets.capacity() * sizeof(std::int32_t);
    CHECK(kept <= std::size_t{16} << 20);
}
