// Bindings of the training of the chart parser: a module of its own, which is not part of wheels.
#include "bind_parsing.hpp"
#include "chart_training.hpp"

namespace tesla {

namespace {

nb::tuple trained(const ChartTraining& self, unsigned over) {
    std::vector<FeatureKey> keys;
    std::vector<std::uint32_t> columns;
    std::vector<float> values;
    for (const auto& weight : self.weights(static_cast<Over>(over))) {
        keys.push_back(weight.key);
        columns.push_back(weight.column);
        values.push_back(weight.value);
    }
    return nb::make_tuple(to_column(std::move(keys)), to_column(std::move(columns)),
                          to_column(std::move(values)));
}

nb::tuple learnt_grammar(const ChartTraining& self) {
    const ChartGrammar& grammar = self.grammar();
    std::vector<std::tuple<Symbol, Symbol, Symbol>> rules;
    for (const auto& rule : grammar.rules) rules.emplace_back(rule.parent, rule.left, rule.right);
    return nb::make_tuple(rules, std::vector<unsigned>(grammar.leaves.begin(), grammar.leaves.end()),
                          std::vector<unsigned>(grammar.tops.begin(), grammar.tops.end()));
}

}  // namespace

}  // namespace tesla

using namespace tesla;

NB_MODULE(_training, m) {
    m.doc() = "Training of the chart parser.";
    nb::class_<ChartTraining>(m, "ChartTraining")
        .def(
            "__init__",
            [](ChartTraining* self, std::size_t tags, std::size_t symbols,
               const std::vector<std::pair<Symbol, Symbol>>& labels, const std::vector<WordRows>& words,
               const std::vector<NodeTuples>& nodes, unsigned least, float margin, float floor) {
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
