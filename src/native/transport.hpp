// The transport problem, exactly, in integers: see _core/transport.py, presolve.py and
// primal_dual.py, which say why each step is right. Values are equal; flows may differ where
// several are optimal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "masks.hpp"

namespace tesla {

using Amount = std::int64_t;

struct Flow {
    std::int32_t x, y;
    Amount amount;
};

// rows[c][x] and columns[c][y] are the edges of profit profits[c], c ascending.
template <class Width>
struct Graph {
    Width width;
    std::vector<MaskArray<Width>> rows, columns;
    MaskArray<Width> present;  // by level, the x that have an edge there
    std::vector<Amount> profits;
};

template <class Width>
class Presolve {
  public:
    Presolve(const Graph<Width>& graph, std::vector<Amount>& left_x, std::vector<Amount>& left_y,
             std::vector<Flow>* flows)
        : graph_(graph), ops_{graph.width}, left_x_(left_x), left_y_(left_y), flows_(flows),
          alive_(graph.width) {
        checks_ = std::min<long>(40L * static_cast<long>(left_x.size() + left_y.size()), 50'000L);
        for (std::size_t x = 0; x < left_x.size(); ++x)
            if (left_x[x]) ops_.set(alive_x(), x);
        for (std::size_t y = 0; y < left_y.size(); ++y)
            if (left_y[y]) ops_.set(alive_y(), y);
    }

    Amount value = 0;

    // Whether nothing is left to do.
    bool run() {
        while (true) {
            const std::size_t before = settled_;
            bool undecided = false;
            for (std::size_t level = graph_.profits.size(); level-- > 0;)
                undecided |= sweep(level);
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
            while (left_x_[x] && checks_ > 0 &&
                   (y = ops_.lowest(candidates, candidates)) >= 0) {
                ops_.unset(candidates, static_cast<std::size_t>(y));
                if (has_better(graph_.columns, level, static_cast<std::size_t>(y), alive_x()) ||
                    !dominates(level, x, static_cast<std::size_t>(y)))
                    undecided = true;
                else
                    settle(level, x, static_cast<std::size_t>(y));
            }
            if (left_x_[x] && ops_.any(candidates)) undecided = true;  // checks ran out
        });
        return undecided;
    }

