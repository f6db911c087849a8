// Bindings of what lexicons learn from: an index of forms in a file, and the rules of plain chunks.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind_lexicon_learning.hpp"
#include "plain_rules.hpp"

namespace tesla {

using namespace nb::literals;

namespace {

Forms::Numbers numbers_of(const FileNumbers& array) { return {array.data(), array.size()}; }

Forms forms_of(const FileBytes& text, const std::vector<FileNumbers>& numbers, std::size_t facts,
               std::size_t labels) {
    if (numbers.size() != 10) throw nb::value_error("not the tables of an index of forms");
    const auto table = [&](std::size_t i) { return numbers_of(numbers[i]); };
    const std::string_view characters(reinterpret_cast<const char*>(text.data()), text.size());
    return {{characters, table(0), table(1), table(2), table(3), table(4), table(5), table(6), table(7),
             table(8), table(9)},
            facts,
            labels};
}

using Strings = std::vector<std::string>;
using Numbers = std::vector<std::uint32_t>;
using Described = std::tuple<Numbers, std::string_view, std::string_view, bool, bool, Strings,
                             std::vector<Numbers>, std::string_view, Strings>;

std::optional<Described> look_up(const Forms& forms, std::string_view form) {
    const auto number = forms.find(form);
    if (!number) return std::nullopt;
    const Forms::Word word = forms.word(*number);
    Strings lemmas, facts(word.facts.empty() ? forms.facts() : 0);
    std::vector<Numbers> synsets;
    for (const auto place : word.pattern) {
        lemmas.emplace_back(forms.lemma(word.lemmas[place]));
        const auto found = forms.synsets(word.lemmas[place]);
        synsets.emplace_back(found.begin(), found.end());
    }
    if (!facts.empty()) facts[0] = word.surface;
    for (const auto fact : word.facts) facts.emplace_back(forms.string(fact));
    return Described{{word.candidates.begin(), word.candidates.end()},
                     word.kind,
                     word.base,
                     word.listed,
                     word.counts,
                     std::move(lemmas),
                     std::move(synsets),
                     word.surface,
                     std::move(facts)};
}

using Contractions = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

}  // namespace

void bind_lexicon_learning(nb::module_& m) {
    nb::class_<FileForms>(m, "Forms")
        .def(
            "__init__",
            [](FileForms* self, FileBytes text, std::vector<FileNumbers> numbers, std::size_t facts,
               std::size_t labels) {
                Forms forms = forms_of(text, numbers, facts, labels);
                new (self) FileForms{std::move(text), std::move(numbers), forms};
            },
            "text"_a, "numbers"_a, nb::kw_only(), "facts"_a, "labels"_a,
            "Frequent forms and what is known of them, used where they lie.")
        .def("__len__", [](const FileForms& self) { return self.forms.size(); })
        .def(
            "look_up",
            [](const FileForms& self, std::string_view form) { return look_up(self.forms, form); },
            "form"_a,
            "Candidates, kind, base, whether it is listed and counts, lemmas and synsets by candidate, "
            "surface and its facts; None where there is no such form.");
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
}

}  // namespace tesla
