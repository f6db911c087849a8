#include "written_pair.hpp"

namespace tesla {

namespace {

constexpr std::uint32_t kSpace = ' ';
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Whether the same comes after two chunks, as far as n-grams that start in them reach.
bool same_beyond(const Written& x, const WrittenChunk& a, const Written& y, const WrittenChunk& b,
                 std::size_t orders) {
    const auto end = [&](const Written& text, const WrittenChunk& chunk) {
        const std::size_t reach = chunk.to + std::max<std::size_t>(orders, 2) - 1;
        return text.characters.data() + std::min(reach, text.characters.size());
    };
    const auto *of_x = x.characters.data() + a.to + 1, *of_y = y.characters.data() + b.to + 1;
    return std::equal(of_x, end(x, a), of_y, end(y, b));
}

}  // namespace

void list_parts(const std::vector<std::uint32_t>& text, const std::vector<Rewritten>& parts,
                bool rewritten, std::size_t orders, GramList& list) {
    std::size_t most = 0, first = 0;
    for (const auto& part : parts)
        most += orders + (rewritten ? part.new_to - part.new_from : part.to - part.from);
    list.reset(orders, most);
    for (const auto& part : parts) {
        const std::size_t from = rewritten ? part.new_from : part.from;
        const std::size_t to = rewritten ? part.new_to : part.to;
        const std::size_t nearest = from + 1 > orders ? from + 1 - orders : 0;
        for (std::size_t at = std::max(first, nearest); at < to; ++at)
            grams_at(&text[at], at < from ? from + 1 - at : 1, std::min(orders, text.size() - at),
                     [&](std::size_t n, std::uint64_t gram) { list.add(n, gram); });
        first = to;
    }
}

// The n-grams of a text's chunks, by their states: those that are not paired.
void WrittenPair::list(const Written& text, const std::vector<std::uint8_t>& states, bool rewritten) {
    std::size_t most = parts_.size() + 1;
    for (std::size_t k = 0; k < text.chunks.size(); ++k)
        if (states[k] == kLeft || states[k] == kWithin)
            most += text.chunks[k].to - text.chunks[k].from + 2;
    list_.reset(orders_, most);
    const auto add = [&](std::size_t n, std::uint64_t gram) { list_.add(n, gram); };
    const std::uint32_t* characters = text.characters.data();
    for (std::size_t k = 0; k < text.chunks.size(); ++k) {
        const auto& chunk = text.chunks[k];
        const std::size_t limit = rewritten ? limits_[k] : text.characters.size();
        if (states[k] == kWithin) grams_beyond(characters, chunk, orders_, limit, add);
        if (states[k] != kLeft) continue;
        // The space before a chunk is as good as the one after it.
        for (std::size_t at = chunk.from - 1; at < chunk.to; ++at)
            grams_at(characters + at, 1, std::min(orders_, limit - at), add);
    }
}

// Takes n-grams of the list that are left of the reference: what these weigh is added.
void WrittenPair::share_list(std::vector<double>& sums) {
    for (std::size_t n = 1; n <= orders_; ++n) {
        const auto grams = list_.of(n);
        if (taken_.size() < grams.size()) taken_.resize(grams.size());
        std::size_t taken = 0;
        for (const auto gram : grams) {
            taken_[taken] = gram;
            taken += counts_.take(counts_.find(gram));
        }
        for (std::size_t k = 0; k < taken; ++k) frequencies_.prefetch_gram(taken_[k]);
        double sum = 0;
        for (std::size_t k = 0; k < taken; ++k) sum += frequencies_.gram(taken_[k]);
        sums[n - 1] += sum;
    }
}

// Whole chunks are rewritten, so that the n-grams of all others stay together.
void WrittenPair::widen(const Written& text, const std::vector<Rewritten>& parts) {
    parts_.clear();
    state_y_.assign(text.chunks.size(), kLeft);
    std::size_t k = 0;
    for (Rewritten part : parts) {
        while (k < text.chunks.size() && text.chunks[k].to < part.from) ++k;
        for (; k < text.chunks.size() && text.chunks[k].from <= part.to; ++k) {
            const auto& chunk = text.chunks[k];
            state_y_[k] = kTouched;
            if (chunk.from < part.from) {
                part.new_from -= part.from - chunk.from;
                part.from = chunk.from;
            }
            if (chunk.to > part.to) {
                part.new_to += chunk.to - part.to;
                part.to = chunk.to;
            }
        }
        if (parts_.empty() || part.from > parts_.back().to) {
            parts_.push_back(part);
            continue;
        }
        Rewritten& last = parts_.back();  // they have a chunk in common
        last.new_to = part.new_to + (last.to > part.to ? last.to - part.to : 0);
        last.to = std::max(last.to, part.to);
    }
    limits_.resize(text.chunks.size());
    for (std::size_t j = 0, next = 0; j < text.chunks.size(); ++j) {
        while (next < parts_.size() && parts_[next].from < text.chunks[j].from) ++next;
        limits_[j] = next < parts_.size() ? parts_[next].from : text.characters.size();
    }
}

// Chunks that both have, and that stay as they are.
void WrittenPair::pair_chunks(const Written& x, const Written& y) {
    std::size_t size = 16;
    while (size < x.chunks.size() * 2) size *= 2;
    heads_.assign(size, kNone);
    next_.resize(x.chunks.size());
    state_x_.assign(x.chunks.size(), kLeft);
    partner_.resize(y.chunks.size());
    for (std::size_t i = x.chunks.size(); i-- > 0;) {
        std::uint32_t& head = heads_[x.chunks[i].key >> 20 & (size - 1)];
        next_[i] = head;
        head = static_cast<std::uint32_t>(i);
    }
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (state_y_[j] == kTouched) continue;
        const std::uint64_t key = y.chunks[j].key;
        std::uint32_t* at = &heads_[key >> 20 & (size - 1)];
        while (*at != kNone && x.chunks[*at].key != key) at = &next_[*at];
        if (*at == kNone) continue;
        partner_[j] = *at;
        state_x_[*at] = state_y_[j] = kWithin;
        *at = next_[*at];
    }
}

