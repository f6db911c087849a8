// The linear program of n-grams that compete: _core/program.py again, where the reasons are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "competition.hpp"
#include "simplex.hpp"

namespace tesla {

class TiedProgram {
  public:
    // Ties by place, of which there are `count`; the competition's covers have been found.
    TiedProgram(const Competition& rivals, std::span<const std::uint32_t> ties, std::uint32_t count);

    // How many there are to be told apart.
    std::size_t covers() const { return tied_.size(); }
    // The greatest gain.
    double solve();
    struct Prices {
        std::vector<double> partners;  // as in `used`
        std::vector<double> within;    // by place, what there is to cover at the prices of the covers
    };
    // Once it is solved.
    Prices prices();

  private:
    std::uint32_t new_row(double limit);
    void supply();
    void demand(std::span<const std::uint32_t> ties, std::uint32_t count);
    std::uint32_t cover(std::span<const std::uint32_t> by);

    const Competition& rivals_;
    std::vector<double> limits_, worth_;
    std::vector<std::uint32_t> taking_;  // by kind, the row
    std::vector<Simplex::Column> columns_, shares_;
    Lists tied_;                        // of each row that is a cover, the ties
    std::vector<std::uint32_t> slots_;  // to find these by hash
    std::uint32_t first_cover_ = 0;
    std::vector<std::uint32_t> rows_;  // by cover
    std::optional<Simplex> program_;
};

}  // namespace tesla
