#include "pivot/pivot_bags.hpp"

#include <algorithm>

namespace tesla::pivot {

namespace {

bool has_nothing(const Gram& gram) {
    for (const auto part : {gram.low, gram.high})
        if (part >> 32 == kUnmatchable || (part & kUnmatchable) == kUnmatchable) return true;
    return false;
}

std::uint64_t hash(const Gram& gram) {
    std::uint64_t mixed = (gram.low ^ gram.high * 0xD6E8FEB86659FD93ULL) * 0x9E3779B97F4A7C15ULL;
    return mixed ^ mixed >> 32;
}

// Merge equal n-grams.
void merge(std::vector<WeightedGram>& list) {
    constexpr std::size_t few = 16;  // up to this many, linear search is faster than sorting
    if (list.size() < 2) return;
    if (list.size() > few)
        // A stable sort: the order of additions determines the rounding.
        std::stable_sort(list.begin(), list.end(),
                         [](const WeightedGram& a, const WeightedGram& b) { return a.gram < b.gram; });
    std::size_t kept = 0;
    for (const WeightedGram& entry : list) {
        std::size_t i = list.size() > few && kept ? kept - 1 : 0;
        while (i < kept && !(list[i].gram == entry.gram)) ++i;
        if (i < kept)
            list[i].weight += entry.weight;
        else
            list[kept++] = entry;
    }
    list.resize(kept);
}

double total(const GramTable& bag) {
    double sum = 0;
    for (const auto& [gram, weight] : bag.entries()) sum += weight;
    return sum;
}

}  // namespace

Gram Gram::then(const Gram& rest, std::size_t size) const {
    switch (size) {
        case 0:
            return rest;
        case 1:
            return {low | rest.low << 32, high | rest.low >> 32 | rest.high << 32};
        case 2:
            return {low, high | rest.low};
        case 3:
            return {low, high | rest.low << 32};
        default:
            return *this;
    }
}

void GramTable::clear() {
    entries_.clear();
    if (++round_ == 0) {
        slots_.assign(slots_.size(), {});
        round_ = 1;
    }
}

std::size_t GramTable::find(const Gram& gram) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash(gram) & mask;; i = (i + 1) & mask)
        if (slots_[i].round != round_ || entries_[slots_[i].entry].gram == gram) return i;
}

void GramTable::grow() {
    slots_.assign(slots_.size() * 2, {});
    for (std::uint32_t entry = 0; entry < entries_.size(); ++entry)
        slots_[find(entries_[entry].gram)] = {round_, entry};
}

void GramTable::add(const Gram& gram, double weight) {
    Slot& slot = slots_[find(gram)];
    if (slot.round == round_) {
        entries_[slot.entry].weight += weight;
        return;
    }
    slot = {round_, static_cast<std::uint32_t>(entries_.size())};
    entries_.push_back({gram, weight});
    if (entries_.size() * 2 > slots_.size()) grow();
}

void SideBags::begin(unsigned order) {
    order_ = order;
    for (auto& bag : bags_) bag.clear();
    for (auto& list : after_) list.clear();
    after_[0].push_back({{}, 1.0});
}

void SideBags::begin_slot() {
    for (auto* lists : {&endings_, &prefixes_, &wholes_})
        for (auto& list : *lists) list.clear();
}

void SideBags::add(const std::vector<Side>& words, double probability) {
    const std::size_t count = words.size();
    for (std::size_t start = 0; start < count; ++start) {
        Gram gram;
        double weight = probability;
        for (std::size_t size = 1; size <= std::min<std::size_t>(order_, count - start); ++size) {
            const Side& word = words[start + size - 1];
            gram = gram.then({word.value, 0}, size - 1);
            weight *= word.factor;
            bags_[size - 1].add(gram, weight);
            if (size == order_) break;
            if (start == 0) prefixes_[size].push_back({gram, weight});
            if (start + size == count) endings_[size].push_back({gram, weight});
            if (start == 0 && size == count) wholes_[size].push_back({gram, weight});
        }
    }
    if (!count) wholes_[0].push_back({{}, probability});
}

