// Lemmas of ASCII words by part of speech, as in text/lemmatizer.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/front_coded.hpp"
#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

class PlainLemmas {
  public:
    // As in text/languages/base.py.
    struct Facts {
        struct Exception {
            std::string form, upos, lemma;  // an empty part of speech matches any
        };
        std::vector<Exception> exceptions;
        std::vector<std::pair<std::string, std::string>> kept_endings;  // part of speech, ending
        std::vector<std::pair<std::string, std::string>>
            verb_endings;  // ending, and that of the infinitive
        std::vector<std::string> infinitives;
        std::string verb_probe;
        bool keeps_names, capital_nouns;
        bool english;  // otherwise words that need a rule are unsupported
    };
    // A form with the lookups that all parts of speech share.
    struct Spelled {
        std::string form, low, base, low_base;  // lemmas independent of the part of speech
        bool listed;                            // the dictionary has the form
    };

    // The dictionary must outlive this object.
    PlainLemmas(Facts facts, const FrontCoded& words) : facts_(std::move(facts)), words_(words) {}

    // Both throw UnsupportedWord if only Python can analyse the word.
    Spelled spelled(std::string_view form) const;
    // In lower case.
    std::string lemma(const Spelled& word, std::string_view upos) const;

  private:
    // Return the lemma independent of the part of speech, given the entry of the dictionary.
    std::string base(std::string_view form, std::optional<std::string> found) const;
    // Return whether the dictionary has the form with another apostrophe.
    bool is_written_otherwise(std::string_view form) const;
    bool is_verb(std::string_view lemma) const;
    std::string verb(std::string_view low, const std::string& lemma) const;
    const std::string* exception(std::string_view low, std::string_view upos) const;
    bool is_kept(std::string_view low, std::string_view upos) const;

    Facts facts_;
    const FrontCoded& words_;
};

}  // namespace tesla::text
