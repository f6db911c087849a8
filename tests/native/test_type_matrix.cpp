#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "graded/type_matrix.hpp"

namespace {

using tesla::graded::GradedText;
using tesla::graded::TypeMatrix;

// Words by form; the lemma is the form without the last digit.
std::shared_ptr<const GradedText> text(const std::vector<std::uint32_t>& forms) {
    auto made = std::make_shared<GradedText>();
    made->words.clear();
    tesla::graded::TypeTable types(made->types);
    for (const auto form : forms) {
        types.add({form, static_cast<std::int32_t>(form / 10), -1, tesla::graded::kKnown, 0, 0, {}, {}});
        made->words.synset_begin.push_back(0);
    }
    return made;
}

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
                                                .least = 0.5,
                                                .alpha = 0.8,
                                                .character_alpha = 0.5,
                                                .stand_in = 0});
const tesla::text::RelatedWordTable kNone("", "");

}  // namespace

TEST_CASE("equal words of a text are one type") {
    const auto made = text({11, 12, 11, 21, 12});
    CHECK(made->types.of == std::vector<std::uint32_t>{0, 1, 0, 2, 1});
    CHECK(made->types.at(3).first == 3);
}

TEST_CASE("the matrix has the same similarities as a direct comparison") {
    const auto x0 = text({11, 12, 31}), x1 = text({12, 41, 12}), y0 = text({12, 51}),
               y1 = text({11, 31});
    const TypeMatrix::Texts x{x0.get(), x1.get()}, y{y0.get(), y1.get()};
    const TypeMatrix matrix(kNone, kWorths, x, y, 1000);
    REQUIRE_FALSE(matrix.empty());
    tesla::graded::WordSimilarity similar_types(kNone, kWorths), collected(kNone, kWorths);
    TypeMatrix::CandidateCache cache;
    for (const auto& other : y)  // which the first of x finds as it is, and others listed
        for (const auto& one : x) {
            similar_types.compare(*one, *other);
            REQUIRE(matrix.look_up(*one, *other, cache, collected));
            CHECK(cache.listed == (one != x[0]));
            REQUIRE(collected.rows() == similar_types.rows());
            for (std::size_t i = 0; i < similar_types.rows(); ++i) {
                REQUIRE(collected.row(i).size() == similar_types.row(i).size());
                for (std::size_t k = 0; k < similar_types.row(i).size(); ++k) {
                    CHECK(collected.row(i)[k].y == similar_types.row(i)[k].y);
                    CHECK(collected.row(i)[k].related == similar_types.row(i)[k].related);
                    CHECK(collected.row(i)[k].similarity == similar_types.row(i)[k].similarity);
                }
            }
        }
    CHECK(collected.similarity(0, 0) == 0.9);  // of the last two texts
    CHECK(collected.similarity(1, 1) == 0);
}

TEST_CASE("the matrix has nothing on other texts, or if words are not repeated") {
    const auto x0 = text({11, 12}), y0 = text({12, 51});
    const TypeMatrix::Texts x{x0.get()}, y{y0.get(), nullptr};
    tesla::graded::WordSimilarity word_similarity(kNone, kWorths);
    TypeMatrix::CandidateCache cache;
    const TypeMatrix matrix(kNone, kWorths, x, y, 1000);
    CHECK_FALSE(matrix.look_up(*x[0], *text({12}), cache, word_similarity));
    CHECK_FALSE(matrix.look_up(*text({11}), *y[0], cache, word_similarity));
    CHECK_FALSE(matrix.look_up(*text({11}), *y[0], cache, word_similarity));
    CHECK(TypeMatrix(kNone, kWorths, x, y, 0).empty());
    CHECK(TypeMatrix(kNone, kWorths, {}, y, 1000).empty());
}
