#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "graded/graded_document.hpp"

namespace {

// All similarities are 0 except that of a common lemma.
const tesla::graded::SimilarityWeights kWorths({.order = 1,
                                                .lemma = 0.9,
                                                .derivation = 0.7,
                                                .synonym = 0,
                                                .synset = 0,
                                                .paraphrase = 1,
                                                .tag = 0,
                                                .function = 0,
                                                .spelling = 1,
                                                .unknown = 1,
                                                .least = 2,
                                                .alpha = 0.8,
                                                .character_alpha = 0.5,
                                                .stand_in = 0});

struct Scene {
    tesla::text::Lexicon lexicon{{}, {}, {"form", "digits", "negates", "number", "base", "reading"}};
    std::uint32_t label = lexicon.add_label({"N", "NOUN", false, false, false});
    tesla::graded::GradedDocumentEncoder encoder{lexicon, 0, "", "", 4, 1 << 20};

    std::uint32_t word(const std::string& form, const std::string& lemma) {
        const auto known = lexicon.find_lemma(lemma);
        const auto number = known ? *known : lexicon.add_lemma(lemma, {});
        const auto surface = lexicon.find_surface(form);
        return lexicon.add_analysed(
            number, label, surface ? *surface : lexicon.add_surface(form, {form, "", "", "", "", ""}));
    }
    tesla::graded::GradedDocument made(const std::vector<std::uint32_t>& words) {
        encoder.learn();
        tesla::graded::GradedDocumentEncoder::Workspace workspace;
        tesla::graded::GradedDocument document;
        REQUIRE(encoder.make(tesla::text::AnalysedText{words, {}, {}}, workspace, document));
        return document;
    }
    std::vector<double> f(const tesla::graded::GradedDocument& x,
                          const tesla::graded::GradedDocument& y) {
        std::vector<double> out(2);
        tesla::graded::GradedDocumentComparer(encoder, kWorths)(x, y, out.data());
        return out;
    }
};

constexpr auto kEnd = tesla::matching::kBreak;

}  // namespace

TEST_CASE("a word that the reference lacks is matched with the most similar one") {
    Scene scene;
    const auto boat = scene.word("boat", "boat"), boats = scene.word("boats", "boat"),
               sank = scene.word("sank", "sink"), rain = scene.word("rain", "rain");
    const auto x = scene.made({boat, sank});
    CHECK(scene.f(x, x) == std::vector<double>{1, 1});
    const auto found = scene.f(x, scene.made({boats, sank}));
    CHECK(found[0] == doctest::Approx(1.9 / 2));
    CHECK(found[1] == doctest::Approx(0.95));
    // There is capacity for one boat only, and the most similar word takes it.
    CHECK(scene.f(x, scene.made({boats, boat}))[0] == doctest::Approx(0.5));
    CHECK(scene.f(x, scene.made({rain}))[0] == 0);
}

TEST_CASE("skip bigrams of graded documents do not cross sentences") {
    Scene scene;
    const auto boat = scene.word("boat", "boat"), sank = scene.word("sank", "sink");
    const auto whole = scene.made({boat, sank}), cut = scene.made({boat, kEnd, sank, kEnd});
    CHECK(scene.f(whole, cut)[0] == 1);
    CHECK(scene.f(whole, cut)[1] == 0);
    CHECK(scene.f(cut, cut) == std::vector<double>{1, 1});
}

TEST_CASE("graded documents without words") {
    Scene scene;
    const auto none = scene.made({}), boat = scene.made({scene.word("boat", "boat")});
    CHECK(scene.f(none, none) == std::vector<double>{1, 1});
    CHECK(scene.f(none, boat) == std::vector<double>{0, 0});
    CHECK(scene.f(boat, none) == std::vector<double>{0, 0});
}

TEST_CASE("more words that the reference lacks than are looked at together") {
    Scene scene;
    std::vector<std::uint32_t> x, y;
    for (int i = 0; i < 600; ++i) {
        const std::string lemma = "w" + std::to_string(i);
        x.push_back(scene.word(lemma, lemma));
        y.push_back(scene.word(lemma + "s", lemma));
    }
    const auto found = scene.f(scene.made(x), scene.made(y));
    CHECK(found[0] == doctest::Approx(0.9));
    CHECK(found[1] == doctest::Approx(0.9));
}
