#include "written_bags.hpp"

#include <algorithm>

namespace tesla {

namespace {

// visit(part, at, least, most) for the n-grams, from `at` on and so long, of a text of this length that
// have something of a part within, or stand around it where it is empty; each once. `from` and `to` are
// those members of parts.
template <class Visit>
void each_in_parts(const std::vector<Rewritten>& parts, std::size_t Rewritten::*from,
                   std::size_t Rewritten::*to, std::size_t length, std::size_t orders, Visit visit) {
    std::size_t done = 0;  // what begins before has been visited where it reaches so far
    for (const Rewritten& part : parts) {
        const std::size_t begin = part.*from, end = part.*to;
        for (std::size_t at = std::max(done, begin < orders ? 0 : begin + 1 - orders);
             at < end || at < begin; ++at) {
            visit(part, at, at < begin ? begin - at + 1 : 1, std::min(orders, length - at));
        }
        done = end;
    }
}

// A stretch of the rewritten text around a part in which the reference is written alike.
struct Stretch {
    std::size_t from = 0, to = 0, source = 0;
};

Stretch around(const Rewritten& part, const std::vector<std::uint32_t>& reference,
               const std::vector<std::uint32_t>& characters, std::size_t orders) {
    if (part.source == Rewritten::kNowhere) return {};
    Stretch found{part.new_from, part.new_to, part.source};
    std::size_t end = part.source + (part.new_to - part.new_from);
    for (std::size_t left = orders; left && found.from && found.source; --left) {
        if (characters[found.from - 1] != reference[found.source - 1]) break;
        --found.from;
        --found.source;
    }
    for (std::size_t left = orders; left && found.to < characters.size() && end < reference.size();
         --left) {
        if (characters[found.to] != reference[end]) break;
        ++found.to;
        ++end;
    }
    return found;
}

}  // namespace

// The number of an n-gram, new or not.
std::uint32_t WrittenBags::number_of(std::uint64_t gram) {
    if (const std::uint32_t found = number(gram)) return found;
    const std::size_t made = weights_.size();
    if (made > room_) {
        const std::size_t room = std::max<std::size_t>(room_ * 2, 1 << 14);
        HashNumbers larger;
        larger.reserve(room);
        for (std::uint32_t k = 1; k < made; ++k) larger.add(hashes_[k], k);
        numbers_ = std::move(larger);
        room_ = room;
    }
    hashes_.push_back(gram);
    seen_.push_back(0);
    weights_.push_back(to_units(frequencies_.gram(gram)));
    numbers_.add(gram, static_cast<std::uint32_t>(made));
    return static_cast<std::uint32_t>(made);
}

void WrittenBags::fill(const Written& text, Bag& bag) {
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

bool WrittenBags::add(const Written& text, std::size_t most_bytes) {
    // What two such texts weigh together is a sum that is exact; counts of both have two bytes.
    constexpr double exact = 256;
    constexpr std::size_t longest = 1 << 15;
    if (text.characters.empty() || text.characters.size() >= longest) return true;
    for (const double total : text.totals)
        if (total > exact) return true;
    const auto [place, fresh] = bags_.try_emplace(&text);
    if (fresh) fill(text, place->second);
    constexpr std::size_t of_number = 8 + 8 + 4;
    return bytes_ + weights_.size() * of_number + numbers_.bytes() <= most_bytes;
}

// Those of the candidate.
void BesideBags::load(const Written& candidate, const Bag& bag) {
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
void BesideBags::share(const Bag& bag) {
    const std::size_t orders = bags_->orders();
    found_.shared.resize(orders);
    if (kRewritten) found_.rewritten_shared.resize(orders);
    const Counts* const counts = counts_.data();
    for (std::size_t n = 0; n < orders; ++n) {
        Units own = 0, rewritten = 0;
        const WrittenBags::Entry* const end = bag.entries.data() + bag.begin[n + 1];
        for (const auto* at = bag.entries.data() + bag.begin[n]; at < end; ++at) {
            const Counts both = counts[at->number];
            own += at->weight * std::min(at->count, std::uint32_t{both.own});
            if (kRewritten) rewritten += at->weight * std::min(at->count, std::uint32_t{both.rewritten});
        }
        found_.shared[n] = static_cast<double>(own) / kGramUnits;
        if (kRewritten) found_.rewritten_shared[n] = static_cast<double>(rewritten) / kGramUnits;
    }
}

// Room for what changes.
void BesideBags::begin_changes(const std::vector<Rewritten>& parts) {
    const std::size_t orders = bags_->orders();
    std::size_t most = 0;
    for (const auto& part : parts)
        most += (part.to - part.from + part.new_to - part.new_from + 2 * orders) * orders;
    if (changed_.size() < most) changed_.resize(most);
    changes_ = 0;
    weights_.assign(orders, 0);
}

inline void BesideBags::change(std::uint32_t number, std::size_t n, int by) {
    weights_[n - 1] += by * bags_->weight(number);
    auto& count = counts_[number].rewritten;
    count = static_cast<std::uint16_t>(count + by);
    changed_[changes_++] = number;
}

// What is not in the rewritten text.
void BesideBags::remove(const Bag& bag, const std::vector<Rewritten>& parts, std::size_t length) {
    const std::size_t orders = bags_->orders();
    each_in_parts(parts, &Rewritten::from, &Rewritten::to, length, orders,
                  [&](const Rewritten&, std::size_t at, std::size_t least, std::size_t most) {
                      for (std::size_t n = least; n <= most; ++n)
                          change(bag.places[at * orders + n - 1], n, -1);
                  });
}

// What is in it alone. Where the reference is written alike, numbers are at hand; the rest is looked up,
// all of it at once, since it lies anywhere.
void BesideBags::insert(const Written& reference, const Bag& bag, const std::vector<Rewritten>& parts,
                        const std::vector<std::uint32_t>& characters) {
    const std::size_t orders = bags_->orders();
    grams_.clear();
    const Rewritten* last = nullptr;
    Stretch alike;
    each_in_parts(parts, &Rewritten::new_from, &Rewritten::new_to, characters.size(), orders,
                  [&](const Rewritten& part, std::size_t at, std::size_t least, std::size_t most) {
                      if (&part != last) alike = around(part, reference.characters, characters, orders);
                      last = &part;
                      const std::size_t place = (at - alike.from + alike.source) * orders - 1;
                      if (at >= alike.from)
                          for (; least <= most && at + least <= alike.to; ++least)
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
            weights_[n - 1] += WrittenBags::to_units(bags_->frequencies().gram(gram));
    }
}

const SharedGrams* BesideBags::match(const Written& x, const Written& y,
                                     const std::vector<Rewritten>& parts,
                                     const std::vector<std::uint32_t>& characters) {
    if (!bags_) return nullptr;
    if (text_ != &y) {
        const Bag* const own = bags_->find(y);
        if (!own) return nullptr;
        load(y, *own);
    }
    const Bag* const bag = bags_->find(x);
    if (!bag) return nullptr;
    if (parts.empty()) {
        share<false>(*bag);
        return &found_;
    }
    begin_changes(parts);
    remove(*loaded_, parts, y.characters.size());
    insert(x, *bag, parts, characters);
    share<true>(*bag);
    found_.rewritten_totals = y.totals;
    for (std::size_t n = 0; n < weights_.size(); ++n)
        found_.rewritten_totals[n] += static_cast<double>(weights_[n]) / kGramUnits;
    for (std::size_t k = 0; k < changes_; ++k) counts_[changed_[k]].rewritten = counts_[changed_[k]].own;
    return &found_;
}

}  // namespace tesla
