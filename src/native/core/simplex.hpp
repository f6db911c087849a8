// A linear program that may grow: _core/simplex.py again, where the reasons are.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tesla {

class Simplex {
  public:
    // Row and entry.
    using Column = std::vector<std::pair<std::uint32_t, double>>;

    // Every row begins with a column of its own, of this worth (none is positive). The last `exceeding`
    // rows have another that takes away what is too much, for nothing.
    Simplex(std::vector<double> limits, std::vector<double> first_worth, std::uint32_t exceeding = 0);
    void add(double worth, const Column& column);
    // Goes on from the last solution to the best one, of limits that are shifted a little.
    void solve();
    // From there to that of the true limits.
    void settle();
    double value() const;
    // What one more of each row's limit would be worth.
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

    std::vector<double> limits_, shifted_, amounts_, worth_, prices_, direction_;
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

}  // namespace tesla
