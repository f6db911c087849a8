// Lemmas of ASCII words by their parts of speech: what analysis/lemmas/lemmatizer.py says of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front_coded.hpp"
#include "text.hpp"

namespace tesla {

class PlainLemmas {
  public:
    // As in languages/lemmas.py.
    struct Facts {
        struct Exception {
            std::string form, upos, lemma;  // an empty part of speech is any
        };
        std::vector<Exception> exceptions;
        std::vector<std::pair<std::string, std::string>> kept_endings;  // part of speech, ending
        std::vector<std::pair<std::string, std::string>> verb_endings;  // and that of the infinitive
        std::vector<std::string> infinitives;
        std::string verb_probe;
        bool keeps_names, capital_nouns;
        bool english;  // else what needs a rule is odd
    };
    // A form with what is asked of it for each part of speech.
    struct Spelled {
        std::string form, low, base, low_base;  // lemmas whatever the part of speech
        bool listed;                            // the dictionary has the form
    };

    // The dictionary must live as long as this does.
    PlainLemmas(Facts facts, const FrontCoded& words) : facts_(std::move(facts)), words_(words) {}

    // Both throw OddWord where Python must be asked.
    Spelled spelled(std::string_view form) const;
    // In lower case.
    std::string lemma(const Spelled& word, std::string_view upos) const;

  private:
    // The lemma whatever the part of speech; `found` is what the dictionary has.
    std::string base(std::string_view form, std::optional<std::string> found) const;
    // Whether the dictionary lists a form with another apostrophe.
    bool is_written_otherwise(std::string_view form) const;
    bool is_verb(std::string_view lemma) const;
    std::string verb(std::string_view low, const std::string& lemma) const;
    const std::string* exception(std::string_view low, std::string_view upos) const;
    bool is_kept(std::string_view low, std::string_view upos) const;

    Facts facts_;
    const FrontCoded& words_;
};

}  // namespace tesla
