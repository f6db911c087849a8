#include "written_pair.hpp"

#include <bit>
#include <limits>

namespace tesla {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// The weight or nothing, without a branch: which of them it is cannot be foreseen.
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

// Which chunks of the candidate are written otherwise; false where parts are no parts of chunks.
bool WrittenPair::touch(const Written& y, const std::vector<Rewritten>& parts,
                        const std::vector<std::uint32_t>& characters) {
    fresh_.clear();
    std::size_t k = 0;
    for (const auto& part : parts) {
        while (k < y.chunks.size() && y.chunks[k].to < part.to) ++k;
        if (k == y.chunks.size() || part.from < y.chunks[k].from) return false;
        const auto text = std::span(characters).subspan(part.new_from, part.new_to - part.new_from);
        if (std::find(text.begin(), text.end(), kSpace) != text.end()) return false;
        const std::size_t from = part.new_from - (part.from - y.chunks[k].from);
        const std::size_t to = part.new_to + (y.chunks[k].to - part.to);
        if (from == to) return false;
        if (fresh_.empty() || fresh_.back().chunk < k) fresh_.push_back({k, from, to});
        fresh_.back().to = to;
    }
    for (const auto& fresh : fresh_) {
        y_.within[fresh.chunk] = y_.beyond[fresh.chunk] = kTouched;
        const std::size_t reach = y.chunks[fresh.chunk].from + 1;
        for (std::size_t j = fresh.chunk; j-- > 0 && y.chunks[j].to + orders_ > reach;)
            y_.beyond[j] = kTouched;
    }
    return true;
}

// Each chunk of the candidate with the first one like it that is left.
void WrittenPair::pair_chunks(const Written& x, const Written& y) {
    std::size_t size = 16;
    while (size < x.chunks.size() * 2) size *= 2;
    heads_.assign(size, kNone);
    next_.resize(x.chunks.size());
    for (std::size_t i = x.chunks.size(); i-- > 0;) {
        std::uint32_t& head = heads_[x.chunks[i].key >> 20 & (size - 1)];
        next_[i] = head;
        head = static_cast<std::uint32_t>(i);
    }
    partner_.resize(y.chunks.size());
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.within[j] == kTouched) continue;
        const std::uint64_t key = y.chunks[j].key;
        std::uint32_t* at = &heads_[key >> 20 & (size - 1)];
        while (*at != kNone && x.chunks[*at].key != key) at = &next_[*at];
        if (*at == kNone) continue;
        partner_[j] = *at;
        x_.within[*at] = y_.within[j] = kPaired;
        *at = next_[*at];
    }
}

// A chunk of the reference that is not paired.
const WrittenChunk* WrittenPair::find(const Written& x, std::uint64_t key) const {
    std::uint32_t at = heads_[key >> 20 & (heads_.size() - 1)];
    while (at != kNone && x.chunks[at].key != key) at = next_[at];
    return at == kNone ? nullptr : &x.chunks[at];
}

// What chunks share that both have, in the order in which all is added up: equal texts share exactly
// what they weigh.
void WrittenPair::cancel(const Written& x, const Written& y) {
    found_.shared.assign(orders_, 0.0);
    found_.shared[0] = frequencies_.gram(longer(kNoGram, kSpace));
    for (std::size_t j = 0; j < y.chunks.size(); ++j)
        if (y_.within[j] == kPaired) add_weights(found_.shared, &y.weights[j * orders_]);
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.within[j] != kPaired || y_.beyond[j] == kTouched ||
            !same(x.beyond_of(partner_[j]), y.beyond_of(j)))
            continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g)
            found_.shared[length_of(y.beyond[g]) - 1] += y.beyond_weights[g];
        x_.beyond[partner_[j]] = y_.beyond[j] = kPaired;
    }
}

