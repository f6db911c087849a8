// Texts to the words that bags are made of.
#pragma once

#include <memory>

#include "codes.hpp"
#include "lexicon.hpp"

namespace tesla {

class WordEncoder {
  public:
    using Code = Words;
    static constexpr bool kSided = false;  // references are as candidates are
    struct Room {
        Lexicon::Scratch analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    WordEncoder(const Lexicon& lexicon, std::size_t most_bytes) : kept(most_bytes), lexicon_(lexicon) {}

    const Lexicon& lexicon() const { return lexicon_; }
    Nothing hold() const { return {}; }
    bool behind() const { return false; }
    void learn() {}
    template <class Text>
    bool make(const Text& text, Room& room, Words& words) const {
        return lexicon_.analyse(text, room.analysis, words);
    }
    void finish(Words&) const {}

    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<Words> kept;
    Pool<Words> pool;

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla
