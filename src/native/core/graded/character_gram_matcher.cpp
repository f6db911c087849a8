#include "graded/character_gram_matcher.hpp"

#include <bit>
#include <limits>

#include "base/no_index.hpp"

namespace tesla::graded {

namespace {

// Return the weight or 0, without a branch, which would be unpredictable.
double if_any(bool any, double weight) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(weight) & (std::uint64_t{0} - any));
}

void add_weights(std::vector<double>& sums, const double* weights, double sign = 1) {
    for (std::size_t n = 0; n < sums.size(); ++n) sums[n] += sign * weights[n];
}

bool same(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
        if (a[k] != b[k]) return false;
    return true;
}

}  // namespace

// Find the chunks of the candidate that are replaced; returns false if a part is not inside one chunk.
bool CharacterGramMatcher::find_replaced_chunks(const CharacterText& y,
                                                const std::vector<Replacement>& parts,
                                                const std::vector<std::uint32_t>& characters) {
    replaced_chunks_.clear();
    std::size_t k = 0;
    for (const auto& part : parts) {
        while (k < y.chunks.size() && y.chunks[k].to < part.to) ++k;
        if (k == y.chunks.size() || part.from < y.chunks[k].from) return false;
        const auto text = std::span(characters).subspan(part.new_from, part.new_to - part.new_from);
        if (std::find(text.begin(), text.end(), kSpace) != text.end()) return false;
        const std::size_t from = part.new_from - (part.from - y.chunks[k].from);
        const std::size_t to = part.new_to + (y.chunks[k].to - part.to);
        if (from == to) return false;
        if (replaced_chunks_.empty() || replaced_chunks_.back().chunk < k)
            replaced_chunks_.push_back({k, from, to});
        replaced_chunks_.back().to = to;
    }
    for (const auto& replaced : replaced_chunks_) {
        y_.within[replaced.chunk] = y_.beyond[replaced.chunk] = kReplaced;
        const std::size_t reach = y.chunks[replaced.chunk].from + 1;
        for (std::size_t j = replaced.chunk; j-- > 0 && y.chunks[j].to + orders_ > reach;)
            y_.beyond[j] = kReplaced;
    }
    return true;
}

// Pair each chunk of the candidate with the first equal unpaired chunk of the reference.
void CharacterGramMatcher::pair_chunks(const CharacterText& x, const CharacterText& y) {
    std::size_t size = 16;
    while (size < x.chunks.size() * 2) size *= 2;
    heads_.assign(size, kNoIndex);
    next_.resize(x.chunks.size());
    for (std::size_t i = x.chunks.size(); i-- > 0;) {
        std::uint32_t& head = heads_[x.chunks[i].key >> 20 & (size - 1)];
        next_[i] = head;
        head = static_cast<std::uint32_t>(i);
    }
    partner_.resize(y.chunks.size());
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.within[j] == kReplaced) continue;
        const std::uint64_t key = y.chunks[j].key;
        std::uint32_t* at = &heads_[key >> 20 & (size - 1)];
        while (*at != kNoIndex && x.chunks[*at].key != key) at = &next_[*at];
        if (*at == kNoIndex) continue;
        partner_[j] = *at;
        x_.within[*at] = y_.within[j] = kPaired;
        *at = next_[*at];
    }
}

// Find an unpaired chunk of the reference.
const CharacterChunk* CharacterGramMatcher::find(const CharacterText& x, std::uint64_t key) const {
    std::uint32_t at = heads_[key >> 20 & (heads_.size() - 1)];
    while (at != kNoIndex && x.chunks[at].key != key) at = next_[at];
    return at == kNoIndex ? nullptr : &x.chunks[at];
}

// Sum up the n-grams of paired chunks, in the same order as the totals: equal texts share exactly their
// total weight.
void CharacterGramMatcher::cancel(const CharacterText& x, const CharacterText& y) {
    result_.shared.assign(orders_, 0.0);
    result_.shared[0] = frequencies_.gram(longer(kNoGram, kSpace));
    for (std::size_t j = 0; j < y.chunks.size(); ++j)
        if (y_.within[j] == kPaired) add_weights(result_.shared, &y.weights[j * orders_]);
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.within[j] != kPaired || y_.beyond[j] == kReplaced ||
            !same(x.beyond_of(partner_[j]), y.beyond_of(j)))
            continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g)
            result_.shared[length_of(y.beyond[g]) - 1] += y.beyond_weights[g];
        x_.beyond[partner_[j]] = y_.beyond[j] = kPaired;
    }
}

