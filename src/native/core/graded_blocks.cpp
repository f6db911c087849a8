// Problems in which most edges are those of blocks, and not looked at: words that share their part of
// speech alone.
#include "graded.hpp"

namespace tesla {

// What is in a block and does not flow elsewhere flows within it at its level, as far as there is of
// both sides: all of it resembles each other. So a block adds its level times the lesser of what is left
// of its supply and of its demand, which is not more than its level times what is left of the one, a sum
// over rows or columns. With that in its place, an edge gains what it is worth less the levels that its
// row or its column would have had, and the best of such a problem is at least the best of the true one.
// It is the same where the side that was chosen is the lesser one in the end.
std::optional<double> GradedSolver::solve_above(const Blocks& blocks, const std::vector<double>& supply,
                                                const std::vector<double>& demand) {
    supplied_ = demanded_ = 0;
    if (supply.empty() || demand.empty()) return 0.0;
    quantise(supply, demand);
    gather(blocks);
    lower(blocks);
    within_ = &blocks;
    run(nullptr);
    double total = value(nullptr);
    within_ = nullptr;
    for (std::size_t k = 1; k < blocks_.size(); ++k) {
        const Block& block = blocks_[k];
        if (!block.holds()) return std::nullopt;
        total += blocks.levels[k] * static_cast<double>(std::min(block.supply, block.demand));
    }
    return total / scale_;
}

void GradedSolver::gather(const Blocks& blocks) {
    blocks_.assign(blocks.levels.size(), {});
    for (std::size_t k = 1; k < blocks_.size(); ++k) blocks_[k].level = to_units(blocks.levels[k]);
    for (std::size_t x = 0; x < rows_.size(); ++x) blocks_[blocks.of_rows[x]].supply += rows_[x].left;
    for (std::size_t y = 0; y < columns_.size(); ++y)
        blocks_[blocks.of_columns[y]].demand += columns_[y].left;
    for (Block& block : blocks_) block.few_rows = block.supply <= block.demand;
}

// Edges to what they gain beyond the levels of blocks; those that gain nothing go.
void GradedSolver::lower(const Blocks& blocks) {
    std::uint32_t kept = 0, e = 0;
    for (std::size_t x = 0; x < rows_.size(); ++x) {
        const Units own = blocks_[blocks.of_rows[x]].row_price();
        for (const auto end = begin_[x + 1]; e < end; ++e) {
            edges_[kept] = edges_[e];
            edges_[kept].gain -= own + blocks_[blocks.of_columns[edges_[e].y]].column_price();
            kept += edges_[kept].gain > 0;
        }
        begin_[x + 1] = kept;
    }
    edges_.erase(edges_.begin() + kept, edges_.end());
}

}  // namespace tesla
