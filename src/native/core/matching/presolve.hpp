// The dominance presolve: see core/solvers/transport.py, which has the proofs.
#pragma once

#include <algorithm>
#include <vector>

#include "base/namespaces.hpp"
#include "matching/graph.hpp"

namespace tesla::matching {

template <class Width>
class Presolve {
  public:
    Presolve(const Graph<Width>& graph, std::vector<Amount>& left_x, std::vector<Amount>& left_y,
             std::vector<Flow>* flows)
        : graph_(graph),
          ops_{graph.width},
          left_x_(left_x),
          left_y_(left_y),
          flows_(flows),
          alive_(graph.width) {
        checks_ = std::min<long>(40L * static_cast<long>(left_x.size() + left_y.size()), 50'000L);
        for (std::size_t x = 0; x < left_x.size(); ++x)
            if (left_x[x]) ops_.set(alive_x(), x);
        for (std::size_t y = 0; y < left_y.size(); ++y)
            if (left_y[y]) ops_.set(alive_y(), y);
    }

    Amount value = 0;

    // Returns whether nothing is left to do.
    bool run() {
        while (true) {
            const std::size_t before = settled_;
            bool undecided = false;
            for (std::size_t level = graph_.profits.size(); level-- > 0;) undecided |= sweep(level);
            if (!undecided) return true;
            if (settled_ == before || checks_ <= 0) return false;
        }
    }

  private:
    Word64* alive_x() { return alive_[0]; }
    Word64* alive_y() { return alive_[1]; }

    bool sweep(std::size_t level) {
        bool undecided = false;
        ops_.each(graph_.present[level], [&](std::size_t x) {
            const Word64* row = graph_.rows[level][x];
            if (!left_x_[x] || !ops_.meets(row, alive_y())) return;
            if (has_better(graph_.rows, level, x, alive_y())) {
                undecided = true;
                return;
            }
            Word64* candidates = alive_[2];
            ops_.both(candidates, row, alive_y());
            std::ptrdiff_t y;
            while (left_x_[x] && checks_ > 0 && (y = ops_.lowest(candidates, candidates)) >= 0) {
                ops_.unset(candidates, static_cast<std::size_t>(y));
                if (has_better(graph_.columns, level, static_cast<std::size_t>(y), alive_x()) ||
                    !dominates(level, x, static_cast<std::size_t>(y)))
                    undecided = true;
                else
                    settle(level, x, static_cast<std::size_t>(y));
            }
            if (left_x_[x] && ops_.any(candidates)) undecided = true;  // the limit of checks was reached
        });
        return undecided;
    }

    bool has_better(const std::vector<MaskArray<Width>>& levels, std::size_t level, std::size_t node,
                    const Word64* alive) const {
        for (std::size_t c = level + 1; c < graph_.profits.size(); ++c)
            if (ops_.meets(levels[c][node], alive)) return true;
        return false;
    }

    void settle(std::size_t level, std::size_t x, std::size_t y) {
        const Amount amount = std::min(left_x_[x], left_y_[y]);
        left_x_[x] -= amount;
        left_y_[y] -= amount;
        if (!left_x_[x]) ops_.unset(alive_x(), x);
        if (!left_y_[y]) ops_.unset(alive_y(), y);
        value += graph_.profits[level] * amount;
        ++settled_;
        if (flows_)
            flows_->push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), amount});
    }

    bool dominates(std::size_t level, std::size_t x, std::size_t y) {
        --checks_;
        // Nearly always one of the two has no other neighbour, and then nothing can bind.
        if (alone(graph_.columns, level, y, alive_x(), x) || alone(graph_.rows, level, x, alive_y(), y))
            return true;
        const auto& profits = graph_.profits;
        const Amount top = profits[level];
        for (std::size_t b = level + 1; b-- > 0;) {
            bool binds = false;
            for (std::size_t a = level + 1; a-- > 0 && profits[a] + profits[b] > top;)
                binds |= wanted(a, x, y);
            if (!ops_.meets(graph_.columns[b][y], alive_x())) continue;
            if (!binds) return true;  // a lower b binds even less
            Word64* neighbours = alive_[3];
            ops_.both(neighbours, graph_.columns[b][y], alive_x());
            ops_.unset(neighbours, x);
            std::ptrdiff_t low;
            while ((low = ops_.lowest(neighbours, neighbours)) >= 0) {
                const auto neighbour = static_cast<std::size_t>(low);
                ops_.unset(neighbours, neighbour);
                --checks_;
                for (std::size_t a = level + 1; a-- > 0 && profits[a] + profits[b] > top;)
                    if (!covered(a, x, y, neighbour, profits[a] + profits[b] - top)) return false;
                if (checks_ < 0) return false;
            }
        }
        return true;
    }

    // Return whether `but` is the only live neighbour up to a level.
    bool alone(const std::vector<MaskArray<Width>>& levels, std::size_t level, std::size_t node,
               const Word64* alive, std::size_t but) const {
        for (std::size_t c = 0; c <= level; ++c)
            for (std::size_t i = 0; i < graph_.width.words(); ++i)
                if (levels[c][node][i] & alive[i] & ~bit_at(but, i)) return false;
        return true;
    }

    // Return whether x has a live neighbour other than y at level a.
    bool wanted(std::size_t a, std::size_t x, std::size_t y) {
        for (std::size_t i = 0; i < graph_.width.words(); ++i)
            if (graph_.rows[a][x][i] & alive_y()[i] & ~bit_at(y, i)) return true;
        return false;
    }

    // Return whether the neighbour is adjacent to all those neighbours of x with profit `least` or more.
    bool covered(std::size_t a, std::size_t x, std::size_t y, std::size_t neighbour, Amount least) {
        for (std::size_t i = 0; i < graph_.width.words(); ++i) {
            Word64 rest = graph_.rows[a][x][i] & alive_y()[i] & ~bit_at(y, i);
            for (std::size_t c = graph_.profits.size(); rest && c-- > 0;) {
                if (graph_.profits[c] < least) break;
                rest &= ~graph_.rows[c][neighbour][i];
            }
            if (rest) return false;
        }
        return true;
    }

    static Word64 bit_at(std::size_t bit, std::size_t word) {
        return bit >> 6 == word ? Word64{1} << (bit & 63) : 0;
    }

    const Graph<Width>& graph_;
    Ops<Width> ops_;
    std::vector<Amount>&left_x_, &left_y_;
    std::vector<Flow>* flows_;
    FewMasks<Width, 4> alive_;  // live x, live y, and two temporary masks
    long checks_;
    std::size_t settled_ = 0;
};

}  // namespace tesla::matching
