// Bindings of the native analyses of plain words, with the tables that Python passes for them.
#include "plain_words.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind_codes.hpp"
#include "bind_lexicon_learning.hpp"
#include "lexicon.hpp"

namespace tesla {

using namespace nb::literals;

namespace {

using Strings = std::vector<std::string>;
using TextPairs = std::vector<std::pair<std::string, std::string>>;
using Exceptions = std::vector<std::tuple<std::string, std::string, std::string>>;
using Described = std::tuple<std::vector<std::uint32_t>, std::string, std::string, bool, bool, Strings,
                             std::vector<std::vector<std::int32_t>>, std::string, Strings>;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

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
    nb::class_<PlainWords>(m, "PlainWords")
        .def(
            "__init__",
            [](PlainWords* self, const nb::bytes& tagged, const nb::bytes& synonyms,
               const FrontCoded& dictionary, Strings upos, bool splits, const Exceptions& exceptions,
               TextPairs kept_endings, TextPairs verb_endings, Strings infinitives,
               std::string verb_probe, bool keeps_names, bool capital_nouns, bool english,
               Strings odd_words, Strings odd_before_hyphens, Strings odd_prefixes, Strings odd_parts,
               Strings negating_prefixes, Strings negating_suffixes) {
                TagCandidates candidates(view(tagged), upos.size());
                new (self)
                    PlainWords(candidates, std::move(upos), splits,
                               PlainLemmas({exceptions_of(exceptions), std::move(kept_endings),
                                            std::move(verb_endings), std::move(infinitives),
                                            std::move(verb_probe), keeps_names, capital_nouns, english},
                                           dictionary),
                               PlainFacts({std::move(odd_words), std::move(odd_before_hyphens),
                                           std::move(odd_prefixes), std::move(odd_parts)},
                                          {std::move(negating_prefixes), std::move(negating_suffixes)}),
                               SortedLines(view(synonyms)));
            },
            nb::kw_only(), "tagged"_a, "synonyms"_a, "dictionary"_a, "upos"_a, "splits"_a,
            "exceptions"_a, "kept_endings"_a, "verb_endings"_a, "infinitives"_a, "verb_probe"_a,
            "keeps_names"_a, "capital_nouns"_a, "english"_a, "odd_words"_a, "odd_before_hyphens"_a,
            "odd_prefixes"_a, "odd_parts"_a, "negating_prefixes"_a, "negating_suffixes"_a,
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
            "How ASCII words are described that are in no index of forms.")
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
