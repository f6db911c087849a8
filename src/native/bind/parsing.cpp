// Bindings of the chart parser.
#include "bind_parsing.hpp"

namespace tesla {

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> copied(const Column<T>& column) {
    return {column.data(), column.data() + column.size()};
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
                NodeTuples result;
                for (const auto& node : nodes) result.emplace_back(node.label, node.start, node.end);
                return result;
            },
            "words"_a, "Label, start and end of each node, in the order of a tree.");
}

}  // namespace tesla
