// A linear program that can grow: a port of core/solvers/simplex.py, which has the proofs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::celab {

class Simplex {
  public:
    // Row and entry.
    using Column = std::vector<std::pair<std::uint32_t, double>>;

    // Every row starts with a slack column of this value (none is positive). The last `exceeding` rows
    // have another slack column of value 0 for the excess.
    Simplex(std::vector<double> limits, std::vector<double> initial_objective,
            std::uint32_t exceeding = 0);
    void add(double coefficient, const Column& column);
    // Continue from the last solution to the optimum for slightly shifted limits.
    void solve();
    // Continue from there to the optimum for the true limits.
    void settle();
    double value() const;
    // Return the dual prices: the value of one more unit of the limit of each row.
    const std::vector<double>& prices();

  private:
    struct Entry {
        std::uint32_t row;
        double value;
    };
    struct Eta {
        std::uint32_t row;
        double own;
        std::size_t end;  // of its entries
    };

    std::size_t rows() const { return limits_.size(); }
    void begin(double shift);
    bool dual_step(std::uint32_t row);
    std::pair<std::uint32_t, double> entering(bool bland);
    bool step(std::uint32_t entering, double gain, bool bland);
    std::uint32_t leaving(double gain);
    std::uint32_t leaving_by_bland() const;
    std::uint32_t opposite(std::uint32_t column) const;
    void reweigh(std::uint32_t row, std::uint32_t entering);
    void append(std::uint32_t row, double pivot);
    void forth(std::vector<double>& vector) const;
    void back(std::vector<double>& vector) const;
    void refresh();
    void load(std::uint32_t column);

    std::vector<double> limits_, shifted_, amounts_, objective_, prices_, direction_;
    std::vector<double> reach_, inverse_row_;
    std::vector<std::uint32_t> nonzero_;
    std::vector<std::pair<double, std::uint32_t>> ratios_;
    std::uint32_t exceeding_;
    std::vector<std::size_t> column_begin_{0};
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> basis_;
    std::vector<Eta> etas_;
    std::vector<Entry> eta_entries_;
    std::size_t fresh_ = 0;
};

}  // namespace tesla::celab
