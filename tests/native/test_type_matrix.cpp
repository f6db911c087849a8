#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "type_matrix.hpp"

namespace {

using tesla::GradedText;
using tesla::TypeMatrix;

// Words by their forms, whose lemmas are the forms without the last digit.
std::shared_ptr<const GradedText> text(const std::vector<std::uint32_t>& forms) {
    auto made = std::make_shared<GradedText>();
    made->words.clear();
    tesla::TypeTable types(made->types);
    for (const auto form : forms) {
        types.add({form, static_cast<std::int32_t>(form / 10), -1, tesla::kKnown, 0, 0, {}, {}});
        made->words.synset_begin.push_back(0);
    }
    return made;
}

const tesla::Worths kWorths({.order = 1,
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
const tesla::KinTable kNone("", "");

}  // namespace

TEST_CASE("equal words of a text are one type") {
    const auto made = text({11, 12, 11, 21, 12});
    CHECK(made->types.of == std::vector<std::uint32_t>{0, 1, 0, 2, 1});
    CHECK(made->types.at(3).first == 3);
}

TEST_CASE("what is told of two texts is what comparing them finds") {
    const TypeMatrix::Texts x{text({11, 12, 31}), text({12, 41, 12})}, y{text({12, 51}), text({11, 31})};
    const TypeMatrix matrix(kNone, kWorths, x, y, 1000);
    REQUIRE_FALSE(matrix.empty());
    tesla::Alike found(kNone, kWorths), told(kNone, kWorths);
    TypeMatrix::Beside beside;
    for (const auto& other : y)  // which the first of x finds as it is, and others listed
        for (const auto& one : x) {
            found.compare(*one, *other);
            REQUIRE(matrix.tell(*one, *other, beside, told));
            CHECK(beside.listed == (one != x[0]));
            REQUIRE(told.rows() == found.rows());
            for (std::size_t i = 0; i < found.rows(); ++i) {
                REQUIRE(told.row(i).size() == found.row(i).size());
                for (std::size_t k = 0; k < found.row(i).size(); ++k) {
                    CHECK(told.row(i)[k].y == found.row(i)[k].y);
                    CHECK(told.row(i)[k].kin == found.row(i)[k].kin);
                    CHECK(told.row(i)[k].similarity == found.row(i)[k].similarity);
                }
            }
        }
    CHECK(told.similarity(0, 0) == 0.9);  // of the last two texts
    CHECK(told.similarity(1, 1) == 0);
}

TEST_CASE("nothing is told of other texts, or where words do not come again") {
    const TypeMatrix::Texts x{text({11, 12})}, y{text({12, 51}), nullptr};
    tesla::Alike alike(kNone, kWorths);
    TypeMatrix::Beside beside;
    const TypeMatrix matrix(kNone, kWorths, x, y, 1000);
    CHECK_FALSE(matrix.tell(*x[0], *text({12}), beside, alike));
    CHECK_FALSE(matrix.tell(*text({11}), *y[0], beside, alike));
    CHECK_FALSE(matrix.tell(*text({11}), *y[0], beside, alike));
    CHECK(TypeMatrix(kNone, kWorths, x, y, 0).empty());
    CHECK(TypeMatrix(kNone, kWorths, {}, y, 1000).empty());
}