// The reference's n-grams that are not paired by chunks.
void WrittenPair::count(const Written& x) {
    std::size_t left = 0, most = 0;
    for (std::size_t k = 0; k < x.chunks.size(); ++k) {
        const auto& chunk = x.chunks[k];
        const std::size_t places = x_.within[k] == kLeft ? chunk.to - chunk.from + 1 : 0;
        left += places;
        most += chunk.number == WrittenChunk::kUnknown ? places * orders_ : 0;
        most += x_.beyond[k] == kLeft ? x.beyond_of(k).size() : 0;
    }
    direct_ = left <= std::numeric_limits<std::uint16_t>::max();
    hashed_.reset(direct_ ? most : most + left * orders_);
    const std::size_t numbers = spelling_.gram_weights().size();
    if (counts_.size() < numbers) counts_.resize(numbers);
    counted_.clear();
    for (std::size_t k = 0; k < x.chunks.size(); ++k) {
        const auto& chunk = x.chunks[k];
        if (x_.within[k] == kLeft && known(chunk)) {
            for (const auto number : spelling_.grams(chunk.number)) ++counts_[number];
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
    counts_[0] = 0;  // no n-gram
}

void WrittenPair::uncount(const Written& x) {
    for (std::size_t k = 0; k < x.chunks.size(); ++k)
        if (x_.within[k] == kLeft && known(x.chunks[k]))
            for (const auto number : spelling_.grams(x.chunks[k].number)) counts_[number] = 0;
    for (const auto number : counted_) counts_[number] = 0;
}

// Takes n-grams by their numbers as far as they are left: what these weigh is added. Those that were
// taken are kept in `given_` where they are to be given back.
template <std::size_t kOrders, bool kGiven>
void WrittenPair::take_all(std::span<const std::uint32_t> numbers, std::vector<double>& sums) {
    const std::size_t orders = kOrders ? kOrders : orders_;
    const double* weights = spelling_.gram_weights().data();
    std::uint16_t* counts = counts_.data();
    std::uint32_t* given = given_.data() + givens_;
    double own[kMostOrders] = {};
    for (std::size_t at = 0; at < numbers.size(); at += orders)
        for (std::size_t n = 0; n < orders; ++n) {
            const std::uint32_t number = numbers[at + n];
            const bool any = counts[number] != 0;
            counts[number] = static_cast<std::uint16_t>(counts[number] - any);
            if constexpr (kGiven) {
                *given = number;
                given += any;
            }
            own[n] += weights[any ? number : 0];
        }
    givens_ = static_cast<std::size_t>(given - given_.data());
    add_weights(sums, own);
}

template <bool kGiven>
void WrittenPair::take_chunk(std::uint32_t chunk, std::vector<double>& sums) {
    const auto numbers = spelling_.grams(chunk);
    if (kGiven && given_.size() < givens_ + numbers.size() + 1)
        given_.resize(givens_ + numbers.size() + 1);
    orders_ == 4 ? take_all<4, kGiven>(numbers, sums) : take_all<0, kGiven>(numbers, sums);
}

// Takes n-grams of a chunk by their hashes; what they weigh is added to both.
template <bool kGiven>
void WrittenPair::take_written(const std::vector<std::uint32_t>& text, std::size_t from, std::size_t to,
                               std::vector<double>& sums, std::vector<double>* totals) {
    grams_.clear();
    grams_within(text.data(), from, to, orders_, [&](std::uint64_t gram) {
        spelling_.prefetch(gram);
        grams_.push_back(gram);
    });
    for (const auto gram : grams_) {
        const std::uint32_t number = spelling_.number(gram);
        const double weight = number ? spelling_.gram_weights()[number] : frequencies_.gram(gram);
        if (totals) (*totals)[length_of(gram) - 1] += weight;
        if (!number || !direct_) {
            sums[length_of(gram) - 1] += if_any(take_hashed<kGiven>(gram), weight);
            continue;
        }
        const bool any = counts_[number] != 0;
        counts_[number] = static_cast<std::uint16_t>(counts_[number] - any);
        sums[length_of(gram) - 1] += if_any(any, weight);
        if (kGiven && any) {
            given_.resize(std::max(given_.size(), givens_ + 1));
            given_[givens_++] = number;
        }
    }
}

template <bool kGiven>
bool WrittenPair::take_hashed(std::uint64_t gram) {
    const std::uint32_t number = hashed_.find(gram);
    const bool any = hashed_.take(number);
    if (kGiven && any) hashed_given_.push_back(number);
    return any;
}

// What the candidate's n-grams share that stay as they are and are not paired by chunks.
void WrittenPair::share_kept(const Written& y) {
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        const auto& chunk = y.chunks[j];
        if (y_.within[j] == kLeft && known(chunk))
            take_chunk<false>(chunk.number, found_.shared);
        else if (y_.within[j] == kLeft)
            take_written<false>(y.characters, chunk.from, chunk.to, found_.shared, nullptr);
        if (y_.beyond[j] != kLeft) continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g)
            found_.shared[length_of(y.beyond[g]) - 1] +=
                if_any(take_hashed<false>(y.beyond[g]), y.beyond_weights[g]);
    }
}

