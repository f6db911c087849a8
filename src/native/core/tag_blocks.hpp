// Words that share at least their part of speech: all of one with all of it on the other side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graded.hpp"
#include "word_types.hpp"
#include "worths.hpp"

namespace tesla {

// Keeps its memory from pair to pair.
class TagBlocks {
  public:
    explicit TagBlocks(const GradedConstants& constants)
        : tag_(constants.tag), function_(constants.function) {}

    void find(const WordTypes& x, const WordTypes& y);
    const GradedSolver::Blocks& found() const { return found_; }
    // What types of x and y are worth to each other at least.
    double level(std::size_t x, std::size_t y) const {
        const std::uint32_t block = found_.of_rows[x];
        return block == found_.of_columns[y] ? found_.levels[block] : 0.0;
    }

  private:
    std::uint32_t block(const WordType& type);

    double tag_, function_;
    GradedSolver::Blocks found_;
    // By twice the tag, and one more of function words: its block, if it is of this pair.
    std::vector<std::uint32_t> blocks_, used_;
};

}  // namespace tesla
