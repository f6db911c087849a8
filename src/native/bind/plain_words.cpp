// Bindings of the rules that tokenise plain text, and of the analysis of its words.
#include "text/plain_words.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind_codes.hpp"
#include "text/lexicon.hpp"
#include "text/plain_rules.hpp"

namespace tesla {

namespace {

using Strings = std::vector<std::string>;
using TextPairs = std::vector<std::pair<std::string, std::string>>;
using Contractions = std::vector<std::pair<std::string, std::vector<std::size_t>>>;
using Exceptions = std::vector<std::tuple<std::string, std::string, std::string>>;
using Described = std::tuple<std::vector<std::uint32_t>, std::string, std::string, bool, bool, Strings,
                             std::vector<std::vector<std::int32_t>>, std::string, Strings>;

std::vector<PlainLemmas::Facts::Exception> exceptions_of(const Exceptions& given) {
    std::vector<PlainLemmas::Facts::Exception> exceptions;
    for (const auto& [form, upos, lemma] : given) exceptions.push_back({form, upos, lemma});
    return exceptions;
}

std::optional<Described> look_up(const PlainWords& words, std::string_view form) {
    const auto word = words.word(form);
    if (!word) return std::nullopt;
    std::vector<std::vector<std::int32_t>> synsets;
    for (const auto& lemma : word->lemmas) synsets.push_back(words.synsets(lemma));
    return Described{{word->candidates.begin(), word->candidates.end()},
                     word->kind,
                     word->base,
                     word->listed,
                     word->counts,
                     word->lemmas,
                     std::move(synsets),
                     word->surface,
                     word->facts};
}

}  // namespace

void bind_plain_words(nb::module_& m) {
    nb::class_<PlainRules>(m, "PlainRules")
        .def(
            "__init__",
            [](PlainRules* self, Contractions contractions, Strings uncontracted, Strings abbreviations,
               Strings units, Strings suffixes, Strings apostrophe_words, Strings whole_words,
               Strings hyphen_prefixes, std::string runs, std::string odd_endings, bool initials,
               bool marks_run, bool split_hyphens, bool elisions, bool hyphen_clitics,
               std::size_t ordinal_digits) {
                new (self) PlainRules({std::move(contractions), std::move(uncontracted),
                                       std::move(abbreviations), std::move(units), std::move(suffixes),
                                       std::move(apostrophe_words), std::move(whole_words),
                                       std::move(hyphen_prefixes), std::move(runs),
                                       std::move(odd_endings), initials, marks_run, split_hyphens,
                                       elisions, hyphen_clitics, ordinal_digits});
            },
            nb::kw_only(), "contractions"_a, "uncontracted"_a, "abbreviations"_a, "units"_a,
            "suffixes"_a, "apostrophe_words"_a, "whole_words"_a, "hyphen_prefixes"_a, "runs"_a,
            "odd_endings"_a, "initials"_a, "marks_run"_a, "split_hyphens"_a, "elisions"_a,
            "hyphen_clitics"_a, "ordinal_digits"_a,
            "How a language cuts plain chunks, as text/languages/base.py has it.")
        .def(
            "cut",
            [](const PlainRules& self, std::string_view chunk) {
                std::vector<std::string_view> words;
                return self.cut(chunk, words) ? std::optional(words) : std::nullopt;
            },
            "chunk"_a, "The words of a plain chunk; None where it is not plain.");
    nb::class_<PlainWords>(m, "PlainWords")
        .def(
            "__init__",
            [](PlainWords* self, const nb::bytes& tagged, const nb::bytes& synonyms,
               const FrontCoded& dictionary, Strings upos, bool splits, const Exceptions& exceptions,
               TextPairs kept_endings, TextPairs verb_endings, Strings infinitives,
               std::string verb_probe, bool keeps_names, bool capital_nouns, bool english,
               Strings odd_words, Strings odd_before_hyphens, Strings odd_prefixes, Strings odd_parts,
               Strings negating_prefixes, Strings negating_suffixes, std::string number_format) {
                TagCandidates candidates(view_of(tagged), upos.size());
                new (self)
                    PlainWords(candidates, std::move(upos), splits,
                               PlainLemmas({exceptions_of(exceptions), std::move(kept_endings),
                                            std::move(verb_endings), std::move(infinitives),
                                            std::move(verb_probe), keeps_names, capital_nouns, english},
                                           dictionary),
                               PlainFacts({std::move(odd_words), std::move(odd_before_hyphens),
                                           std::move(odd_prefixes), std::move(odd_parts)},
                                          {std::move(negating_prefixes), std::move(negating_suffixes)},
                                          std::move(number_format)),
                               SortedLines(view_of(synonyms)));
            },
            nb::kw_only(), "tagged"_a, "synonyms"_a, "dictionary"_a, "upos"_a, "splits"_a,
            "exceptions"_a, "kept_endings"_a, "verb_endings"_a, "infinitives"_a, "verb_probe"_a,
            "keeps_names"_a, "capital_nouns"_a, "english"_a, "odd_words"_a, "odd_before_hyphens"_a,
            "odd_prefixes"_a, "odd_parts"_a, "negating_prefixes"_a, "negating_suffixes"_a,
            "number_format"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
            "Analyse ASCII words without Python.")
        .def("look_up", &look_up, "form"_a,
             "Candidates, kind, base, whether it is listed and counts, lemmas and synsets by candidate, "
             "surface and its facts; None where Python must be asked.")
        .def(
            "learn",
            [](const PlainWords& self, const Strings& forms, Lexicon& lexicon) {
                Strings odd;
                {
                    const auto lock = exclusive_lock(lexicon.lock);
                    odd = self.learn(forms, lexicon);
                }
                return odd;
            },
            "forms"_a, "lexicon"_a,
            "Adds words to a lexicon; gives those that Python must be asked for.");
}

}  // namespace tesla
