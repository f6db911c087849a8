// Conversions of words and grammars of the chart parser, for its bindings and those of its training.
#pragma once

#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bind_codes.hpp"
#include "parsing/chart_parser.hpp"

namespace tesla {

// One row per word: form, tag and the tag that is compared.
using WordRows = nb::ndarray<const std::uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
// (label, start, end) of nodes.
using NodeTuples = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

inline std::vector<ParsedWord> words_of(const WordRows& words) {
    std::vector<ParsedWord> result;
    for (std::size_t i = 0; i < words.shape(0); ++i)
        result.push_back({words(i, 0), words(i, 1), words(i, 2)});
    return result;
}

inline ChartGrammar grammar_of(std::size_t tags, std::size_t symbols,
                               const std::vector<std::pair<Symbol, Symbol>>& labels) {
    ChartGrammar grammar;
    grammar.tags = tags;
    grammar.symbols = symbols;
    for (const auto& [top, bottom] : labels) grammar.labels.push_back({top, bottom});
    return grammar;
}

}  // namespace tesla