// What chunks share that both have, in the order in which all is added up: equal texts share exactly
// what they weigh. Also what stays as it is weighs, where anything does not.
void WrittenPair::cancel(const Written& x, const Written& y) {
    const std::size_t orders = orders_;
    const auto add = [orders](const double* weights, std::vector<double>& sums) {
        for (std::size_t n = 0; n < orders; ++n) sums[n] += weights[n];
    };
    found_.shared.assign(orders, 0.0);
    found_.rewritten_totals.assign(orders, 0.0);
    if (parts_.empty() || parts_[0].from)
        found_.shared[0] = found_.rewritten_totals[0] = frequencies_.gram(longer(kNoGram, kSpace));
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (state_y_[j] == kTouched) continue;
        const double* weights = &y.weights[j * orders * 2];
        const bool whole = stays(y, j);
        if (!parts_.empty()) add(weights, found_.rewritten_totals);
        if (!parts_.empty() && whole) add(weights + orders, found_.rewritten_totals);
        if (state_y_[j] != kWithin) continue;
        add(weights, found_.shared);
        const std::size_t i = partner_[j];
        if (!whole || !same_beyond(x, x.chunks[i], y, y.chunks[j], orders)) continue;
        add(weights + orders, found_.shared);
        state_x_[i] = state_y_[j] = kBeyond;
    }
}

// The reference's n-grams that are not paired by chunks.
void WrittenPair::count(const Written& x) {
    list(x, state_x_, false);
    if (!parts_.empty() && !parts_[0].from) list_.add(1, longer(kNoGram, kSpace));
    std::size_t most = 0;
    for (std::size_t n = 1; n <= orders_; ++n) most += list_.of(n).size();
    counts_.reset(most);
    for (std::size_t n = 1; n <= orders_; ++n)
        for (const auto gram : list_.of(n)) counts_.add(gram);
}

// What the candidate's n-grams share that stay as they are and are not paired by chunks.
void WrittenPair::share_kept(const Written& y) {
    list(y, state_y_, true);
    const std::uint64_t space = longer(kNoGram, kSpace);
    for (const auto& part : parts_) {
        if (part.to == y.characters.size()) continue;
        list_.add(1, space);
        found_.rewritten_totals[0] += frequencies_.gram(space);
    }
    share_list(found_.shared);
    if (parts_.empty()) return;
    for (std::size_t j = 0; j < y.chunks.size(); ++j)
        if (state_y_[j] != kTouched && !stays(y, j))
            grams_beyond(y.characters.data(), y.chunks[j], orders_, limits_[j],
                         [&](std::size_t n, std::uint64_t gram) {
                             found_.rewritten_totals[n - 1] += frequencies_.gram(gram);
                         });
}

// What those share that are in the candidate as it is alone; they give back what they have taken.
void WrittenPair::share_removed(const Written& y) {
    list_parts(y.characters, parts_, false, orders_, list_);
    given_.clear();
    for (std::size_t n = 1; n <= orders_; ++n)
        for (const auto gram : list_.of(n)) {
            const std::uint32_t number = counts_.find(gram);
            if (!counts_.take(number)) continue;
            found_.shared[n - 1] += frequencies_.gram(gram);
            given_.push_back(number);
        }
    for (const auto number : given_) counts_.give(number);
}

// What those share and weigh that are in the rewritten text alone.
void WrittenPair::share_added(const std::vector<std::uint32_t>& characters) {
    list_parts(characters, parts_, true, orders_, list_);
    for (std::size_t n = 1; n <= orders_; ++n) {
        for (const auto gram : list_.of(n)) frequencies_.prefetch_gram(gram);
        for (const auto gram : list_.of(n)) {
            const double weight = frequencies_.gram(gram);
            found_.rewritten_totals[n - 1] += weight;
            found_.rewritten_shared[n - 1] += counts_.take(counts_.find(gram)) ? weight : 0.0;
        }
    }
}

const SharedGrams& WrittenPair::match(const Written& reference, const Written& candidate,
                                      const std::vector<Rewritten>& parts,
                                      const std::vector<std::uint32_t>& characters) {
    widen(candidate, parts);
    pair_chunks(reference, candidate);
    cancel(reference, candidate);
    count(reference);
    share_kept(candidate);
    if (parts_.empty()) return found_;
    found_.rewritten_shared = found_.shared;
    share_removed(candidate);
    share_added(characters);
    return found_;
}

}  // namespace tesla
