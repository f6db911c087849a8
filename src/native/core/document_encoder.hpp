// Texts of several sentences to bags of their words: a line is a sentence.
#pragma once

#include <string_view>

#include "codes.hpp"
#include "document.hpp"
#include "lexicon.hpp"

namespace tesla {

class DocumentEncoder {
  public:
    using Code = Document;
    static constexpr bool kSided = false;  // references are as candidates are
    // Among the words of a text that was analysed elsewhere: a sentence ends.
    static constexpr std::uint32_t kBreak = 0xFFFFFFFF;
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
    bool make(std::string_view text, Room& room, Document& document) const {
        room.maker.begin();
        bool known = true;
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = std::min(text.find('\n', start), text.size());
            // What is missing of later lines is asked for at the same time.
            known = add(text.substr(start, end - start), room) && known;
            start = end + 1;
        }
        if (known) room.maker.finish(document);
        return known;
    }
    bool make(const Given& text, Room& room, Document& document) const {
        room.maker.begin();
        room.sentence.words.clear();
        for (const auto word : text.words) {
            if (word != kBreak) {
                room.sentence.words.push_back(word);
                continue;
            }
            add(room.sentence, room);
            room.sentence.words.clear();
        }
        add(room.sentence, room);
        room.maker.finish(document);
        return true;
    }
    void finish(Document&) const {}

    const SkipSettings settings;
    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<Document> kept;
    Pool<Document> pool;

  private:
    template <class Text>
    bool add(const Text& sentence, Room& room) const {
        if (!lexicon_.analyse(sentence, room.analysis, room.words)) return false;
        room.maker.add(room.words, settings);
        return true;
    }

    const Lexicon& lexicon_;
};

}  // namespace tesla
