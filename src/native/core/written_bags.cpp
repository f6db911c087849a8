#include "written_bags.hpp"

namespace tesla {

std::size_t WrittenBags::place(std::uint64_t gram) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = gram >> 20 & mask;
    while (slots_[i].number && slots_[i].gram != gram) i = (i + 1) & mask;
    return i;
}

void WrittenBags::grow() {
    std::vector<Slot> old(slots_.empty() ? 4096 : slots_.size() * 2);
    slots_.swap(old);
    bytes_ += (slots_.size() - old.size()) * sizeof(Slot);
    for (const Slot& slot : old)
        if (slot.number) slots_[place(slot.gram)] = slot;
}

// The number of an n-gram, new or not.
std::uint32_t WrittenBags::add(std::uint64_t gram) {
    if (weights_.size() * 3 > slots_.size()) grow();
    Slot& slot = slots_[place(gram)];
    if (slot.number) return slot.number;
    slot = {gram, static_cast<std::uint32_t>(weights_.size())};
    weights_.push_back(frequencies_.gram(gram));
    counts_.push_back(0);
    places_.push_back(0);
    bytes_ += 16;
    return slot.number;
}

void WrittenBags::fill(const Written& text, Bag& bag) {
    const std::size_t length = text.characters.size();
    list_.reset(orders_, length);
    for (std::size_t at = 0; at < length; ++at)
        grams_at(&text.characters[at], 1, std::min(orders_, length - at),
                 [&](std::size_t n, std::uint64_t gram) { list_.add(n, gram); });
    bag.begin.assign(1, 0);
    for (std::size_t n = 1; n <= orders_; ++n) {
        for (const auto gram : list_.of(n)) {
            const std::uint32_t number = add(gram);
            if (!places_[number]) {
                bag.entries.push_back({number, 0, weights_[number]});
                places_[number] = static_cast<std::uint32_t>(bag.entries.size());
            }
            ++bag.entries[places_[number] - 1].count;
        }
        bag.begin.push_back(bag.entries.size());
    }
    for (const auto& entry : bag.entries) places_[entry.number] = 0;
    bag.entries.shrink_to_fit();
    bytes_ += sizeof(Bag) + 64 + bag.entries.size() * sizeof(Entry) + bag.begin.size() * 8;
}

const WrittenBags::Bag* WrittenBags::bag(const Written& text) {
    const auto known = bags_.find(&text);
    if (known != bags_.end()) return &known->second;
    // Sums over 512 would depend on the order in which they are made; stand-ins may add to a text.
    constexpr double exact = 384;
    for (const double total : text.totals)
        if (total > exact) return nullptr;
    if (bytes_ > kMostBytes) return nullptr;
    Bag& made = bags_[&text];
    fill(text, made);
    return &made;
}

void WrittenBags::load(const Bag& bag) {
    if (loaded_ == &bag) return;
    if (loaded_)
        for (const auto& entry : loaded_->entries) counts_[entry.number] = 0;
    for (const auto& entry : bag.entries) counts_[entry.number] = entry.count;
    loaded_ = &bag;
}

void WrittenBags::share(const Bag& bag, std::vector<double>& shared) const {
    shared.resize(orders_);
    for (std::size_t n = 0; n < orders_; ++n) {
        double sum = 0;
        for (std::size_t k = bag.begin[n]; k < bag.begin[n + 1]; ++k) {
            const Entry& entry = bag.entries[k];
            sum += entry.weight * std::min(entry.count, counts_[entry.number]);
        }
        shared[n] = sum;
    }
}

// Takes the n-grams of parts from what is loaded, or adds them as they are rewritten.
void WrittenBags::rewrite(const std::vector<std::uint32_t>& text, const std::vector<Rewritten>& parts,
                          bool rewritten) {
    list_parts(text, parts, rewritten, orders_, list_);
    auto& numbers = rewritten ? added_ : removed_;
    numbers.clear();
    for (std::size_t n = 1; n <= orders_; ++n)
        for (const auto gram : list_.of(n)) {
            prefetch(&slots_[gram >> 20 & (slots_.size() - 1)]);
            if (rewritten) frequencies_.prefetch_gram(gram);
        }
    for (std::size_t n = 1; n <= orders_; ++n)
        for (const auto gram : list_.of(n)) {
            const std::uint32_t number = slots_[place(gram)].number;
            const double weight = number ? weights_[number] : frequencies_.gram(gram);
            found_.rewritten_totals[n - 1] += rewritten ? weight : -weight;
            counts_[number] += rewritten ? 1 : -1u;
            numbers.push_back(number);
        }
}

const SharedGrams* WrittenBags::match(const Written& reference, const Written& candidate,
                                      const std::vector<Rewritten>& parts,
                                      const std::vector<std::uint32_t>& characters) {
    const Bag *x = bag(reference), *y = bag(candidate);
    if (!x || !y) return nullptr;
    load(*y);
    share(*x, found_.shared);
    if (parts.empty()) return &found_;
    found_.rewritten_totals = candidate.totals;
    rewrite(candidate.characters, parts, false);
    rewrite(characters, parts, true);
    share(*x, found_.rewritten_shared);
    for (const auto number : removed_) ++counts_[number];
    for (const auto number : added_) --counts_[number];
    return &found_;
}

}  // namespace tesla
