// Bindings of the lexicon and of bags of words.
#include "text/lexicon.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "bind_codes.hpp"
#include "matching/matcher.hpp"
#include "matching/word_encoder.hpp"
#include "text/plain_rules.hpp"

namespace tesla {

namespace {

using FlowTuples = std::vector<std::tuple<std::int32_t, std::int32_t, Amount>>;
using LabelFacts = std::tuple<std::string, std::string, bool, bool, bool>;

Label label_of(const LabelFacts& facts) {
    const auto& [tag, upos, function, noun, name] = facts;
    return {tag, upos, function, noun, name};
}

std::size_t columns_of(const BagSettings& settings) {
    return settings.order * (settings.tag_features ? 2 : 1);
}

struct BagFeatures {
    const BagSettings* settings;
    Matcher matcher{};

    void operator()(const Words& reference, const Words& candidate, double* out) {
        matcher.features(reference, candidate, *settings, out);
    }
};

// For each n the value of s_ms, in units of 1 / (2n unit), and an optimal flow.
std::vector<std::tuple<Amount, FlowTuples>> flows(const Words& reference, const Words& candidate,
                                                  const BagSettings& settings) {
    std::vector<std::tuple<Amount, FlowTuples>> result;
    Matcher matcher;
    const auto& matches = matcher.match(reference, candidate, settings, true);
    for (unsigned n = 0; n < settings.order; ++n) {
        FlowTuples flows;
        for (const Flow& flow : matches[n].flows) flows.emplace_back(flow.x, flow.y, flow.amount);
        result.emplace_back(matches[n].value, std::move(flows));
    }
    return result;
}

WordFeatures features_of(const std::vector<std::vector<std::string>>& groups) {
    WordFeatures features;
    if (groups.size() != std::size(WordFeatures::kGroups))
        throw nb::value_error("features are not in their groups");
    for (std::size_t i = 0; i < groups.size(); ++i) features.*WordFeatures::kGroups[i] = groups[i];
    return features;
}

void bind_bags(nb::module_& m) {
    nb::class_<BagSettings>(m, "BagSettings")
        .def(
            "__init__",
            [](BagSettings* self, unsigned order, double alpha, Amount p, Amount q, bool tags) {
                new (self) BagSettings{order, alpha, p, q, tags};
            },
            nb::kw_only(), "order"_a, "alpha"_a, "p"_a, "q"_a, "tags"_a);

    nb::class_<WordEncoder, Encoder> encoder(m, "WordEncoder");
    encoder
        .def(nb::init<const Lexicon&, std::size_t>(), "lexicon"_a, nb::kw_only(), "most_bytes"_a,
             nb::keep_alive<1, 2>())
        .def(
            "compare",
            [](WordEncoder& self, const Codes& references, const Codes& candidates, const Places& left,
               const Places& right, const BagSettings& settings, unsigned threads) {
                return compare_codes(self, references, candidates, left, right, columns_of(settings),
                                     threads, comparers<Words>([&] { return BagFeatures{&settings}; }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "settings"_a, "threads"_a)
        .def(
            "flows",
            [](WordEncoder& self, const Codes& references, const Codes& candidates, std::int64_t left,
               std::int64_t right, const BagSettings& settings) {
                if (references.encoder != self.id || candidates.encoder != self.id)
                    throw nb::value_error("codes of another encoder");
                return flows(value_of<Words>(code_at(references, left)),
                             value_of<Words>(code_at(candidates, right)), settings);
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "settings"_a,
            "For each n the value of s_ms, in units of 1 / (2n unit), and an optimal flow.");
}

}  // namespace

void bind_lexicon(nb::module_& m) {
    nb::class_<Lexicon>(m, "Lexicon")
        .def(
            "__init__",
            [](Lexicon* self, std::vector<std::string> labels, std::optional<nb::bytes> weights,
               const std::vector<LabelFacts>& facts, std::vector<std::string> columns) {
                if (facts.size() != labels.size() || labels.size() > 255)
                    throw nb::value_error("facts do not fit the labels");
                std::vector<Label> known;
                for (const auto& one : facts) known.push_back(label_of(one));
                std::optional<Tagger> tagger;
                if (weights)
                    tagger.emplace(std::move(labels),
                                   std::string_view(weights->c_str(), weights->size()));
                new (self) Lexicon(std::move(tagger), known, std::move(columns));
            },
            "labels"_a, "weights"_a.none(), "facts"_a, "columns"_a,
            "A tagger with what its labels are, and the facts that surfaces have.")
        .def("find_word", &Lexicon::find_word, "form"_a)
        .def("find_lemma", &Lexicon::find_lemma, "lemma"_a)
        .def("find_surface", &Lexicon::find_surface, "surface"_a)
        .def(
            "add_lemma",
            [](Lexicon& self, std::string_view lemma, const std::vector<std::int32_t>& synsets) {
                const auto lock = exclusive_lock(self.lock);
                return self.add_lemma(lemma, synsets);
            },
            "lemma"_a, "synsets"_a)
        .def(
            "add_surface",
            [](Lexicon& self, std::string_view surface, std::vector<std::string> facts) {
                const auto lock = exclusive_lock(self.lock);
                return self.add_surface(surface, std::move(facts));
            },
            "surface"_a, "facts"_a)
        .def(
            "add_label",
            [](Lexicon& self, const LabelFacts& facts) {
                const auto lock = exclusive_lock(self.lock);
                return self.add_label(label_of(facts));
            },
            "facts"_a)
        .def(
            "add_given",
            [](Lexicon& self, std::uint32_t lemma, std::uint32_t label, std::uint32_t surface) {
                const auto lock = exclusive_lock(self.lock);
                return self.add_analysed(lemma, label, surface);
            },
            "lemma"_a, "label"_a, "surface"_a)
        .def(
            "add_word",
            [](Lexicon& self, std::string_view form, bool counts,
               const std::vector<std::uint8_t>& candidates, std::string_view kind, std::string_view base,
               bool listed, const std::optional<std::vector<std::vector<std::string>>>& groups,
               const std::vector<std::uint32_t>& lemmas, const std::vector<std::uint32_t>& parts,
               std::uint32_t surface) {
                if (candidates.empty() || lemmas.size() != candidates.size())
                    throw nb::value_error("one lemma for each candidate");
                if (!groups) {
                    const auto lock = exclusive_lock(self.lock);
                    return self.add_word({form, base, listed, kind}, counts, candidates, lemmas, parts,
                                         surface);
                }
                const auto features = features_of(*groups);
                const auto lock = exclusive_lock(self.lock);
                return self.add_word(form, counts, candidates, kind, features, lemmas, parts, surface);
            },
            "form"_a, nb::kw_only(), "counts"_a, "candidates"_a, "kind"_a, "base"_a, "listed"_a,
            "features"_a.none(), "lemmas"_a, "parts"_a, "surface"_a)
        .def(
            "add_chunk",
            [](Lexicon& self, std::string_view chunk, const std::vector<std::uint32_t>& words,
               const std::vector<std::uint32_t>& characters, const std::vector<Place>& places) {
                const auto lock = exclusive_lock(self.lock);
                self.add_chunk(chunk, words, characters, places);
            },
            "chunk"_a, "words"_a, "characters"_a, "places"_a)
        .def(
            "learn",
            [](Lexicon& self, const std::vector<std::string>& chunks, const PlainRules& rules) {
                Unlearned left;
                {
                    const auto lock = exclusive_lock(self.lock);
                    left = self.learn(chunks, rules);
                }
                return std::tuple(std::move(left.words), std::move(left.waiting),
                                  std::move(left.chunks));
            },
            "chunks"_a, "rules"_a,
            "Learns what is plain; gives words that are not known, chunks that wait for them, and "
            "chunks that are not plain.")
        .def_prop_ro("bytes", &Lexicon::bytes,
                     "What all that was added takes, with what encoders keep of it.");
    bind_bags(m);
}

}  // namespace tesla
