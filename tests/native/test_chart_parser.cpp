#include <doctest/doctest.h>

#include <stdexcept>

#include "chart_training.hpp"
#include "parsing/chart_parser.hpp"

using namespace tesla;
using namespace tesla::parsing;

namespace {

// Tags 1 and 2, categories 3 (X) and 4 (Y), each with a label.
ChartGrammar small_grammar() {
    ChartGrammar grammar;
    grammar.tags = 3;
    grammar.symbols = 5;
    grammar.labels = {{3, 3}, {4, 4}};
    return grammar;
}

std::vector<ParsedWord> words(const std::vector<std::uint32_t>& tags) {
    std::vector<ParsedWord> found;
    for (const auto tag : tags) found.push_back({tag + 10, tag, tag});
    return found;
}

// (Y (X 1 2) (X 1 2)), (Y (X 1 2) 2) and (Y 1 (X 1 2))
std::vector<ChartExample> examples() {
    return {{words({1, 2, 1, 2}), {{1, 0, 4}, {0, 0, 2}, {0, 2, 4}}},
            {words({1, 2, 2}), {{1, 0, 3}, {0, 0, 2}}},
            {words({1, 1, 2}), {{1, 0, 3}, {0, 1, 3}}}};
}

WeightTable table(const ChartTraining& training, Over over, std::size_t width) {
    std::vector<FeatureKey> keys;
    std::vector<std::uint32_t> begins;
    std::vector<std::uint16_t> columns;
    std::vector<std::int8_t> values;
    for (const auto& weight : training.weights(over)) {
        if (keys.empty() || keys.back() != weight.key) {
            keys.push_back(weight.key);
            begins.push_back(static_cast<std::uint32_t>(values.size()));
        }
        columns.push_back(static_cast<std::uint16_t>(weight.column));
        values.push_back(static_cast<std::int8_t>(weight.value * 32));
    }
    begins.push_back(static_cast<std::uint32_t>(values.size()));
    return {keys, begins, columns, values, width};
}

}  // namespace

TEST_CASE("training sentences are parsed correctly") {
    ChartTraining training(small_grammar(), examples(), 1, {100, -100});
    for (int epoch = 0; epoch < 5; ++epoch) training.epoch({0, 1, 2}, 0.1F);
    CHECK(training.epoch({0, 1, 2}, 0.1F) == 0);
    const ChartGrammar& grammar = training.grammar();
    const ChartParser parser(grammar,
                             {table(training, Over::kLabels, 2), table(training, Over::kSymbols, 5),
                              table(training, Over::kRules, grammar.rules.size())},
                             {100'000, -100'000});
    for (const auto& example : examples()) {
        const auto found = parser.parse(example.words);
        REQUIRE(found.size() == example.nodes.size());
        for (std::size_t at = 0; at < found.size(); ++at) {
            CHECK(found[at].label == example.nodes[at].label);
            CHECK(found[at].start == example.nodes[at].start);
            CHECK(found[at].end == example.nodes[at].end);
        }
    }
    CHECK(parser.parse({}).empty());
    CHECK_THROWS_AS(parser.parse(words({1, 3})), std::invalid_argument);
}

TEST_CASE("invalid trees are rejected") {
    const std::vector<ChartNode> wrong[] = {{{1, 0, 2}}, {{1, 0, 3}, {0, 0, 4}}, {{7, 0, 3}}};
    for (const auto& nodes : wrong)
        CHECK_THROWS(ChartTraining(small_grammar(), {{words({1, 2, 2}), nodes}}, 1, {100, -100}));
}

TEST_CASE("inconsistent weights and grammars are rejected") {
    CHECK_THROWS_AS(WeightTable({1}, {0, 1}, {2}, {1}, 2), std::invalid_argument);
    CHECK_THROWS_AS(WeightTable({1}, {0, 2}, {1}, {1}, 2), std::invalid_argument);
    CHECK_THROWS_AS(WeightTable({1}, {0, 0}, {}, {}, 2), std::invalid_argument);
    CHECK_THROWS_AS(WeightTable({1}, {0, 2}, {1, 1}, {1, 1}, 2), std::invalid_argument);
    CHECK_THROWS_AS(WeightTable({1}, {0, 2}, {1, 0}, {1, 1}, 2), std::invalid_argument);
    CHECK_THROWS_AS(WeightTable({1, 2}, {0, 900'000, 1}, {1}, {1}, 2), std::invalid_argument);
    ChartGrammar grammar = small_grammar();
    grammar.leaves = {1, 1};
    grammar.tops = {0, 0, 0, 1, 1};
    grammar.rules = {{3, 1, 9}};
    const WeightTable none({}, {0}, {}, {}, 1);
    CHECK_THROWS_AS(ChartParser(grammar, {none, none, none}, {0, 0}), std::invalid_argument);
    grammar.rules = {{3, 1, 2}};
    CHECK_NOTHROW(ChartParser(grammar, {none, none, none}, {0, 0}));
    grammar.symbols = 20'000;  // pairs of these would take gigabytes
    grammar.tops.resize(grammar.symbols);
    CHECK_THROWS_AS(ChartParser(grammar, {none, none, none}, {0, 0}), std::invalid_argument);
}
