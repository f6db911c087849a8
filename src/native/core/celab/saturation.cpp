#include "celab/saturation.hpp"

#include <algorithm>

namespace tesla::celab {

const std::vector<char>& Saturation::short_kinds(const std::vector<std::uint32_t>& kinds,
                                                 const std::vector<std::uint32_t>& demand,
                                                 const Lists& partners, const Lists& capacity) {
    first_.assign(1, 0);
    edge_kind_.clear();
    edge_partner_.clear();
    left_.clear();
    partner_ids_.clear();
    partner_numbers_.resize(std::max(partner_numbers_.size(), capacity.size()), kNoIndex);
    for (std::uint32_t k = 0; k < kinds.size(); ++k) {
        for (const auto partner : partners[kinds[k]]) {
            auto& number = partner_numbers_[partner];
            if (number == kNoIndex) {
                number = static_cast<std::uint32_t>(left_.size());
                left_.push_back(capacity.count(partner));
                partner_ids_.push_back(partner);
            }
            edge_kind_.push_back(k);
            edge_partner_.push_back(number);
        }
        first_.push_back(static_cast<std::uint32_t>(edge_kind_.size()));
    }
    for (const auto partner : partner_ids_) partner_numbers_[partner] = kNoIndex;
    Lists forth;
    forth.items = edge_partner_;
    forth.begin.resize(edge_kind_.size() + 1);
    for (std::uint32_t e = 0; e <= edge_kind_.size(); ++e) forth.begin[e] = e;
    turn(forth, left_.size(), back_);

    flow_.assign(edge_kind_.size(), 0);
    short_.assign(kinds.size(), 0);
    std::vector<std::uint32_t> wanted(demand);
    for (std::uint32_t k = 0; k < kinds.size(); ++k)
        for (auto e = first_[k]; e < first_[k + 1]; ++e) {
            const auto taken = std::min(wanted[k], left_[edge_partner_[e]]);
            left_[edge_partner_[e]] -= taken;
            flow_[e] = taken;
            wanted[k] -= taken;
        }
    for (std::uint32_t k = 0; k < kinds.size(); ++k)
        // A kind that is short has no spare unit within reach; neither has a kind that reaches it.
        while (wanted[k] && !short_[k])
            if (!augment(k, wanted[k]))
                for (const auto reached : queue_) short_[reached] = 1;
    return short_;
}

bool Saturation::augment(std::uint32_t kind, std::uint32_t& units) {
    came_.assign(short_.size(), kNoIndex);
    used_.assign(left_.size(), kNoIndex);
    queue_.assign(1, kind);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const auto here = queue_[head];
        for (auto e = first_[here]; e < first_[here + 1]; ++e) {
            const auto partner = edge_partner_[e];
            if (used_[partner] != kNoIndex) continue;
            used_[partner] = e;
            if (left_[partner]) {
                std::uint32_t amount = std::min(units, left_[partner]);
                for (auto up = e;;) {
                    const auto at = edge_kind_[up];
                    if (at == kind) break;
                    amount = std::min(amount, flow_[came_[at]]);
                    up = used_[edge_partner_[came_[at]]];
                }
                left_[partner] -= amount;
                units -= amount;
                for (auto up = e;;) {
                    flow_[up] += amount;
                    const auto at = edge_kind_[up];
                    if (at == kind) break;
                    flow_[came_[at]] -= amount;
                    up = used_[edge_partner_[came_[at]]];
                }
                return true;
            }
            for (const auto back : back_[partner]) {
                const auto other = edge_kind_[back];
                if (!flow_[back] || other == kind || came_[other] != kNoIndex || short_[other]) continue;
                came_[other] = back;
                queue_.push_back(other);
            }
        }
    }
    return false;
}

}  // namespace tesla::celab
