// Encodes texts of several sentences, one sentence per line, as bags of words.
#pragma once

#include <string_view>

#include "base/namespaces.hpp"
#include "matching/document.hpp"
#include "text/codes.hpp"
#include "text/lexicon.hpp"

namespace tesla::matching {

// Marks the end of a sentence among the word ids of an AnalysedText.
inline constexpr std::uint32_t kBreak = 0xFFFFFFFF;

// Call add(sentence) for each sentence; returns false if one has unknown chunks. All sentences are
// processed, so that the chunks missing in later ones are collected too.
template <class Add>
bool each_sentence(std::string_view text, AnalysedText&, Add add) {
    bool known = true;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        known = add(text.substr(start, end - start)) && known;
        start = end + 1;
    }
    return known;
}

template <class Add>
bool each_sentence(const AnalysedText& text, AnalysedText& sentence, Add add) {
    bool known = true;
    sentence.words.clear();
    for (const auto word : text.words) {
        if (word != kBreak) {
            sentence.words.push_back(word);
            continue;
        }
        known = add(sentence) && known;
        sentence.words.clear();
    }
    return add(sentence) && known;
}

class DocumentEncoder final : public EncoderOf<DocumentEncoder, Document> {
  public:
    struct Workspace {
        Lexicon::Workspace analysis;
        Words words;
        AnalysedText sentence;
        DocumentMaker maker;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    DocumentEncoder(const Lexicon& lexicon, const SkipSettings& settings, std::size_t max_cache_bytes);
    ~DocumentEncoder() override;

    ReadWriteLock& lexicon_lock() const override { return lexicon_.lock; }
    template <class Text>
    bool make(const Text& text, Workspace& workspace, Document& document) const {
        workspace.maker.begin();
        const bool known = each_sentence(text, workspace.sentence, [&](const auto& sentence) {
            if (!lexicon_.analyse(sentence, workspace.analysis, workspace.words)) return false;
            workspace.maker.add(workspace.words, settings);
            return true;
        });
        if (known) workspace.maker.finish(document);
        return known;
    }
    void finish(Document&) const {}

    const SkipSettings settings;

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla::matching