    bool has_better(const std::vector<MaskArray<Width>>& levels, std::size_t level,
                    std::size_t node, const Word64* alive) const {
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
        // Nearly always one of the two has no other neighbour, and nothing can bind.
        if (alone(graph_.columns, level, y, alive_x(), x) ||
            alone(graph_.rows, level, x, alive_y(), y))
            return true;
        const auto& profits = graph_.profits;
        const Amount top = profits[level];
        for (std::size_t b = level + 1; b-- > 0;) {
            bool binds = false;
            for (std::size_t a = level + 1; a-- > 0 && profits[a] + profits[b] > top;)
                binds |= wanted(a, x, y);
            if (!ops_.meets(graph_.columns[b][y], alive_x())) continue;
            if (!binds) return true;  // lower b binds even less
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

    // Whether `but` is the only neighbour up to a level that is alive.
    bool alone(const std::vector<MaskArray<Width>>& levels, std::size_t level, std::size_t node,
               const Word64* alive, std::size_t but) const {
        for (std::size_t c = 0; c <= level; ++c)
            for (std::size_t i = 0; i < graph_.width.words(); ++i)
                if (levels[c][node][i] & alive[i] & ~bit_at(but, i)) return false;
        return true;
    }

    // Whether x has, beside y, a neighbour that is alive at level a.
    bool wanted(std::size_t a, std::size_t x, std::size_t y) {
        for (std::size_t i = 0; i < graph_.width.words(); ++i)
            if (graph_.rows[a][x][i] & alive_y()[i] & ~bit_at(y, i)) return true;
        return false;
    }

    // Whether the neighbour reaches all those neighbours of x with profit `least` or more.
    bool covered(std::size_t a, std::size_t x, std::size_t y, std::size_t neighbour,
                 Amount least) {
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
    FewMasks<Width, 4> alive_;  // alive x, alive y, and two masks to work on
    long checks_;
    std::size_t settled_ = 0;
};

template <class Width>
class PrimalDual {
  public:
    PrimalDual(const Graph<Width>& graph, const std::vector<Amount>& left_x,
               const std::vector<Amount>& left_y)
        : graph_(graph), ops_{graph.width}, supply_(left_x), demand_(left_y),
          inflow_(left_y.size()), u_(left_x.size(), 0), layer_(left_x.size()),
          tight_(graph.width, left_x.size()), work_(graph.width, 3) {
        for (std::size_t y = 0; y < left_y.size(); ++y)
            if (left_y[y]) ops_.set(open_y(), y);
        for (std::size_t x = 0; x < left_x.size(); ++x) {
            if (!left_x[x]) continue;
            for (std::size_t c = graph.profits.size(); c-- > 0;)
                if (ops_.meets(graph.rows[c][x], open_y())) {
                    nodes_.push_back(x);
                    highest_ = std::max(highest_, graph.profits[c]);
                    break;
                }
        }
        for (std::size_t x : nodes_) u_[x] = highest_;
        with_v_.assign(static_cast<std::size_t>(graph.profits.back()) + 1, MaskArray<Width>());
        for (auto& mask : with_v_) mask.reset(graph.width, 1);
        ops_.copy(with_v_[0][0], open_y());
    }

    Amount run(std::vector<Flow>* flows) {
        for (Amount phase = 0; phase < highest_ && !nodes_.empty(); ++phase) {
            find_tight();
            saturate();
            if (reached_.empty()) break;
            move_prices();
        }
        Amount value = 0;
        for (std::size_t y = 0; y < inflow_.size(); ++y)
            for (const auto& [x, amount] : inflow_[y]) {
                value += profit(x, y) * amount;
                if (flows)
                    flows->push_back(
                        {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), amount});
            }
        return value;
    }

  private:
    using Source = std::pair<std::size_t, Amount>;

    Word64* open_y() { return work_[0]; }
    Word64* unseen() { return work_[1]; }
    Word64* fresh() { return work_[2]; }

    Amount profit(std::size_t x, std::size_t y) const {
        for (std::size_t c = 0; c < graph_.profits.size(); ++c)
            if (ops_.test(graph_.rows[c][x], y)) return graph_.profits[c];
        return 0;
    }

    void find_tight() {
        for (std::size_t x : nodes_) {
            ops_.clear(tight_[x]);
            for (std::size_t c = 0; c < graph_.profits.size(); ++c) {
                const Amount v = graph_.profits[c] - u_[x];
                if (v >= 0) ops_.add_both(tight_[x], graph_.rows[c][x], with_v_[v][0]);
            }
        }
    }

    void move_prices() {
        for (std::size_t x : reached_) --u_[x];
        for (std::size_t v = with_v_.size(); v-- > 0;) {
            // Those reached rise by one: what is in `unseen` stays.
            Word64* rising = fresh();
            ops_.copy(rising, with_v_[v][0]);
            ops_.remove(rising, unseen());
            ops_.remove(with_v_[v][0], rising);
            if (v + 1 < with_v_.size()) ops_.add(with_v_[v + 1][0], rising);
        }
    }

    // Dinic's maximal flow on the tight edges; leaves what unsaturated x reach in the end.
    void saturate() {
        while (layers_found()) {
            ops_.both(layers_.back()[0], layers_.back()[0], open_y());
            const std::size_t roots = root_count_;
            for (std::size_t i = 0; i < roots; ++i)
                while (supply_[reached_[i]] && augment(reached_[i])) {}
        }
    }

    bool layers_found() {
        reached_.clear();
        layers_.clear();
        for (std::size_t x : nodes_) {
            layer_[x] = -1;
            if (supply_[x]) {
                layer_[x] = 0;
                reached_.push_back(x);
            }
        }
        root_count_ = reached_.size();
        for (std::size_t i = 0; i < graph_.width.words(); ++i) unseen()[i] = ~Word64{0};
        std::size_t begin = 0;
        while (begin < reached_.size()) {
            const std::size_t end = reached_.size();
            layers_.emplace_back(graph_.width, 1);
            Word64* layer = layers_.back()[0];
            for (std::size_t i = begin; i < end; ++i) ops_.add(layer, tight_[reached_[i]]);
            ops_.both(layer, layer, unseen());
            ops_.remove(unseen(), layer);
            if (ops_.meets(layer, open_y())) return true;
            const int depth = static_cast<int>(layers_.size());
            ops_.each(layer, [&](std::size_t y) {
                for (const Source& source : inflow_[y])
                    if (layer_[source.first] < 0) {
                        layer_[source.first] = depth;
                        reached_.push_back(source.first);
                    }
            });
            begin = end;
        }
        return false;
    }

    bool augment(std::size_t root) {
        path_x_.assign(1, root);
        path_y_.clear();
        while (!path_x_.empty()) {
            const std::size_t x = path_x_.back(), depth = path_y_.size();
            const std::ptrdiff_t low = ops_.lowest(tight_[x], layers_[depth][0]);
            if (low < 0) {
                layer_[x] = -2;  // a dead end
                path_x_.pop_back();
                if (!path_y_.empty()) path_y_.pop_back();
                continue;
            }
            const auto y = static_cast<std::size_t>(low);
            if (depth + 1 == layers_.size()) {
                path_y_.push_back(y);
                push();
                if (!demand_[y]) ops_.unset(layers_[depth][0], y);
                return true;
            }
            const auto& sources = inflow_[y];
            const auto onward =
                std::find_if(sources.begin(), sources.end(), [&](const Source& source) {
                    return layer_[source.first] == static_cast<int>(depth) + 1;
                });
            if (onward == sources.end()) {
                ops_.unset(layers_[depth][0], y);
            } else {
                path_y_.push_back(y);
                path_x_.push_back(onward->first);
            }
        }
        return false;
    }

    void push() {
        Amount amount = std::min(supply_[path_x_[0]], demand_[path_y_.back()]);
        for (std::size_t i = 0; i + 1 < path_x_.size(); ++i)
            amount = std::min(amount, find(path_y_[i], path_x_[i + 1])->second);
        supply_[path_x_[0]] -= amount;
        demand_[path_y_.back()] -= amount;
        if (!demand_[path_y_.back()]) ops_.unset(open_y(), path_y_.back());
        for (std::size_t i = 0; i + 1 < path_x_.size(); ++i) {
            auto& sources = inflow_[path_y_[i]];
            const auto source = find(path_y_[i], path_x_[i + 1]);
            source->second -= amount;
            if (!source->second) {
                *source = sources.back();
                sources.pop_back();
            }
        }
        for (std::size_t i = 0; i < path_x_.size(); ++i) {
            auto& sources = inflow_[path_y_[i]];
            const auto source = find(path_y_[i], path_x_[i]);
            if (source == sources.end())
                sources.emplace_back(path_x_[i], amount);
            else
                source->second += amount;
        }
    }

    std::vector<Source>::iterator find(std::size_t y, std::size_t x) {
        return std::find_if(inflow_[y].begin(), inflow_[y].end(),
                            [&](const Source& source) { return source.first == x; });
    }

    const Graph<Width>& graph_;
    Ops<Width> ops_;
    std::vector<Amount> supply_, demand_;
    std::vector<std::vector<Source>> inflow_;
    std::vector<Amount> u_;
    std::vector<int> layer_;
    MaskArray<Width> tight_, work_;
    std::vector<MaskArray<Width>> with_v_;  // by price
    std::vector<std::size_t> nodes_, reached_, path_x_, path_y_;
    std::vector<MaskArray<Width>> layers_;
    std::size_t root_count_ = 0;
    Amount highest_ = 0;
};

// `supply` and `demand` are used up.
template <class Width>
Amount solve(const Graph<Width>& graph, std::vector<Amount>& supply, std::vector<Amount>& demand,
             std::vector<Flow>* flows) {
    Presolve<Width> presolve(graph, supply, demand, flows);
    if (presolve.run()) return presolve.value;
    return presolve.value + PrimalDual<Width>(graph, supply, demand).run(flows);
}

}  // namespace tesla