void SideBags::end_slot() {
    for (unsigned size = 0; size < order_; ++size)
        for (auto* lists : {&endings_, &prefixes_, &wholes_}) merge((*lists)[size]);
    for (unsigned size = 1; size < order_; ++size)
        for (const auto& [ending, chance] : endings_[size])
            for (unsigned more = 1; size + more <= order_; ++more)
                for (const auto& [rest, weight] : after_[more])
                    bags_[size + more - 1].add(ending.then(rest, size), chance * weight);
    for (unsigned size = 1; size < order_; ++size) {
        next_[size] = prefixes_[size];
        for (unsigned head_size = 0; head_size < size; ++head_size)
            for (const auto& [whole, chance] : wholes_[head_size])
                for (const auto& [rest, weight] : after_[size - head_size])
                    next_[size].push_back({whole.then(rest, head_size), chance * weight});
        merge(next_[size]);
    }
    for (unsigned size = 1; size < order_; ++size) after_[size].swap(next_[size]);
}

void PivotBags::begin(unsigned order) {
    lemmas.begin(order);
    tags.begin(order);
}

void PivotBags::end(unsigned order) {
    totals.clear();
    for (const SideBags* side : {&lemmas, &tags})
        for (unsigned n = 1; n <= order; ++n) totals.push_back(total(side->bag(n)));
}

void StoredBags::take(const PivotBags& bags, unsigned order) {
    entries.clear();
    begins.assign(1, 0);
    totals = bags.totals;
    for (const SideBags* side : {&bags.lemmas, &bags.tags})
        for (unsigned n = 1; n <= order; ++n) {
            for (const auto& entry : side->bag(n).entries())
                if (!has_nothing(entry.gram)) entries.push_back(entry);
            begins.push_back(static_cast<std::uint32_t>(entries.size()));
        }
}

void StoredBags::take_together(const SideBags& bags, unsigned order, double least) {
    constexpr double rounding =
        1e-12;  // a tolerance, so that rounding does not decide whether an n-gram is kept
    entries.clear();
    double sum = 0;
    for (unsigned n = 1; n <= order; ++n)
        for (const auto& entry : bags.bag(n).entries())
            if (entry.weight >= least - rounding) {
                entries.push_back(entry);
                sum += entry.weight;
            }
    begins.assign({0, static_cast<std::uint32_t>(entries.size())});
    totals.assign(1, sum);
}

std::size_t StoredBags::slot_of(const Gram& gram, std::size_t bag) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (hash(gram) + bag) & mask;; i = (i + 1) & mask) {
        if (!slots_[i]) return i;
        const std::uint32_t entry = slots_[i] - 1;
        if (entries[entry].gram == gram && begins[bag] <= entry && entry < begins[bag + 1]) return i;
    }
}

void StoredBags::index() {
    std::size_t size = 16;
    while (size < entries.size() * 2) size *= 2;
    slots_.assign(size, 0);
    for (std::size_t bag = 0; bag < totals.size(); ++bag)
        for (auto entry = begins[bag]; entry < begins[bag + 1]; ++entry)
            slots_[slot_of(entries[entry].gram, bag)] = entry + 1;
}

double StoredBags::shared(const StoredBags& candidate, std::size_t bag) const {
    double sum = 0;
    for (auto i = candidate.begins[bag]; i < candidate.begins[bag + 1]; ++i) {
        const auto& [gram, weight] = candidate.entries[i];
        if (const auto entry = slots_[slot_of(gram, bag)])
            sum += std::min(weight, entries[entry - 1].weight);
    }
    return sum;
}

void pivot_features(const StoredBags& reference, const StoredBags& candidate, unsigned order,
                    double alpha, double* out) {
    for (unsigned column = 0; column < 2 * order; ++column) {
        const double x = reference.totals[column], y = candidate.totals[column];
        if (x == 0.0 && y == 0.0) {
            out[column] = column % order ? out[column - 1] : 1.0;
            continue;
        }
        const double shared = reference.shared(candidate, column);
        const double weight = y + alpha * (x - y);  // exactly y if both weigh the same
        out[column] = shared == 0.0 ? 0.0 : std::min(shared / weight, 1.0);
    }
}

}  // namespace tesla::pivot
