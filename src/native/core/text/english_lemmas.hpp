// simplemma's rules for English words in ASCII, as in text/lemmatizer.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/front_coded.hpp"
#include "base/namespaces.hpp"

namespace tesla::text {

// Return the dictionary entry of a form or of its other case.
std::optional<std::string> look_up(const FrontCoded& words, std::string_view form);

// The same, and with other apostrophes.
std::optional<std::string> english_listed(const FrontCoded& words, std::string_view form);

// Return the lemma of a form that is not in the dictionary as it is.
std::string english_lemma(const FrontCoded& words, std::string_view form);

}  // namespace tesla::text
