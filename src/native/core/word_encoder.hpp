// Encodes texts as the words that bags of n-grams consist of.
#pragma once

#include <memory>

#include "codes.hpp"
#include "lexicon.hpp"

namespace tesla {

class WordEncoder {
  public:
    using Code = Words;
    static constexpr bool kSided = false;  // references and candidates have the same codes
    struct Workspace {
        Lexicon::Workspace analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    WordEncoder(const Lexicon& lexicon, std::size_t most_bytes) : cache(most_bytes), lexicon_(lexicon) {}

    const Lexicon& lexicon() const { return lexicon_; }
    NoLock comparison_lock() const { return {}; }
    bool is_outdated() const { return false; }
    void learn() {}
    template <class Text>
    bool make(const Text& text, Workspace& workspace, Words& words) const {
        return lexicon_.analyse(text, workspace.analysis, words);
    }
    void finish(Words&) const {}

    const std::uint64_t id = next_id();
    ReadWriteLock lock;
    BoundedCache<Words> cache;
    Pool<Words> pool;

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla
