// Texts of several sentences to bags of their words: a line is a sentence.
#pragma once

#include <string_view>

#include "codes.hpp"
#include "document.hpp"
#include "lexicon.hpp"

namespace tesla {

// Among the words of a text that was analysed elsewhere: a sentence ends.
inline constexpr std::uint32_t kBreak = 0xFFFFFFFF;

// add(sentence) for each; false where one is not known. What is missing of later sentences is asked for
// at the same time.
template <class Add>
bool each_sentence(std::string_view text, Given&, Add add) {
    bool known = true;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        known = add(text.substr(start, end - start)) && known;
        start = end + 1;
    }
    return known;
}

template <class Add>
bool each_sentence(const Given& text, Given& sentence, Add add) {
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

class DocumentEncoder {
  public:
    using Code = Document;
    static constexpr bool kSided = false;  // references are as candidates are
    struct Room {
        Lexicon::Scratch analysis;
        Words words;
        Given sentence;
        DocumentMaker maker;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    DocumentEncoder(const Lexicon& lexicon, const SkipSettings& settings, std::size_t most_bytes)
        : settings(settings), kept(most_bytes), lexicon_(lexicon) {}

    const Lexicon& lexicon() const { return lexicon_; }
    Nothing hold() const { return {}; }
    bool behind() const { return false; }
    void learn() {}
    template <class Text>
    bool make(const Text& text, Room& room, Document& document) const {
        room.maker.begin();
        const bool known = each_sentence(text, room.sentence, [&](const auto& sentence) {
            if (!lexicon_.analyse(sentence, room.analysis, room.words)) return false;
            room.maker.add(room.words, settings);
            return true;
        });
        if (known) room.maker.finish(document);
        return known;
    }
    void finish(Document&) const {}

    const SkipSettings settings;
    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<Document> kept;
    Pool<Document> pool;

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla
