// Graphs of the transport problem from matrices of profits.
#pragma once

#include <algorithm>
#include <vector>

#include "matching/graph.hpp"

using Profits = std::vector<std::vector<tesla::matching::Amount>>;

template <class Width>
tesla::matching::Graph<Width> make_graph(Width width, const Profits& profits) {
    using tesla::matching::Amount;
    tesla::matching::Graph<Width> graph;
    graph.width = width;
    for (const auto& row : profits)
        for (const Amount profit : row)
            if (profit) graph.profits.push_back(profit);
    std::sort(graph.profits.begin(), graph.profits.end());
    graph.profits.erase(std::unique(graph.profits.begin(), graph.profits.end()), graph.profits.end());
    const std::size_t levels = graph.profits.size();
    const std::size_t rows = profits.size(), columns = rows ? profits[0].size() : 0;
    graph.present.reset(width, levels);
    for (std::size_t level = 0; level < levels; ++level) {
        graph.rows.emplace_back(width, rows);
        graph.columns.emplace_back(width, columns);
        for (std::size_t x = 0; x < rows; ++x)
            for (std::size_t y = 0; y < columns; ++y) {
                if (profits[x][y] != graph.profits[level]) continue;
                tesla::Ops<Width>::set(graph.rows[level][x], y);
                tesla::Ops<Width>::set(graph.columns[level][y], x);
                tesla::Ops<Width>::set(graph.present[level], x);
            }
    }
    return graph;
}
