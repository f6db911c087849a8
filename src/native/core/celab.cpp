#include "celab.hpp"

#include <algorithm>

namespace tesla {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::uint64_t kSynset = 0x94D049BB133111EBULL;

std::uint64_t synset_key(std::uint32_t synset) {
    const std::uint64_t key = (synset + 1) * kSynset;
    return key ^ key >> 31;
}

void sort_unique(std::vector<std::uint32_t>& numbers) {
    if (numbers.size() < 2) return;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

void Grams::make(std::vector<std::uint32_t> own, std::uint32_t longest, const Phrases& phrases) {
    tokens = std::move(own);
    order = longest;
    number();
    hashes.clear();
    synsets.clear();
    std::vector<std::uint32_t> codes;
    for (std::uint32_t kind = 0; kind < kinds(); ++kind) {
        const std::uint32_t n = lengths[kind];
        const std::uint32_t* const first = gram(kind);
        if (n == 1) {
            hashes.push_back(phrases.token(first[0]).hash);
        } else {
            const auto prefix = at[(n - 2) * size() + starts.items[starts.begin[kind]]];
            hashes.push_back(hashes[prefix] + phrases.joint() + phrases.token(first[n - 1]).hash);
        }
        codes.clear();
        phrases.synsets(first, n, codes);
        sort_unique(codes);
        synsets.items.insert(synsets.items.end(), codes.begin(), codes.end());
        synsets.close();
    }
    std::size_t slots = 16;
    while (slots < kinds() + synsets.items.size()) slots *= 2;
    heads.assign(slots, kNone);
    entries.clear();
    for (std::uint32_t kind = 0; kind < kinds(); ++kind) {
        insert(hashes[kind].mixed(), kind);
        for (const auto synset : synsets[kind]) insert(synset_key(synset), kind);
    }
}

void Grams::insert(std::uint64_t key, std::uint32_t kind) {
    auto& head = heads[key & (heads.size() - 1)];
    entries.push_back({key, kind, head});
    head = static_cast<std::uint32_t>(entries.size() - 1);
}

// An n-gram is its prefix and its last token, so pairs of numbers tell n-grams apart.
void Grams::number() {
    const std::uint32_t longest = std::min(order, size());
    lengths.clear();
    order_.clear();
    at.assign(static_cast<std::size_t>(longest) * size(), kNone);
    std::size_t slots = 16;
    while (slots < 2 * static_cast<std::size_t>(size())) slots *= 2;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> table;
    for (std::uint32_t n = 1; n <= longest; ++n) {
        table.assign(slots, {0, kNone});
        for (std::uint32_t i = 0; i + n <= size(); ++i) {
            const std::uint64_t prefix = n == 1 ? 0 : at[(n - 2) * size() + i];
            const std::uint64_t key = prefix << 32 | tokens[i + n - 1];
            std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 32;
            std::size_t slot = hash & (slots - 1);
            while (table[slot].second != kNone && table[slot].first != key)
                slot = (slot + 1) & (slots - 1);
            if (table[slot].second == kNone) {
                table[slot] = {key, kinds()};
                lengths.push_back(n);
            }
            at[(n - 1) * size() + i] = table[slot].second;
        }
    }
    starts.begin.assign(kinds() + 1, 0);
    for (std::uint32_t n = 1; n <= longest; ++n)
        for (std::uint32_t i = 0; i + n <= size(); ++i) ++starts.begin[at[(n - 1) * size() + i] + 1];
    for (std::uint32_t kind = 0; kind < kinds(); ++kind) starts.begin[kind + 1] += starts.begin[kind];
    starts.items.resize(starts.begin.back());
    order_.assign(starts.begin.begin(), starts.begin.end() - 1);
    for (std::uint32_t n = 1; n <= longest; ++n)
        for (std::uint32_t i = 0; i + n <= size(); ++i)
            starts.items[order_[at[(n - 1) * size() + i]]++] = i;
}

double Celab::score(const Grams& reference, const Grams& candidate, const Phrases& phrases,
                    const CelabSettings& settings) {
    if (!reference.size() || !candidate.size()) return reference.size() == candidate.size();
    std::span<const double> weights = settings.weights;
    auto all = [&] {
        return all_covered(reference.size(), weights) +
               settings.f * all_covered(candidate.size(), weights);
    };
    std::vector<double> equal;
    double most = all();
    if (most == 0) {
        // Both are too short to have an n-gram that counts: then all of theirs do.
        equal.assign(settings.order, 1.0);
        weights = equal;
        most = all();
    }
    link(reference, candidate, phrases);
    turn(links_, candidate.kinds(), back_);
    const double x = covering_.most_covered({reference.size(), reference.starts, reference.lengths,
                                             links_, back_, candidate.starts, weights});
    const double y = covering_.most_covered({candidate.size(), candidate.starts, candidate.lengths,
                                             back_, links_, reference.starts, weights});
    return std::min(1.0, (x + settings.f * y) / most);
}

void Celab::link(const Grams& reference, const Grams& candidate, const Phrases& phrases) {
    pieces_.clear();
    links_.clear();
    varied_.clear();
    const std::uint32_t size = reference.size();
    for (std::uint32_t kind = 0; kind < reference.kinds(); ++kind) {
        const std::uint32_t n = reference.lengths[kind];
        const std::uint32_t start = reference.starts.items[reference.starts.begin[kind]];
        found_.clear();
        const bool other = share(reference, kind, candidate, phrases);
        sort_unique(found_);
        pieces_.items.insert(pieces_.items.end(), found_.begin(), found_.end());
        pieces_.close();
        // Without a piece that has another partner than itself, cutting finds the same n-gram only.
        const auto row = [&](std::uint32_t m, std::uint32_t i) {
            return reference.at[(m - 1) * size + i];
        };
        const bool inside = n > 1 && (varied_[row(n - 1, start)] || varied_[row(n - 1, start + 1)]);
        varied_.push_back(inside || other);
        if (inside) {
            for (std::uint32_t cut = 1; cut < n; ++cut)
                join(candidate, pieces_[row(cut, start)], links_[row(n - cut, start + cut)], phrases);
            sort_unique(found_);
        }
        links_.items.insert(links_.items.end(), found_.begin(), found_.end());
        links_.close();
    }
}

// To found_: what shares a code. Whether that is more than the n-gram itself.
bool Celab::share(const Grams& reference, std::uint32_t kind, const Grams& candidate,
                  const Phrases& phrases) {
    const std::uint32_t n = reference.lengths[kind];
    const std::uint32_t* const own = reference.gram(kind);
    bool other = false;
    std::uint64_t key = reference.hashes[kind].mixed();
    for (auto e = candidate.head(key); e != kNone; e = candidate.entries[e].next) {
        const auto& entry = candidate.entries[e];
        if (entry.key != key) continue;
        const std::uint32_t m = candidate.lengths[entry.kind];
        const std::uint32_t* const its = candidate.gram(entry.kind);
        if (n == m && std::equal(own, own + n, its)) {
            found_.push_back(entry.kind);
        } else if (reference.hashes[kind].value == candidate.hashes[entry.kind].value &&
                   phrases.same_string(own, n, its, m)) {
            found_.push_back(entry.kind);
            other = true;
        }
    }
    for (const auto synset : reference.synsets[kind]) {
        key = synset_key(synset);
        for (auto e = candidate.head(key); e != kNone; e = candidate.entries[e].next) {
            const auto& entry = candidate.entries[e];
            if (entry.key != key) continue;
            const auto its = candidate.synsets[entry.kind];
            if (!std::binary_search(its.begin(), its.end(), synset)) continue;
            const bool same = candidate.lengths[entry.kind] == n &&
                              std::equal(own, own + n, candidate.gram(entry.kind));
            if (same) continue;  // found by its string
            found_.push_back(entry.kind);
            other = true;
        }
    }
    return other;
}

// To found_: those n-grams of the candidate that are one of `firsts` followed by one of `rests`.
void Celab::join(const Grams& candidate, std::span<const std::uint32_t> firsts,
                 std::span<const std::uint32_t> rests, const Phrases& phrases) {
    for (const auto first : firsts) {
        const std::uint32_t n = candidate.lengths[first];
        const std::uint32_t* const a = candidate.gram(first);
        for (const auto rest : rests) {
            const std::uint32_t m = candidate.lengths[rest];
            if (n + m > candidate.order) continue;
            const std::uint32_t* const b = candidate.gram(rest);
            const std::uint64_t key =
                (candidate.hashes[first] + phrases.joint() + candidate.hashes[rest]).mixed();
            for (auto e = candidate.head(key); e != kNone; e = candidate.entries[e].next) {
                const auto& entry = candidate.entries[e];
                if (entry.key != key || candidate.lengths[entry.kind] != n + m) continue;
                const std::uint32_t* const whole = candidate.gram(entry.kind);
                if (std::equal(a, a + n, whole) && std::equal(b, b + m, whole + n)) {
                    found_.push_back(entry.kind);
                    break;
                }
            }
        }
    }
}

bool GramEncoder::make(const std::vector<std::uint32_t>& tokens, Room&, Grams& grams) const {
    for (const auto token : tokens)
        if (token >= phrases_.tokens()) throw std::out_of_range("a token that was not added");
    grams.make(tokens, order_, phrases_);
    return true;
}

}  // namespace tesla
