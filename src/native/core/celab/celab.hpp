// TESLA-CELAB from tokens to scores: see core/matching/celab_links.py and core/comparing/covers.py.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "celab/covering.hpp"
#include "celab/phrases.hpp"
#include "text/codes.hpp"

namespace tesla::celab {

struct CelabSettings {
    std::uint32_t order;
    double f;
    std::vector<double> weights;  // one per length, the largest is 1
};

// The distinct n-grams of a text, with their string hashes and synsets.
struct CelabGrams {
    std::vector<std::uint32_t> tokens;
    std::uint32_t order = 0;
    std::vector<std::uint32_t> at;  // at[(n - 1) * size + i]: the n-gram that starts at token i
    std::vector<std::uint32_t> lengths;
    Lists starts;
    std::vector<TextHash> hashes;  // of the strings of the n-grams
    Lists synsets;

    std::uint32_t size() const { return static_cast<std::uint32_t>(tokens.size()); }
    std::uint32_t kinds() const { return static_cast<std::uint32_t>(lengths.size()); }
    const std::uint32_t* gram(std::uint32_t kind) const {
        return tokens.data() + starts.items[starts.begin[kind]];
    }

    // Hash table from string and synset keys to n-grams: `heads` are the first entries of chains linked
    // by `next`.
    struct Entry {
        std::uint64_t key;
        std::uint32_t kind, next;
    };
    std::vector<std::uint32_t> heads;
    std::vector<Entry> entries;

    std::size_t bytes() const {
        return sizeof(CelabGrams) +
               4 * (tokens.size() + at.size() + lengths.size() + starts.items.size() +
                    synsets.items.size() + heads.size()) +
               16 * (hashes.size() + entries.size());
    }
    void make(std::vector<std::uint32_t> reference_tokens, std::uint32_t order, const Phrases& phrases);
    std::uint32_t head(std::uint64_t key) const { return heads[key & (heads.size() - 1)]; }

  private:
    void number_grams();
    void insert(std::uint64_t key, std::uint32_t kind);
    std::vector<std::uint32_t>
        order_;  // the n-gram at each position, in order of occurrence; used to fill `starts`
};

// Encodes token ids as n-grams up to a maximum length.
class GramEncoder final : public EncoderOf<GramEncoder, CelabGrams> {
  public:
    struct Workspace {
        std::vector<std::string> none;
        std::vector<std::string>& missing() { return none; }
    };

    GramEncoder(const Phrases& phrases, std::uint32_t order);
    ~GramEncoder() override;

    const Phrases& lexicon() const { return phrases_; }
    ReadWriteLock& lexicon_lock() const override { return phrases_.lock; }
    ReadWriteLock::ReadGuard comparison_lock() override { return phrases_.lock.read(); }
    std::uint32_t order() const { return order_; }
    // The words of the text are token ids.
    bool make(const AnalysedText& text, Workspace&, CelabGrams& grams) const;
    // Texts cannot be encoded without their token ids.
    bool make(std::string_view, Workspace&, CelabGrams&) const;
    void finish(CelabGrams&) const {}

  private:
    const Phrases& phrases_;
    std::uint32_t order_;
};

// Use one instance per thread.
class Celab {
  public:
    double score(const CelabGrams& reference, const CelabGrams& candidate, const Phrases& phrases,
                 const CelabSettings& settings);

  private:
    void link(const CelabGrams& reference, const CelabGrams& candidate, const Phrases& phrases);
    bool share(const CelabGrams& reference, std::uint32_t kind, const CelabGrams& candidate,
               const Phrases& phrases);
    void join(const CelabGrams& candidate, std::span<const std::uint32_t> firsts,
              std::span<const std::uint32_t> rests, const Phrases& phrases);

    Lists pieces_, links_, back_;
    std::vector<char> varied_;
    std::vector<std::uint32_t> partners_;
    Covering covering_;
};

}  // namespace tesla::celab
