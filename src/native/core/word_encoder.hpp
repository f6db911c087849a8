// Texts to the words that bags are made of.
#pragma once

#include <memory>

#include "codes.hpp"
#include "lexicon.hpp"

namespace tesla {

class WordEncoder {
  public:
    using Code = Words;
    struct Room {
        Lexicon::Scratch analysis;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    WordEncoder(const Lexicon& lexicon, std::size_t most_bytes) : kept(most_bytes), lexicon_(lexicon) {}

    const Lexicon& lexicon() const { return lexicon_; }
    Nothing hold() const { return {}; }
    void learn() {}
    template <class Text>
    std::shared_ptr<const Words> make(const Text& text, Room& room, bool) const {
        const auto made = std::make_shared<Words>();
        return lexicon_.analyse(text, room.analysis, *made) ? made : nullptr;
    }

    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<Words> kept;

  private:
    const Lexicon& lexicon_;
};

}  // namespace tesla
