// The primal-dual method for what the presolve leaves: see core/solvers/transport.py.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "matching/graph.hpp"

namespace tesla::matching {

// Memory is reused from problem to problem.
template <class Width>
class PrimalDual {
  public:
    Amount run(const Graph<Width>& graph, const std::vector<Amount>& left_x,
               const std::vector<Amount>& left_y, std::vector<Flow>* flows) {
        start(graph, left_x, left_y);
        for (Amount phase = 0; phase < highest_ && !nodes_.empty(); ++phase) {
            find_tight();
            saturate();
            if (reached_.empty()) break;
            move_prices();
        }
        Amount value = 0;
        for (std::size_t y = 0; y < left_y.size(); ++y)
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

    void start(const Graph<Width>& graph, const std::vector<Amount>& left_x,
               const std::vector<Amount>& left_y) {
        graph_ = &graph;
        ops_.width = graph.width;
        supply_ = left_x;
        demand_ = left_y;
        if (inflow_.size() < left_y.size()) inflow_.resize(left_y.size());
        for (std::size_t y = 0; y < left_y.size(); ++y) inflow_[y].clear();
        layer_.resize(left_x.size());
        tight_.reserve(graph.width, left_x.size());
        work_.reset(graph.width, 3);
        for (std::size_t y = 0; y < left_y.size(); ++y)
            if (left_y[y]) ops_.set(open_y(), y);
        find_nodes(left_x);
        u_.assign(left_x.size(), 0);
        for (std::size_t x : nodes_) u_[x] = highest_;
        layers_.reserve(graph.width, nodes_.size() + 2);  // each layer reaches another node
        prices_ = static_cast<std::size_t>(graph.profits.back()) + 1;
        with_v_.reset(graph.width, prices_);
        ops_.copy(with_v_[0], open_y());
    }

    void find_nodes(const std::vector<Amount>& left_x) {
        nodes_.clear();
        highest_ = 0;
        for (std::size_t x = 0; x < left_x.size(); ++x) {
            if (!left_x[x]) continue;
            for (std::size_t c = graph_->profits.size(); c-- > 0;)
                if (ops_.meets(graph_->rows[c][x], open_y())) {
                    nodes_.push_back(x);
                    highest_ = std::max(highest_, graph_->profits[c]);
                    break;
                }
        }
    }

    Word64* open_y() { return work_[0]; }
    Word64* unseen() { return work_[1]; }
    Word64* fresh() { return work_[2]; }

    Amount profit(std::size_t x, std::size_t y) const {
        for (std::size_t c = 0; c < graph_->profits.size(); ++c)
            if (ops_.test(graph_->rows[c][x], y)) return graph_->profits[c];
        return 0;
    }

    void find_tight() {
        for (std::size_t x : nodes_) {
            ops_.clear(tight_[x]);
            for (std::size_t c = 0; c < graph_->profits.size(); ++c) {
                const Amount v = graph_->profits[c] - u_[x];
                if (v >= 0)
                    ops_.add_both(tight_[x], graph_->rows[c][x], with_v_[static_cast<std::size_t>(v)]);
            }
        }
    }

    void move_prices() {
        for (std::size_t x : reached_) --u_[x];
        for (std::size_t v = prices_; v-- > 0;) {
            // The prices of the reached nodes rise by one; those in `unseen` stay.
            Word64* rising = fresh();
            ops_.copy(rising, with_v_[v]);
            ops_.remove(rising, unseen());
            ops_.remove(with_v_[v], rising);
            if (v + 1 < prices_) ops_.add(with_v_[v + 1], rising);
        }
    }

    // Dinic's maximum flow on the tight edges. At the end, the search has visited what unsaturated x
    // reach.
    void saturate() {
        while (layers_found()) {
            Word64* last = layers_[depth_ - 1];
            ops_.both(last, last, open_y());
            const std::size_t roots = root_count_;
            for (std::size_t i = 0; i < roots; ++i)
                while (supply_[reached_[i]] && augment(reached_[i])) {
                }
        }
    }

    bool layers_found() {
        reached_.clear();
        depth_ = 0;
        for (std::size_t x : nodes_) {
            layer_[x] = -1;
            if (supply_[x]) {
                layer_[x] = 0;
                reached_.push_back(x);
            }
        }
        root_count_ = reached_.size();
        for (std::size_t i = 0; i < graph_->width.words(); ++i) unseen()[i] = ~Word64{0};
        std::size_t begin = 0;
        while (begin < reached_.size()) {
            const std::size_t end = reached_.size();
            Word64* layer = layers_[depth_++];
            ops_.clear(layer);
            for (std::size_t i = begin; i < end; ++i) ops_.add(layer, tight_[reached_[i]]);
            ops_.both(layer, layer, unseen());
            ops_.remove(unseen(), layer);
            if (ops_.meets(layer, open_y())) return true;
            const int depth = static_cast<int>(depth_);
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
            const std::ptrdiff_t low = ops_.lowest(tight_[x], layers_[depth]);
            if (low < 0) {
                layer_[x] = -2;  // a dead end
                path_x_.pop_back();
                if (!path_y_.empty()) path_y_.pop_back();
                continue;
            }
            const auto y = static_cast<std::size_t>(low);
            if (depth + 1 == depth_) {
                path_y_.push_back(y);
                push();
                if (!demand_[y]) ops_.unset(layers_[depth], y);
                return true;
            }
            const auto& sources = inflow_[y];
            const auto onward = std::find_if(sources.begin(), sources.end(), [&](const Source& source) {
                return layer_[source.first] == static_cast<int>(depth) + 1;
            });
            if (onward == sources.end()) {
                ops_.unset(layers_[depth], y);
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

    const Graph<Width>* graph_ = nullptr;
    Ops<Width> ops_{};
    std::vector<Amount> supply_, demand_;
    std::vector<std::vector<Source>> inflow_;
    std::vector<Amount> u_;
    std::vector<int> layer_;
    MaskArray<Width> tight_, work_, with_v_,
        layers_;  // one per node, three, one per price, one per layer
    std::vector<std::size_t> nodes_, reached_, path_x_, path_y_;
    std::size_t root_count_ = 0, prices_ = 0, depth_ = 0;
    Amount highest_ = 0;
};

}  // namespace tesla::matching