// Count the n-grams of the reference that are not in paired chunks.
void CharacterGramMatcher::count(const CharacterText& x) {
    std::size_t left = 0, most = 0;
    for (std::size_t k = 0; k < x.chunks.size(); ++k) {
        const auto& chunk = x.chunks[k];
        const std::size_t places = x_.within[k] == kLeft ? chunk.to - chunk.from + 1 : 0;
        left += places;
        most += chunk.number == CharacterChunk::kUnknown ? places * orders_ : 0;
        most += x_.beyond[k] == kLeft ? x.beyond_of(k).size() : 0;
    }
    direct_ = left <= std::numeric_limits<std::uint16_t>::max();
    hashed_.reset(direct_ ? most : most + left * orders_);
    const std::size_t numbers = chunk_grams_.gram_weights().size();
    if (counts_.size() < numbers) counts_.resize(numbers);
    counted_.clear();
    for (std::size_t k = 0; k < x.chunks.size(); ++k) {
        const auto& chunk = x.chunks[k];
        if (x_.within[k] == kLeft && known(chunk)) {
            for (const auto number : chunk_grams_.grams(chunk.number)) ++counts_[number];
        } else if (x_.within[k] == kLeft) {
            grams_within(x.characters.data(), chunk.from, chunk.to, orders_, [&](std::uint64_t gram) {
                const std::uint32_t number = number_of(gram);
                if (number) {
                    ++counts_[number];
                    counted_.push_back(number);
                } else {
                    hashed_.add(gram);
                }
            });
        }
        if (x_.beyond[k] == kLeft)
            for (const auto gram : x.beyond_of(k)) hashed_.add(gram);
    }
    counts_[0] = 0;  // id 0 is no n-gram
}

void CharacterGramMatcher::uncount(const CharacterText& x) {
    for (std::size_t k = 0; k < x.chunks.size(); ++k)
        if (x_.within[k] == kLeft && known(x.chunks[k]))
            for (const auto number : chunk_grams_.grams(x.chunks[k].number)) counts_[number] = 0;
    for (const auto number : counted_) counts_[number] = 0;
}

// Take n-grams by their ids as far as they are left, and add up their weights. With kRestore, those that
// were taken are recorded in `taken_`, to be given back later.
template <std::size_t kOrders, bool kRestore>
void CharacterGramMatcher::take_all(std::span<const std::uint32_t> numbers, std::vector<double>& sums) {
    const std::size_t orders = kOrders ? kOrders : orders_;
    const double* weights = chunk_grams_.gram_weights().data();
    std::uint16_t* counts = counts_.data();
    std::uint32_t* taken = taken_.data() + taken_count_;
    double sums_by_length[kMostOrders] = {};
    for (std::size_t at = 0; at < numbers.size(); at += orders)
        for (std::size_t n = 0; n < orders; ++n) {
            const std::uint32_t number = numbers[at + n];
            const bool any = counts[number] != 0;
            counts[number] = static_cast<std::uint16_t>(counts[number] - any);
            if constexpr (kRestore) {
                *taken = number;
                taken += any;
            }
            sums_by_length[n] += weights[any ? number : 0];
        }
    taken_count_ = static_cast<std::size_t>(taken - taken_.data());
    add_weights(sums, sums_by_length);
}

template <bool kRestore>
void CharacterGramMatcher::take_chunk(std::uint32_t chunk, std::vector<double>& sums) {
    const auto numbers = chunk_grams_.grams(chunk);
    if (kRestore && taken_.size() < taken_count_ + numbers.size() + 1)
        taken_.resize(taken_count_ + numbers.size() + 1);
    orders_ == 4 ? take_all<4, kRestore>(numbers, sums) : take_all<0, kRestore>(numbers, sums);
}

// Take the n-grams of a chunk by their hashes; their weights are added to `sums` and `totals`.
template <bool kRestore>
void CharacterGramMatcher::take_characters(const std::vector<std::uint32_t>& text, std::size_t from,
                                           std::size_t to, std::vector<double>& sums,
                                           std::vector<double>* totals) {
    grams_.clear();
    grams_within(text.data(), from, to, orders_, [&](std::uint64_t gram) {
        chunk_grams_.prefetch(gram);
        grams_.push_back(gram);
    });
    for (const auto gram : grams_) {
        const std::uint32_t number = chunk_grams_.number(gram);
        const double weight = number ? chunk_grams_.gram_weights()[number] : frequencies_.gram(gram);
        if (totals) (*totals)[length_of(gram) - 1] += weight;
        if (!number || !direct_) {
            sums[length_of(gram) - 1] += if_any(take_hashed<kRestore>(gram), weight);
            continue;
        }
        const bool any = counts_[number] != 0;
        counts_[number] = static_cast<std::uint16_t>(counts_[number] - any);
        sums[length_of(gram) - 1] += if_any(any, weight);
        if (kRestore && any) {
            taken_.resize(std::max(taken_.size(), taken_count_ + 1));
            taken_[taken_count_++] = number;
        }
    }
}

template <bool kRestore>
bool CharacterGramMatcher::take_hashed(std::uint64_t gram) {
    const std::uint32_t number = hashed_.find(gram);
    const bool any = hashed_.take(number);
    if (kRestore && any) hashed_taken_.push_back(number);
    return any;
}

