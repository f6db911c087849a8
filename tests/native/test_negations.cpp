#include <doctest/doctest.h>

#include "text/negations.hpp"

namespace {

using Forms = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("negation of a word is parsed from its facts") {
    tesla::StringTable forms;
    const auto none = tesla::text::negating("", "", forms);
    CHECK_FALSE(none.any());
    const auto word = tesla::text::negating("<ne\tnot\t>only\t>just", "aware", forms);
    CHECK(word.negates);
    CHECK(word.companions == Forms{forms.find("ne")});
    CHECK(word.idioms == Forms{forms.find("only"), forms.find("just")});
    CHECK(word.base == forms.find("aware"));
    CHECK_FALSE(tesla::text::negating("<ne", "", forms).negates);
}

TEST_CASE("idioms negate nothing, pairs do") {
    tesla::StringTable forms;
    const auto no = tesla::text::negating("not\t>only", "", forms),
               plus = tesla::text::negating("<ne", "", forms);
    const auto affixed = tesla::text::negating("", "aware", forms);
    const std::uint32_t only = forms.find("only"), ne = forms.find("ne"), other = forms.add("other");
    tesla::text::Negated found;
    found.add(no, 0, {other, only});
    CHECK(found.places.empty());
    const auto idle = tesla::text::negating("not\t!other", "", forms);
    found.add(idle, 1, {other, only});
    CHECK(found.places.empty());
    found.add(idle, 0, {only, other});
    CHECK(found.places == Forms{0});
    found.clear();
    found.add(no, 1, {only, other});
    CHECK(found.places == Forms{1});  // the last word too
    found.clear();
    found.add(plus, 3, {ne, other, other, other});
    CHECK(found.places == Forms{3});
    found.add(plus, 4, {ne, other, other, other, other});
    CHECK(found.places == Forms{3});  // too far away
    found.add(affixed, 2, {other, other, other});
    REQUIRE(found.bases.size() == 1);
    CHECK(found.bases[0].position == 2);
    CHECK(found.bases[0].form == forms.find("aware"));
}
