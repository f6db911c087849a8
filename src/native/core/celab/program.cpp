#include "celab/program.hpp"

#include <algorithm>

#include "base/no_index.hpp"

namespace tesla::celab {

TiedProgram::TiedProgram(const Competition& rivals, std::span<const std::uint32_t> ties,
                         std::uint32_t count)
    : rivals_(rivals) {
    supply();
    demand(ties, count);
}

double TiedProgram::solve() {
    double everything = 0;
    for (const double coefficient : objective_) everything -= coefficient;
    program_.emplace(std::move(limits_), objective_, static_cast<std::uint32_t>(tied_.size()));
    for (const auto* group : {&columns_, &shares_})
        for (const auto& column : *group) program_->add(0, column);
    program_->solve();
    program_->settle();
    return everything + program_->value();
}

TiedProgram::Prices TiedProgram::prices() {
    const auto& prices = program_->prices();
    Prices result;
    for (std::size_t row = 0; row < rivals_.used.size(); ++row)
        result.partners.push_back(std::max(prices[row], 0.0));
    result.within.assign(rivals_.kinds.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const double share = prices[rows_[i]] / objective_[rows_[i]] * rivals_.covers.weights[i];
        for (const auto place : rivals_.covers.around[i]) result.within[place] += share;
    }
    return result;
}

std::uint32_t TiedProgram::new_row(double limit) {
    limits_.push_back(limit);
    objective_.push_back(0);
    return static_cast<std::uint32_t>(limits_.size() - 1);
}

// taking_: the row that each kind takes from; shares_: from partners to kinds.
void TiedProgram::supply() {
    for (const auto partner : rivals_.used) new_row(rivals_.capacity.count(partner));
    taking_.resize(rivals_.distinct.back() + 1);
    for (const auto kind : rivals_.distinct) {
        const auto own = rivals_.partners[kind];
        if (own.size() == 1) {
            taking_[kind] = rivals_.row(own[0]);
            continue;
        }
        taking_[kind] = new_row(0);
        for (const auto partner : own)
            shares_.push_back({{rivals_.row(partner), 1.0}, {taking_[kind], -1.0}});
    }
}

// columns_: those of ties.
void TiedProgram::demand(std::span<const std::uint32_t> ties, std::uint32_t count) {
    columns_.resize(count);
    for (std::size_t place = 0; place < ties.size(); ++place) {
        auto& column = columns_[ties[place]];
        if (column.empty()) column.emplace_back(taking_[rivals_.kinds[place]], 0.0);
        column[0].second += rivals_.times[place];
    }
    first_cover_ = static_cast<std::uint32_t>(limits_.size());
    const auto& covers = rivals_.covers;
    std::size_t slots = 16;
    while (slots < 2 * covers.weights.size()) slots *= 2;
    slots_.assign(slots, kNoIndex);
    std::vector<std::uint32_t> by;
    for (std::size_t i = 0; i < covers.weights.size(); ++i) {
        by.clear();
        for (const auto place : covers.around[i]) by.push_back(ties[place]);
        std::sort(by.begin(), by.end());
        rows_.push_back(cover(by));
        objective_[rows_.back()] -= covers.weights[i] * rivals_.cover_times[i];
    }
}

// Return the row of what these ties cover.
std::uint32_t TiedProgram::cover(std::span<const std::uint32_t> by) {
    std::uint64_t hash = by.size();
    for (const auto tie : by) {
        hash = (hash ^ tie) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kNoIndex; slot = (slot + 1) & (slots_.size() - 1)) {
        const auto its = tied_[slots_[slot]];
        if (std::equal(its.begin(), its.end(), by.begin(), by.end())) return first_cover_ + slots_[slot];
    }
    slots_[slot] = static_cast<std::uint32_t>(tied_.size());
    tied_.items.insert(tied_.items.end(), by.begin(), by.end());
    tied_.close();
    const auto row = new_row(1);
    for (const auto tie : by) {
        auto& column = columns_[tie];
        if (column.back().first == row)
            column.back().second += 1;
        else
            column.emplace_back(row, 1.0);
    }
    return row;
}

}  // namespace tesla::celab
