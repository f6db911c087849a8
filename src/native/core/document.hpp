// A text of several sentences as bags of words and skip bigrams, weighed by whole numbers: see
// matching/skips.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "words.hpp"

namespace tesla {

// Distinct grams in ascending order, with what all of each weigh together.
struct GramBag {
    std::vector<std::uint64_t> keys;
    std::vector<std::int64_t> weights;
    std::int64_t total = 0;
};

struct Document {
    GramBag words, skips;

    std::size_t bytes() const { return sizeof(Document) + (words.keys.size() + skips.keys.size()) * 16; }
};

// A skip bigram is two words of a sentence with at most `gap` words between; a function word
// multiplies weights, which are in units of 1/q and of 1/q^2, by p/q.
struct SkipSettings {
    std::size_t gap;
    std::int64_t p, q;
};

using Grams = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // with what each weighs

// The bag of these, which are put in order.
void gather(Grams& grams, GramBag& bag);

// F of what is shared, all three in the same units; `neither` where there is nothing on either side.
double bag_f(double shared, double reference, double candidate, double alpha, double neither);

// Collects the words of a document, a sentence at a time.
class DocumentMaker {
  public:
    void begin();
    void add(const Words& sentence, const SkipSettings& settings);
    void finish(Document& document);

  private:
    Grams words_, skips_;
};

// The F of words and of skip bigrams, into two places; where neither side has any of these, as of
// words, and without words 1.
void compare_documents(const Document& reference, const Document& candidate, std::int64_t q,
                       double alpha, double* out);

}  // namespace tesla
