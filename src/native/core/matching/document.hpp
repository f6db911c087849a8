// A text of several sentences as bags of words and skip bigrams with integer weights: see
// core/matching/skip_bigrams.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "text/words.hpp"

namespace tesla::matching {

// Distinct n-grams in ascending order, with the total weight of each.
struct GramBag {
    std::vector<std::uint64_t> keys;
    std::vector<std::int64_t> weights;
    std::int64_t total = 0;
};

struct Document {
    GramBag words, skips;

    std::size_t bytes() const { return sizeof(Document) + (words.keys.size() + skips.keys.size()) * 16; }
};

// A skip bigram is two words of a sentence with at most `gap` words between them. A function word
// multiplies the weight by p/q; weights are in units of 1/q (words) and 1/q^2 (skip bigrams).
struct SkipSettings {
    std::size_t gap;
    std::int64_t p, q;
};

using WeightedGrams = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // pairs of key and weight

// Sort the n-grams and build their bag.
void gather(WeightedGrams& grams, GramBag& bag);

// Return F of the shared weight, all three in the same units; `neither` if both bags are empty.
double bag_f(double shared, double reference, double candidate, double alpha, double neither);

// Collects the words of a document, one sentence at a time.
class DocumentMaker {
  public:
    void begin();
    void add(const Words& sentence, const SkipSettings& settings);
    void finish(Document& document);

  private:
    WeightedGrams words_, skips_;
};

// Write the F of words and of skip bigrams. If neither text has skip bigrams, their F is that of words;
// if neither has words, it is 1.
void compare_documents(const Document& reference, const Document& candidate, std::int64_t q,
                       double alpha, double* out);

}  // namespace tesla::matching
