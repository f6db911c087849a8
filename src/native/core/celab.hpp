// TESLA-CELAB from tokens to scores: matching/grams.py, matching/links.py and comparing/covers.py.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "codes.hpp"
#include "covering.hpp"
#include "lists.hpp"
#include "phrases.hpp"

namespace tesla {

struct CelabSettings {
    std::uint32_t order;
    double f;
    std::vector<double> weights;  // one for each length, the greatest 1
};

// The distinct n-grams of a text, and what each can be recognised by.
struct Grams {
    std::vector<std::uint32_t> tokens;
    std::uint32_t order = 0;
    std::vector<std::uint32_t> at;  // at[(n - 1) * size + i]: the n-gram that starts at token i
    std::vector<std::uint32_t> lengths;
    Lists starts;
    std::vector<TextHash> hashes;  // of their strings
    Lists synsets;

    std::uint32_t size() const { return static_cast<std::uint32_t>(tokens.size()); }
    std::uint32_t kinds() const { return static_cast<std::uint32_t>(lengths.size()); }
    const std::uint32_t* gram(std::uint32_t kind) const {
        return tokens.data() + starts.items[starts.begin[kind]];
    }

    // Kinds by string and by synset: slots begin chains through `next`.
    struct Entry {
        std::uint64_t key;
        std::uint32_t kind, next;
    };
    std::vector<std::uint32_t> heads;
    std::vector<Entry> entries;

    std::size_t bytes() const {
        return sizeof(Grams) +
               4 * (tokens.size() + at.size() + lengths.size() + starts.items.size() +
                    synsets.items.size() + heads.size()) +
               16 * (hashes.size() + entries.size());
    }
    void make(std::vector<std::uint32_t> own, std::uint32_t order, const Phrases& phrases);
    std::uint32_t head(std::uint64_t key) const { return heads[key & (heads.size() - 1)]; }

  private:
    void number();
    void insert(std::uint64_t key, std::uint32_t kind);
    std::vector<std::uint32_t> order_;  // of arrival: the kind at each place, for `starts`
};

// Texts as the numbers of their tokens become the n-grams up to a length.
class GramEncoder {
  public:
    using Code = Grams;
    static constexpr bool kSided = false;
    struct Room {
        std::vector<std::string> none;
        std::vector<std::string>& missing() { return none; }
    };

    GramEncoder(const Phrases& phrases, std::uint32_t order) : phrases_(phrases), order_(order) {}

    const Phrases& lexicon() const { return phrases_; }
    Gate::Read hold() const { return phrases_.gate.read(); }
    std::uint32_t order() const { return order_; }
    bool behind() const { return false; }
    void learn() {}
    bool make(const std::vector<std::uint32_t>& tokens, Room&, Grams& grams) const;
    void finish(Grams&) const {}

    const std::uint64_t id = next_id();
    Gate gate;
    Pool<Grams> pool;

  private:
    const Phrases& phrases_;
    std::uint32_t order_;
};

// One a thread.
class Celab {
  public:
    double score(const Grams& reference, const Grams& candidate, const Phrases& phrases,
                 const CelabSettings& settings);

  private:
    void link(const Grams& reference, const Grams& candidate, const Phrases& phrases);
    bool share(const Grams& reference, std::uint32_t kind, const Grams& candidate,
               const Phrases& phrases);
    void join(const Grams& candidate, std::span<const std::uint32_t> firsts,
              std::span<const std::uint32_t> rests, const Phrases& phrases);

    Lists pieces_, links_, back_;
    std::vector<char> varied_;
    std::vector<std::uint32_t> found_;
    Covering covering_;
};

}  // namespace tesla
