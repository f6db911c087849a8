// How BLEU cuts text into words: sacreBLEU's tokenisers that are rules of characters.
#pragma once

#include <string>
#include <string_view>

namespace tesla {

// None: at white space only; Mteval: mteval-v13a's rules; Chinese: these, and Chinese characters apart;
// Characters: all of them apart.
enum class BleuTokens { None, Mteval, Chinese, Characters };

// The one of sacreBLEU's name; std::invalid_argument for others.
BleuTokens bleu_tokens(std::string_view name);

// Keeps its memory from text to text.
class BleuTokenizer {
  public:
    explicit BleuTokenizer(BleuTokens kind) : kind_(kind) {}
    // The text with white space between its words; it lives until the next.
    std::string_view cut(std::string_view text);

  private:
    void apply_rules();

    BleuTokens kind_;
    std::string text_, next_;
};

}  // namespace tesla
