#include "celab/celab.hpp"

#include <algorithm>

#include "base/no_index.hpp"
#include "text/lexicon.hpp"

namespace tesla::celab {

namespace {

constexpr std::uint64_t kSynset = 0x94D049BB133111EBULL;

std::uint64_t synset_key(std::uint32_t synset) {
    const std::uint64_t key = (synset + 1) * kSynset;
    return key ^ key >> 31;
}

}  // namespace

void CelabGrams::make(std::vector<std::uint32_t> tokens_of_text, std::uint32_t longest,
                      const Phrases& phrases) {
    tokens = std::move(tokens_of_text);
    order = longest;
    number_grams();
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
    heads.assign(slots, kNoIndex);
    entries.clear();
    for (std::uint32_t kind = 0; kind < kinds(); ++kind) {
        insert(hashes[kind].mixed(), kind);
        for (const auto synset : synsets[kind]) insert(synset_key(synset), kind);
    }
}

void CelabGrams::insert(std::uint64_t key, std::uint32_t kind) {
    auto& head = heads[key & (heads.size() - 1)];
    entries.push_back({key, kind, head});
    head = static_cast<std::uint32_t>(entries.size() - 1);
}

// An n-gram is its prefix and its last token, so a pair of ids identifies it.
void CelabGrams::number_grams() {
    const std::uint32_t longest = std::min(order, size());
    lengths.clear();
    order_.clear();
    at.assign(static_cast<std::size_t>(longest) * size(), kNoIndex);
    std::size_t slots = 16;
    while (slots < 2 * static_cast<std::size_t>(size())) slots *= 2;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> table;
    for (std::uint32_t n = 1; n <= longest; ++n) {
        table.assign(slots, {0, kNoIndex});
        for (std::uint32_t i = 0; i + n <= size(); ++i) {
            const std::uint64_t prefix = n == 1 ? 0 : at[(n - 2) * size() + i];
            const std::uint64_t key = prefix << 32 | tokens[i + n - 1];
            std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
            hash ^= hash >> 32;
            std::size_t slot = hash & (slots - 1);
            while (table[slot].second != kNoIndex && table[slot].first != key)
                slot = (slot + 1) & (slots - 1);
            if (table[slot].second == kNoIndex) {
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

double Celab::score(const CelabGrams& reference, const CelabGrams& candidate, const Phrases& phrases,
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
        // Both texts are too short for an n-gram with a positive weight: then all of their n-grams
        // count.
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

void Celab::link(const CelabGrams& reference, const CelabGrams& candidate, const Phrases& phrases) {
    pieces_.clear();
    links_.clear();
    varied_.clear();
    const std::uint32_t size = reference.size();
    for (std::uint32_t kind = 0; kind < reference.kinds(); ++kind) {
        const std::uint32_t n = reference.lengths[kind];
        const std::uint32_t start = reference.starts.items[reference.starts.begin[kind]];
        partners_.clear();
        const bool other = share(reference, kind, candidate, phrases);
        sort_unique(partners_);
        pieces_.items.insert(pieces_.items.end(), partners_.begin(), partners_.end());
        pieces_.close();
        // If no part has a partner other than itself, splitting finds only the same n-gram.
        const auto row = [&](std::uint32_t m, std::uint32_t i) {
            return reference.at[(m - 1) * size + i];
        };
        const bool inside = n > 1 && (varied_[row(n - 1, start)] || varied_[row(n - 1, start + 1)]);
        varied_.push_back(inside || other);
        if (inside) {
            for (std::uint32_t cut = 1; cut < n; ++cut)
                join(candidate, pieces_[row(cut, start)], links_[row(n - cut, start + cut)], phrases);
            sort_unique(partners_);
        }
        links_.items.insert(links_.items.end(), partners_.begin(), partners_.end());
        links_.close();
    }
}

// Append to partners_ the n-grams of the candidate that share a code with this one. Returns whether
// there are others than the n-gram itself.
bool Celab::share(const CelabGrams& reference, std::uint32_t kind, const CelabGrams& candidate,
                  const Phrases& phrases) {
    const std::uint32_t n = reference.lengths[kind];
    const std::uint32_t* const reference_tokens = reference.gram(kind);
    bool other = false;
    std::uint64_t key = reference.hashes[kind].mixed();
    for (auto e = candidate.head(key); e != kNoIndex; e = candidate.entries[e].next) {
        const auto& entry = candidate.entries[e];
        if (entry.key != key) continue;
        const std::uint32_t m = candidate.lengths[entry.kind];
        const std::uint32_t* const candidate_tokens = candidate.gram(entry.kind);
        if (n == m && std::equal(reference_tokens, reference_tokens + n, candidate_tokens)) {
            partners_.push_back(entry.kind);
        } else if (reference.hashes[kind].value == candidate.hashes[entry.kind].value &&
                   phrases.same_string(reference_tokens, n, candidate_tokens, m)) {
            partners_.push_back(entry.kind);
            other = true;
        }
    }
    for (const auto synset : reference.synsets[kind]) {
        key = synset_key(synset);
        for (auto e = candidate.head(key); e != kNoIndex; e = candidate.entries[e].next) {
            const auto& entry = candidate.entries[e];
            if (entry.key != key) continue;
            const auto candidate_tokens = candidate.synsets[entry.kind];
            if (!std::binary_search(candidate_tokens.begin(), candidate_tokens.end(), synset)) continue;
            const bool same =
                candidate.lengths[entry.kind] == n &&
                std::equal(reference_tokens, reference_tokens + n, candidate.gram(entry.kind));
            if (same) continue;  // already found by its string
            partners_.push_back(entry.kind);
            other = true;
        }
    }
    return other;
}

// Append to partners_ the n-grams of the candidate that are one of `firsts` followed by one of `rests`.
void Celab::join(const CelabGrams& candidate, std::span<const std::uint32_t> firsts,
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
            for (auto e = candidate.head(key); e != kNoIndex; e = candidate.entries[e].next) {
                const auto& entry = candidate.entries[e];
                if (entry.key != key || candidate.lengths[entry.kind] != n + m) continue;
                const std::uint32_t* const whole = candidate.gram(entry.kind);
                if (std::equal(a, a + n, whole) && std::equal(b, b + m, whole + n)) {
                    partners_.push_back(entry.kind);
                    break;
                }
            }
        }
    }
}

GramEncoder::GramEncoder(const Phrases& phrases, std::uint32_t order)
    : EncoderOf(0, false), phrases_(phrases), order_(order) {}

GramEncoder::~GramEncoder() = default;

bool GramEncoder::make(std::string_view, Workspace&, CelabGrams&) const {
    throw std::invalid_argument("texts have no token ids");
}

bool GramEncoder::make(const AnalysedText& text, Workspace&, CelabGrams& grams) const {
    for (const auto token : text.words)
        if (token >= phrases_.tokens()) throw std::out_of_range("a token that was not added");
    grams.make(text.words, order_, phrases_);
    return true;
}

}  // namespace tesla::celab