// What those share that are in the candidate as it is alone; they give back what they have taken.
void WrittenPair::share_removed(const Written& y) {
    givens_ = 0;
    hashed_given_.clear();
    for (const auto& fresh : fresh_) {
        const auto& chunk = y.chunks[fresh.chunk];
        add_weights(found_.rewritten_totals, &y.weights[fresh.chunk * orders_], -1);
        if (known(chunk))
            take_chunk<true>(chunk.number, found_.shared);
        else
            take_written<true>(y.characters, chunk.from, chunk.to, found_.shared, nullptr);
    }
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        if (y_.beyond[j] != kTouched) continue;
        for (std::size_t g = y.beyond_begin(j); g < y.beyond_end(j); ++g) {
            const std::size_t n = length_of(y.beyond[g]) - 1;
            found_.rewritten_totals[n] -= y.beyond_weights[g];
            found_.shared[n] += if_any(take_hashed<true>(y.beyond[g]), y.beyond_weights[g]);
        }
    }
    for (std::size_t k = 0; k < givens_; ++k) ++counts_[given_[k]];
    for (const auto number : hashed_given_) hashed_.give(number);
}

// What those share and weigh that are in the rewritten text alone.
void WrittenPair::share_added(const Written& x, const Written& y,
                              const std::vector<std::uint32_t>& characters) {
    for (const auto& [chunk, from, to] : fresh_) {
        // Mostly it is one of the reference now.
        const auto* same = find(x, chunk_key(std::span(characters).subspan(from, to - from)));
        if (same && known(*same)) {
            take_chunk<false>(same->number, found_.rewritten_shared);
            add_weights(found_.rewritten_totals, spelling_.weights(same->number));
        } else {
            take_written<false>(characters, from, to, found_.rewritten_shared, &found_.rewritten_totals);
        }
    }
    grams_.clear();
    std::size_t next = 0, shift = 0;  // which may wrap around, as it is added to what is larger
    for (std::size_t j = 0; j < y.chunks.size(); ++j) {
        std::size_t from = y.chunks[j].from + shift, to = y.chunks[j].to + shift;
        if (next < fresh_.size() && fresh_[next].chunk == j) {
            to = fresh_[next++].to;
            shift = to - y.chunks[j].to;
        }
        if (y_.beyond[j] != kTouched) continue;
        grams_beyond(characters, from, to, orders_, [&](std::uint64_t gram) {
            frequencies_.prefetch_gram(gram);
            grams_.push_back(gram);
        });
    }
    for (const auto gram : grams_) {
        const double weight = frequencies_.gram(gram);
        found_.rewritten_totals[length_of(gram) - 1] += weight;
        found_.rewritten_shared[length_of(gram) - 1] += if_any(take_hashed<false>(gram), weight);
    }
}

// The same of any text, n-gram by n-gram.
void WrittenPair::share_plainly(const Written& x, const std::vector<std::uint32_t>& characters) {
    const auto each = [&](const std::vector<std::uint32_t>& text, auto visit) {
        for (std::size_t at = 0; at < text.size(); ++at)
            grams_at(&text[at], 1, std::min(orders_, text.size() - at), visit);
    };
    hashed_.reset(x.characters.size() * orders_);
    each(x.characters, [&](std::uint64_t gram) { hashed_.add(gram); });
    found_.rewritten_shared.assign(orders_, 0.0);
    found_.rewritten_totals.assign(orders_, 0.0);
    each(characters, [&](std::uint64_t gram) {
        const double weight = frequencies_.gram(gram);
        found_.rewritten_totals[length_of(gram) - 1] += weight;
        found_.rewritten_shared[length_of(gram) - 1] += if_any(take_hashed<false>(gram), weight);
    });
}

const SharedGrams& WrittenPair::match(const Written& x, const Written& y,
                                      const std::vector<Rewritten>& parts,
                                      const std::vector<std::uint32_t>& characters) {
    x_.reset(x.chunks.size());
    y_.reset(y.chunks.size());
    const bool in_chunks = touch(y, parts, characters);
    if (!in_chunks) fresh_.clear();
    pair_chunks(x, y);
    cancel(x, y);
    count(x);
    share_kept(y);
    if (!fresh_.empty()) {
        found_.rewritten_shared = found_.shared;
        found_.rewritten_totals = y.totals;
        share_removed(y);
        share_added(x, y, characters);
    }
    uncount(x);
    if (!in_chunks) share_plainly(x, characters);
    return found_;
}

}  // namespace tesla
