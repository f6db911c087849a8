// The linear program of n-grams that compete: a port of core/solvers/packing.py, which has the proofs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/namespaces.hpp"
#include "celab/competition.hpp"
#include "celab/simplex.hpp"

namespace tesla::celab {

class TiedProgram {
  public:
    // Ties by index, of which there are `count`; the covers of the competition have been computed.
    TiedProgram(const Competition& rivals, std::span<const std::uint32_t> ties, std::uint32_t count);

    // The number of distinct covers.
    std::size_t covers() const { return tied_.size(); }
    // Return the largest gain.
    double solve();
    struct Prices {
        std::vector<double> partners;  // as in `used`
        std::vector<double> within;    // by index: what there is to cover at the prices of the covers
    };
    // Call this after solve().
    Prices prices();

  private:
    std::uint32_t new_row(double limit);
    void supply();
    void demand(std::span<const std::uint32_t> ties, std::uint32_t count);
    std::uint32_t cover(std::span<const std::uint32_t> by);

    const Competition& rivals_;
    std::vector<double> limits_, objective_;
    std::vector<std::uint32_t> taking_;  // by kind: the row
    std::vector<Simplex::Column> columns_, shares_;
    Lists tied_;                        // by row that is a cover: the ties
    std::vector<std::uint32_t> slots_;  // to find these by hash
    std::uint32_t first_cover_ = 0;
    std::vector<std::uint32_t> rows_;  // by cover
    std::optional<Simplex> program_;
};

}  // namespace tesla::celab
