// Bindings of the chart parser.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bind_codes.hpp"
#include "chart_parser.hpp"
#include "chart_training.hpp"

namespace tesla {

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WordRows = nb::ndarray<const std::uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Numbers = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

template <class T>
std::vector<T> copied(const Column<T>& column) {
    return {column.data(), column.data() + column.size()};
}

std::vector<ParsedWord> words_of(const WordRows& words) {
    std::vector<ParsedWord> result;
    for (std::size_t i = 0; i < words.shape(0); ++i)
        result.push_back({words(i, 0), words(i, 1), words(i, 2)});
    return result;
}

ChartGrammar grammar_of(std::size_t tags, std::size_t symbols,
                        const std::vector<std::pair<Symbol, Symbol>>& labels) {
    ChartGrammar grammar;
    grammar.tags = tags;
    grammar.symbols = symbols;
    for (const auto& [top, bottom] : labels) grammar.labels.push_back({top, bottom});
    return grammar;
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> as_numpy(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

nb::tuple trained(const ChartTraining& self, unsigned over) {
    std::vector<FeatureKey> keys;
    std::vector<std::uint32_t> columns;
    std::vector<float> values;
    for (const auto& weight : self.weights(static_cast<Over>(over))) {
        keys.push_back(weight.key);
        columns.push_back(weight.column);
        values.push_back(weight.value);
    }
    return nb::make_tuple(as_numpy(std::move(keys)), as_numpy(std::move(columns)),
                          as_numpy(std::move(values)));
}

nb::tuple learnt_grammar(const ChartTraining& self) {
    const ChartGrammar& grammar = self.grammar();
    std::vector<std::tuple<Symbol, Symbol, Symbol>> rules;
    for (const auto& rule : grammar.rules) rules.emplace_back(rule.parent, rule.left, rule.right);
    return nb::make_tuple(rules, std::vector<unsigned>(grammar.leaves.begin(), grammar.leaves.end()),
                          std::vector<unsigned>(grammar.tops.begin(), grammar.tops.end()));
}

void bind_training(nb::module_& m) {
    nb::class_<ChartTraining>(m, "ChartTraining")
        .def(
            "__init__",
            [](ChartTraining* self, std::size_t tags, std::size_t symbols,
               const std::vector<std::pair<Symbol, Symbol>>& labels, const std::vector<WordRows>& words,
               const std::vector<Numbers>& nodes, unsigned least, float margin, float floor) {
                if (words.size() != nodes.size()) throw nb::value_error("different lengths");
                std::vector<ChartExample> examples(words.size());
                for (std::size_t at = 0; at < words.size(); ++at) {
                    examples[at].words = words_of(words[at]);
                    for (const auto& [label, start, end] : nodes[at])
                        examples[at].nodes.push_back({label, start, end});
                }
                new (self) ChartTraining(grammar_of(tags, symbols, labels), std::move(examples), least,
                                         ChartPruning<float>{margin, floor});
            },
            "tags"_a, "symbols"_a, "labels"_a, "words"_a, "nodes"_a, "least"_a, "margin"_a, "floor"_a)
        .def(
            "epoch",
            [](ChartTraining& self, const std::vector<std::uint32_t>& order, float rate) {
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                return self.epoch(order, rate);
            },
            "order"_a, "rate"_a, "How many spans were wrong.")
        .def("weights", &trained, "over"_a, "Keys, columns and averaged values.")
        .def("grammar", &learnt_grammar, "Rules, labels over single words, symbols at the top.");
}

}  // namespace

void bind_parsing(nb::module_& m) {
    nb::class_<WeightTable>(m, "WeightTable")
        .def(
            "__init__",
            [](WeightTable* self, const Column<FeatureKey>& keys, const Column<std::uint32_t>& begins,
               const Column<std::uint16_t>& columns, const Column<std::int8_t>& values,
               std::size_t width) {
                new (self)
                    WeightTable(copied(keys), copied(begins), copied(columns), copied(values), width);
            },
            "keys"_a, "begins"_a, "columns"_a, "values"_a, "width"_a);
    nb::class_<ChartParser>(m, "ChartParser")
        .def(
            "__init__",
            [](ChartParser* self, std::size_t tags, std::size_t symbols,
               const std::vector<std::pair<Symbol, Symbol>>& labels,
               const std::vector<std::tuple<Symbol, Symbol, Symbol>>& rules,
               const std::vector<std::uint8_t>& leaves, const std::vector<std::uint8_t>& tops,
               const std::vector<const WeightTable*>& tables, std::int32_t margin, std::int32_t floor) {
                ChartGrammar grammar = grammar_of(tags, symbols, labels);
                for (const auto& [parent, left, right] : rules)
                    grammar.rules.push_back({parent, left, right});
                grammar.leaves = leaves;
                grammar.tops = tops;
                std::vector<WeightTable> own;
                for (const WeightTable* table : tables) own.push_back(*table);
                new (self) ChartParser(std::move(grammar), std::move(own),
                                       ChartPruning<std::int32_t>{margin, floor});
            },
            "tags"_a, "symbols"_a, "labels"_a, "rules"_a, "leaves"_a, "tops"_a, "tables"_a, "margin"_a,
            "floor"_a)
        .def(
            "parse",
            [](const ChartParser& self, const WordRows& words) {
                const std::vector<ParsedWord> own = words_of(words);
                std::vector<ChartNode> nodes;
                {
                    nb::gil_scoped_release release;
                    const auto entered = fork_guard().enter();
                    nodes = self.parse(own);
                }
                Numbers result;
                for (const auto& node : nodes) result.emplace_back(node.label, node.start, node.end);
                return result;
            },
            "words"_a, "Label, start and end of each node, in the order of a tree.");
    bind_training(m);
}

}  // namespace tesla