// The share of unchanged n-grams of the candidate that are not in paired chunks.
void CharacterGramMatcher::share_unchanged(const CharacterText& y) {
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        const auto& chunk = y.chunks[j];
        if (y_.within[j] == kLeft && known(chunk))
            take_chunk<false>(chunk.number, result_.shared);
        else if (y_.within[j] == kLeft)
            take_characters<false>(y.characters, chunk.from, chunk.to, result_.shared, nullptr);
        if (y_.beyond[j] != kLeft) continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g)
            result_.shared[length_of(y.beyond[g]) - 1] +=
                if_any(take_hashed<false>(y.beyond[g]), y.beyond_weights[g]);
    }
}

// The share of n-grams that only the original candidate has; what they take is given back.
void CharacterGramMatcher::share_removed(const CharacterText& y) {
    taken_count_ = 0;
    hashed_taken_.clear();
    for (const auto& replaced : replaced_chunks_) {
        const auto& chunk = y.chunks[replaced.chunk];
        add_weights(result_.rewritten_totals, &y.weights[replaced.chunk * orders_], -1);
        if (known(chunk))
            take_chunk<true>(chunk.number, result_.shared);
        else
            take_characters<true>(y.characters, chunk.from, chunk.to, result_.shared, nullptr);
    }
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.beyond[j] != kReplaced) continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g) {
            const std::size_t n = length_of(y.beyond[g]) - 1;
            result_.rewritten_totals[n] -= y.beyond_weights[g];
            result_.shared[n] += if_any(take_hashed<true>(y.beyond[g]), y.beyond_weights[g]);
        }
    }
    for (std::size_t k = 0; k < taken_count_; ++k) ++counts_[taken_[k]];
    for (const auto number : hashed_taken_) hashed_.give(number);
}

// The share and weight of n-grams that only the rewritten candidate has.
void CharacterGramMatcher::share_added(const CharacterText& x, const CharacterText& y,
                                       const std::vector<std::uint32_t>& characters) {
    for (const auto& [chunk, from, to] : replaced_chunks_) {
        // Usually the new chunk occurs in the reference.
        const auto* same = find(x, chunk_key(std::span(characters).subspan(from, to - from)));
        if (same && known(*same)) {
            take_chunk<false>(same->number, result_.rewritten_shared);
            add_weights(result_.rewritten_totals, chunk_grams_.weights(same->number));
        } else {
            take_characters<false>(characters, from, to, result_.rewritten_shared,
                                   &result_.rewritten_totals);
        }
    }
    grams_.clear();
    std::size_t next = 0, shift = 0;  // may wrap around; the sum with a larger number is correct
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        std::size_t from = y.chunks[j].from + shift, to = y.chunks[j].to + shift;
        if (next < replaced_chunks_.size() && replaced_chunks_[next].chunk == j) {
            to = replaced_chunks_[next++].to;
            shift = to - y.chunks[j].to;
        }
        if (y_.beyond[j] != kReplaced) continue;
        grams_beyond(characters, from, to, orders_, [&](std::uint64_t gram) {
            frequencies_.prefetch_gram(gram);
            grams_.push_back(gram);
        });
    }
    for (const auto gram : grams_) {
        const double weight = frequencies_.gram(gram);
        result_.rewritten_totals[length_of(gram) - 1] += weight;
        result_.rewritten_shared[length_of(gram) - 1] += if_any(take_hashed<false>(gram), weight);
    }
}

// The same for any text, one n-gram at a time.
void CharacterGramMatcher::share_by_hash(const CharacterText& x,
                                         const std::vector<std::uint32_t>& characters) {
    const auto each = [&](const std::vector<std::uint32_t>& text, auto visit) {
        for (std::size_t at = 0; at < text.size(); ++at)
            grams_at(&text[at], 1, std::min(orders_, text.size() - at), visit);
    };
    hashed_.reset(x.characters.size() * orders_);
    each(x.characters, [&](std::uint64_t gram) { hashed_.add(gram); });
    result_.rewritten_shared.assign(orders_, 0.0);
    result_.rewritten_totals.assign(orders_, 0.0);
    each(characters, [&](std::uint64_t gram) {
        const double weight = frequencies_.gram(gram);
        result_.rewritten_totals[length_of(gram) - 1] += weight;
        result_.rewritten_shared[length_of(gram) - 1] += if_any(take_hashed<false>(gram), weight);
    });
}

const SharedGrams& CharacterGramMatcher::match(const CharacterText& x, const CharacterText& y,
                                               const std::vector<Replacement>& parts,
                                               const std::vector<std::uint32_t>& characters) {
    x_.reset(x.chunks.size());
    y_.reset(y.chunks.size());
    const bool in_chunks = find_replaced_chunks(y, parts, characters);
    if (!in_chunks) replaced_chunks_.clear();
    pair_chunks(x, y);
    cancel(x, y);
    count(x);
    share_unchanged(y);
    if (!replaced_chunks_.empty()) {
        result_.rewritten_shared = result_.shared;
        result_.rewritten_totals = y.totals;
        share_removed(y);
        share_added(x, y, characters);
    }
    uncount(x);
    if (!in_chunks) share_by_hash(x, characters);
    return result_;
}

}  // namespace tesla::graded
