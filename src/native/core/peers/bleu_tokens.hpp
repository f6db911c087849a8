// Tokenisation of BLEU: the rule-based tokenisers of sacreBLEU.
#pragma once

#include <string>
#include <string_view>

#include "base/namespaces.hpp"

namespace tesla::peers {

// None: split at white space. Mteval: the rules of mteval-v13a. Chinese: the same, and each Chinese
// character is a token. Characters: each character is a token.
enum class BleuTokens { None, Mteval, Chinese, Characters };

// Return the tokeniser with this sacreBLEU name; throws std::invalid_argument for other names.
BleuTokens bleu_tokens(std::string_view name);

// Memory is reused from text to text.
class BleuTokenizer {
  public:
    explicit BleuTokenizer(BleuTokens kind) : kind_(kind) {}
    // Return the text with white space between tokens; valid until the next call.
    std::string_view cut(std::string_view text);

  private:
    void apply_rules();

    BleuTokens kind_;
    std::string text_, next_;
};

}  // namespace tesla::peers
