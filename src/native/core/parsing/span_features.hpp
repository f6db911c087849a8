// Features of a chart parser: keys for spans and split points of a sentence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::parsing {

// A word by ids: the word (or the placeholder of rare ones), its tag, and the class of its tag (1 to
// 15).
struct ParsedWord {
    std::uint32_t word = 0, tag = 0, kind = 0;
};

using FeatureKey = std::uint32_t;

// The Python version is parsing/syntax/span_features.py. A key is the hash of a feature.
class SpanFeatures {
  public:
    using Keys = std::vector<FeatureKey>;

    explicit SpanFeatures(const std::vector<ParsedWord>& words);

    std::size_t size() const { return size_; }
    // Of a labelled span: features of its start, of its end, and of both.
    void start(std::size_t i, bool leaf, Keys& keys) const;
    void end(std::size_t j, bool leaf, Keys& keys) const;
    void span(std::size_t i, std::size_t j, Keys& keys) const;
    // Of a span split at k, with its label: features of k, of the left part, of the right part.
    void cut(std::size_t k, Keys& keys) const;
    void left(std::size_t i, std::size_t k, Keys& keys) const;
    void right(std::size_t k, std::size_t j, Keys& keys) const;
    // Of a rule applied at k.
    void rule(std::size_t k, Keys& keys) const;

  private:
    static constexpr std::size_t kPad = 3;
    std::uint32_t w(std::size_t i, int by = 0) const { return words_[i + kPad + by].word; }
    std::uint32_t t(std::size_t i, int by = 0) const { return words_[i + kPad + by].tag; }
    std::uint32_t mask(std::size_t i, std::size_t j) const;

    std::size_t size_;
    std::vector<ParsedWord> words_;            // padded by three empty words on either side
    std::vector<std::uint32_t> masks_, runs_;  // of the span from i to j, at i * size + j - 1
};

}  // namespace tesla::parsing
