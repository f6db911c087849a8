// Encodes texts as the words that bags of n-grams consist of.
#pragma once

#include <memory>

#include "base/namespaces.hpp"
#include "text/codes.hpp"
#include "text/lexicon.hpp"

namespace tesla::matching {

class WordEncoder final : public EncoderOf<WordEncoder, Words> {
  public:
    struct Workspace {
        Lexicon::Workspace analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    WordEncoder(const Lexicon& lexicon, std::size_t max_cache_bytes);
    ~WordEncoder() override;

    ReadWriteLock& lexicon_lock() const override { return lexicon_.lock; }
    template <class Text>
    bool make(const Text& text, Workspace& workspace, Words& words) const {
        return lexicon_.analyse(text, workspace.analysis, words);
    }
    void finish(Words&) const {}

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla::matching
