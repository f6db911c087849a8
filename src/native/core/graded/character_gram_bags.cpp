#include "graded/character_gram_bags.hpp"

#include <algorithm>

namespace tesla::graded {

namespace {

// Call visit(part, at, least, most) for the n-grams of a text of this length that overlap a part, or
// enclose it if it is empty; each once. They start at `at` and have lengths from `least` to `most`.
// `from` and `to` are the members of the part to use.
template <class Visit>
void each_in_parts(const std::vector<Replacement>& parts, std::size_t Replacement::*from,
                   std::size_t Replacement::*to, std::size_t length, std::size_t orders, Visit visit) {
    std::size_t done = 0;  // n-grams that start before and reach so far have been visited
    for (const Replacement& part : parts) {
        const std::size_t begin = part.*from, end = part.*to;
        for (std::size_t at = std::max(done, begin < orders ? 0 : begin + 1 - orders);
             at < end || at < begin; ++at) {
            visit(part, at, at < begin ? begin - at + 1 : 1, std::min(orders, length - at));
        }
        done = end;
    }
}

// A span of the rewritten text around a part that is equal to a span of the reference.
struct AlignedSpan {
    std::size_t from = 0, to = 0, source = 0;
};

AlignedSpan around(const Replacement& part, const std::vector<std::uint32_t>& reference,
                   const std::vector<std::uint32_t>& characters, std::size_t orders) {
    if (part.source == Replacement::kNowhere) return {};
    AlignedSpan known{part.new_from, part.new_to, part.source};
    std::size_t end = part.source + (part.new_to - part.new_from);
    for (std::size_t left = orders; left && known.from && known.source; --left) {
        if (characters[known.from - 1] != reference[known.source - 1]) break;
        --known.from;
        --known.source;
    }
    for (std::size_t left = orders; left && known.to < characters.size() && end < reference.size();
         --left) {
        if (characters[known.to] != reference[end]) break;
        ++known.to;
        ++end;
    }
    return known;
}

}  // namespace

// Return the id of an n-gram, which is added if it is new.
std::uint32_t CharacterGramBags::number_of(std::uint64_t gram) {
    if (const std::uint32_t known = number(gram)) return known;
    const std::size_t count = weights_.size();
    if (count > capacity_) {
        const std::size_t capacity = std::max<std::size_t>(capacity_ * 2, 1 << 14);
        HashNumbers larger;
        larger.reserve(capacity);
        for (std::uint32_t k = 1; k < count; ++k) larger.add(hashes_[k], k);
        numbers_ = std::move(larger);
        capacity_ = capacity;
    }
    hashes_.push_back(gram);
    seen_.push_back(0);
    weights_.push_back(to_units(frequencies_.gram(gram)));
    numbers_.add(gram, static_cast<std::uint32_t>(count));
    return static_cast<std::uint32_t>(count);
}

void CharacterGramBags::fill(const CharacterText& text, Bag& bag) {
    const std::size_t length = text.characters.size();
    bag.places.assign(length * orders_, 0);
    for (std::size_t at = 0; at < length; ++at)
        grams_at(&text.characters[at], 1, std::min(orders_, length - at), [&](std::uint64_t gram) {
            bag.places[at * orders_ + length_of(gram) - 1] = number_of(gram);
        });
    bag.begin.assign(1, 0);
    for (std::size_t n = 0; n < orders_; ++n) {
        for (std::size_t at = 0; at + n < length; ++at) {
            const std::uint32_t number = bag.places[at * orders_ + n];
            if (!seen_[number]) {
                bag.entries.push_back({weights_[number], number, 0});
                seen_[number] = static_cast<std::uint32_t>(bag.entries.size());
            }
            ++bag.entries[seen_[number] - 1].count;
        }
        bag.begin.push_back(static_cast<std::uint32_t>(bag.entries.size()));
    }
    for (const auto& entry : bag.entries) seen_[entry.number] = 0;
    bag.entries.shrink_to_fit();
    bytes_ += sizeof(Bag) + 64 + bag.entries.size() * sizeof(Entry) +
              (bag.begin.size() + bag.places.size()) * 4;
}

bool CharacterGramBags::add(const CharacterText& text, std::size_t most_bytes) {
    // The total weight of two such texts must be an exact sum, and counts of both must fit two bytes.
    constexpr double exact = 256;
    constexpr std::size_t longest = 1 << 15;
    if (text.characters.empty() || text.characters.size() >= longest) return true;
    for (const double total : text.totals)
        if (total > exact) return true;
    const auto [place, replaced] = bags_.try_emplace(&text);
    if (replaced) fill(text, place->second);
    constexpr std::size_t of_number = 8 + 8 + 4;
    return bytes_ + weights_.size() * of_number + numbers_.bytes() <= most_bytes;
}

// Load the counts of the candidate.
void CharacterGramBagMatcher::load(const CharacterText& candidate, const Bag& bag) {
    if (loaded_)
        for (const auto& entry : loaded_->entries) counts_[entry.number] = {};
    counts_.resize(bags_->size());
    for (const auto& entry : bag.entries) {
        const auto count = static_cast<std::uint16_t>(entry.count);
        counts_[entry.number] = {count, count};
    }
    text_ = &candidate;
    loaded_ = &bag;
}

template <bool kRewritten>
void CharacterGramBagMatcher::share(const Bag& bag) {
    const std::size_t orders = bags_->orders();
    result_.shared.resize(orders);
    if (kRewritten) result_.rewritten_shared.resize(orders);
    const Counts* const counts = counts_.data();
    for (std::size_t n = 0; n < orders; ++n) {
        Units original = 0, rewritten = 0;
        const CharacterGramBags::Entry* const end = bag.entries.data() + bag.begin[n + 1];
        for (const auto* at = bag.entries.data() + bag.begin[n]; at < end; ++at) {
            const Counts both = counts[at->number];
            original += at->weight * std::min(at->count, std::uint32_t{both.original});
            if (kRewritten) rewritten += at->weight * std::min(at->count, std::uint32_t{both.rewritten});
        }
        result_.shared[n] = static_cast<double>(original) / kGramUnits;
        if (kRewritten) result_.rewritten_shared[n] = static_cast<double>(rewritten) / kGramUnits;
    }
}

// Make room for the changes.
void CharacterGramBagMatcher::begin_changes(const std::vector<Replacement>& parts) {
    const std::size_t orders = bags_->orders();
    std::size_t most = 0;
    for (const auto& part : parts)
        most += (part.to - part.from + part.new_to - part.new_from + 2 * orders) * orders;
    if (changed_.size() < most) changed_.resize(most);
    changes_ = 0;
    weights_.assign(orders, 0);
}

inline void CharacterGramBagMatcher::change(std::uint32_t number, std::size_t n, int by) {
    weights_[n - 1] += by * bags_->weight(number);
    auto& count = counts_[number].rewritten;
    count = static_cast<std::uint16_t>(count + by);
    changed_[changes_++] = number;
}

// Remove the n-grams that are not in the rewritten text.
void CharacterGramBagMatcher::remove(const Bag& bag, const std::vector<Replacement>& parts,
                                     std::size_t length) {
    const std::size_t orders = bags_->orders();
    each_in_parts(parts, &Replacement::from, &Replacement::to, length, orders,
                  [&](const Replacement&, std::size_t at, std::size_t least, std::size_t most) {
                      for (std::size_t n = least; n <= most; ++n)
                          change(bag.places[at * orders + n - 1], n, -1);
                  });
}

// Add the n-grams that are only in the rewritten text. Where it is equal to the reference, their ids are
// known; the others are looked up together, so that cache misses overlap.
void CharacterGramBagMatcher::insert(const CharacterText& reference, const Bag& bag,
                                     const std::vector<Replacement>& parts,
                                     const std::vector<std::uint32_t>& characters) {
    const std::size_t orders = bags_->orders();
    grams_.clear();
    const Replacement* last = nullptr;
    AlignedSpan aligned;
    each_in_parts(parts, &Replacement::new_from, &Replacement::new_to, characters.size(), orders,
                  [&](const Replacement& part, std::size_t at, std::size_t least, std::size_t most) {
                      if (&part != last)
                          aligned = around(part, reference.characters, characters, orders);
                      last = &part;
                      const std::size_t place = (at - aligned.from + aligned.source) * orders - 1;
                      if (at >= aligned.from)
                          for (; least <= most && at + least <= aligned.to; ++least)
                              change(bag.places[place + least], least, 1);
                      if (least > most) return;
                      grams_at(&characters[at], least, most, [&](std::uint64_t gram) {
                          bags_->prefetch(gram);
                          grams_.push_back(gram);
                      });
                  });
    for (const auto gram : grams_) {
        const std::size_t n = length_of(gram);
        if (const std::uint32_t number = bags_->number(gram))
            change(number, n, 1);
        else
            weights_[n - 1] += CharacterGramBags::to_units(bags_->frequencies().gram(gram));
    }
}

const SharedGrams* CharacterGramBagMatcher::match(const CharacterText& x, const CharacterText& y,
                                                  const std::vector<Replacement>& parts,
                                                  const std::vector<std::uint32_t>& characters) {
    if (!bags_) return nullptr;
    if (text_ != &y) {
        const Bag* const original = bags_->find(y);
        if (!original) return nullptr;
        load(y, *original);
    }
    const Bag* const bag = bags_->find(x);
    if (!bag) return nullptr;
    if (parts.empty()) {
        share<false>(*bag);
        return &result_;
    }
    begin_changes(parts);
    remove(*loaded_, parts, y.characters.size());
    insert(x, *bag, parts, characters);
    share<true>(*bag);
    result_.rewritten_totals = y.totals;
    for (std::size_t n = 0; n < weights_.size(); ++n)
        result_.rewritten_totals[n] += static_cast<double>(weights_[n]) / kGramUnits;
    for (std::size_t k = 0; k < changes_; ++k)
        counts_[changed_[k]].rewritten = counts_[changed_[k]].original;
    return &result_;
}

}  // namespace tesla::graded
