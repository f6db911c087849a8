// simplemma's rules for English words, in ASCII: the same as analysis/lemmas/english.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "front_coded.hpp"

namespace tesla {

// What a dictionary has for a form or for its other case.
std::optional<std::string> look_up(const FrontCoded& words, std::string_view form);

// The same with other apostrophes too.
std::optional<std::string> english_listed(const FrontCoded& words, std::string_view form);

// The lemma of a form that is not listed as it is.
std::string english_lemma(const FrontCoded& words, std::string_view form);

}  // namespace tesla
