// The Python face of the native core. Strings cross once; results come back as numpy arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "batches.hpp"
#include "engine.hpp"
#include "graded.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tesla;

namespace {

std::size_t columns_of(const Settings& settings) {
    return settings.order * (settings.tag_features ? 2 : 1);
}

using Texts = std::vector<std::string_view>;

// Per thread: a matcher with its memory, and room for analysis.
struct Worker {
    Matcher matcher;
    Engine::Scratch scratch;
    Words words;
};

// Chunks that some worker met and nobody knows, each once.
std::vector<std::string> missing(std::vector<Worker>& workers) {
    std::vector<std::string> chunks;
    for (Worker& worker : workers) {
        chunks.insert(chunks.end(), worker.scratch.missing.begin(), worker.scratch.missing.end());
        worker.scratch.missing.clear();
    }
    std::sort(chunks.begin(), chunks.end());
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    return chunks;
}

// References are analysed once and remembered; hypotheses come and go. A text with a chunk that
// is not known yet leaves its place empty.
std::vector<std::shared_ptr<const Words>> references(Engine& engine, const Texts& texts,
                                                     std::vector<Worker>& workers) {
    std::vector<std::shared_ptr<const Words>> all(texts.size());
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!(all[i] = engine.texts.find(texts[i]))) fresh.push_back(i);
    const auto threads = useful(static_cast<unsigned>(workers.size()), fresh.size());
    in_threads(fresh.size(), threads, [&](std::size_t k, unsigned t) {
        auto words = std::make_shared<Words>();
        if (engine.analyse(texts[fresh[k]], workers[t].scratch, *words))
            all[fresh[k]] = std::move(words);
    });
    for (const auto i : fresh)
        if (all[i]) engine.texts.keep(texts[i], all[i], all[i]->size() + 1);
    return all;
}

// Features, and the chunks to be learnt before they hold.
using Outcome = std::tuple<Doubles, std::vector<std::string>>;

// per(i) references stand against hypothesis i, reference(i, k) is the k-th of them.
template <class Reference>
Outcome score_texts(Engine& engine, const Texts& hypotheses, const Texts& reference_texts,
                    const Settings& settings, unsigned threads, std::size_t per, Reference reference) {
    const std::size_t width = columns_of(settings);
    std::vector<double> values(hypotheses.size() * per * width);
    std::vector<std::string> unknown;
    {
        nb::gil_scoped_release release;
        std::vector<Worker> workers(
            useful(threads, std::max(hypotheses.size(), reference_texts.size())));
        const auto refs = references(engine, reference_texts, workers);
        in_threads(hypotheses.size(), useful(threads, hypotheses.size()),
                   [&](std::size_t i, unsigned t) {
                       Worker& worker = workers[t];
                       if (!engine.analyse(hypotheses[i], worker.scratch, worker.words)) return;
                       for (std::size_t k = 0; k < per; ++k)
                           if (const auto& against = refs[reference(i, k)])
                               worker.matcher.features(*against, worker.words, settings,
                                                       &values[(i * per + k) * width]);
                   });
        unknown = missing(workers);
    }
    const std::size_t rows = hypotheses.size() * per;
    return {to_numpy(std::move(values), rows, width), std::move(unknown)};
}

Outcome score_pairs(Engine& engine, const Texts& hypotheses, const Texts& reference_texts,
                    const Settings& settings, unsigned threads) {
    if (hypotheses.size() != reference_texts.size()) throw nb::value_error("different lengths");
    return score_texts(engine, hypotheses, reference_texts, settings, threads, 1,
                       [](std::size_t i, std::size_t) { return i; });
}

// Rows in the order of hypotheses, references fastest.
Outcome score_matrix(Engine& engine, const Texts& hypotheses, const Texts& reference_texts,
                     const Settings& settings, unsigned threads) {
    return score_texts(engine, hypotheses, reference_texts, settings, threads, reference_texts.size(),
                       [](std::size_t, std::size_t k) { return k; });
}

using GivenFlows = std::vector<std::tuple<std::int32_t, std::int32_t, Amount>>;

}  // namespace

namespace tesla {
void bind_celab(nb::module_& m);
void bind_pivot(nb::module_& m);
void bind_grading(nb::module_& m);
}  // namespace tesla

NB_MODULE(_native, m) {
    m.doc() = "The native core: tagging, bags, matching, in batches.";

    nb::class_<Settings>(m, "Settings")
        .def(
            "__init__",
            [](Settings* self, unsigned order, double alpha, Amount p, Amount q, bool tags) {
                new (self) Settings{order, alpha, p, q, tags};
            },
            "order"_a, "alpha"_a, "p"_a, "q"_a, "tags"_a);

    nb::class_<Words>(m, "Words")
        .def(
            "__init__",
            [](Words* self, std::vector<std::int32_t> lemmas, std::vector<std::int32_t> tags,
               const std::vector<std::vector<std::int32_t>>& synsets,
               std::vector<std::uint8_t> function) {
                if (tags.size() != lemmas.size() || synsets.size() != lemmas.size() ||
                    function.size() != lemmas.size())
                    throw nb::value_error("lists of different lengths");
                for (auto& flag : function) flag = flag != 0;
                new (self) Words{std::move(lemmas),
                                 std::move(tags),
                                 std::move(function),
                                 {0},
                                 {},
                                 {},
                                 {},
                                 {},
                                 {},
                                 {}};
                for (const auto& own : synsets) {
                    self->synsets.insert(self->synsets.end(), own.begin(), own.end());
                    self->synset_begin.push_back(static_cast<std::uint32_t>(self->synsets.size()));
                }
            },
            "lemmas"_a, "tags"_a, "synsets"_a, "function"_a)
        .def("__len__", &Words::size);

    nb::class_<Matcher>(m, "Matcher")
        .def(nb::init<>())
        .def(
            "features",
            [](Matcher& self, const Words& reference, const Words& candidate, const Settings& settings) {
                std::vector<double> out(columns_of(settings));
                self.features(reference, candidate, settings, out.data());
                return out;
            },
            "reference"_a, "candidate"_a, "settings"_a)
        .def(
            "flows",
            [](Matcher& self, const Words& reference, const Words& candidate, const Settings& settings) {
                std::vector<std::tuple<Amount, GivenFlows>> result;
                const auto& matches = self.match(reference, candidate, settings, true);
                for (unsigned n = 0; n < settings.order; ++n) {
                    GivenFlows flows;
                    for (const Flow& flow : matches[n].flows)
                        flows.emplace_back(flow.x, flow.y, flow.amount);
                    result.emplace_back(matches[n].value, std::move(flows));
                }
                return result;
            },
            "reference"_a, "candidate"_a, "settings"_a,
            "For each n the value of s_ms, in units of 1 / (2n unit), and an optimal flow.");

    m.def(
        "match_batch",
        [](const std::vector<const Words*>& refs, const std::vector<const Words*>& candidates,
           const Settings& settings, unsigned threads) {
            if (refs.size() != candidates.size()) throw nb::value_error("different lengths");
            for (const auto* list : {&refs, &candidates})
                for (const Words* words : *list)
                    if (!words) throw nb::value_error("None among the words");
            const std::size_t width = columns_of(settings);
            std::vector<double> values(refs.size() * width);
            {
                nb::gil_scoped_release release;
                threads = useful(threads, refs.size());
                std::vector<Matcher> matchers(threads);
                in_threads(refs.size(), threads, [&](std::size_t i, unsigned t) {
                    matchers[t].features(*refs[i], *candidates[i], settings, &values[i * width]);
                });
            }
            return to_numpy(std::move(values), refs.size(), width);
        },
        "references"_a, "candidates"_a, "settings"_a, "threads"_a);

    m.def(
        "transport",
        [](const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& similarity,
           const std::vector<double>& supply, const std::vector<double>& demand) {
            if (similarity.shape(0) != supply.size() || similarity.shape(1) != demand.size())
                throw nb::value_error("weights do not fit the similarities");
            for (std::size_t i = 0; i < similarity.size(); ++i)
                if (!(similarity.data()[i] >= 0 && similarity.data()[i] <= 1))
                    throw nb::value_error("a similarity outside [0,1]");
            for (const auto* weights : {&supply, &demand})
                for (const double weight : *weights)
                    if (!(weight >= 0 && std::isfinite(weight)))
                        throw nb::value_error("a weight that is negative or no number");
            std::vector<GradedFlow> found;
            double value = 0;
            {
                nb::gil_scoped_release release;
                value = GradedSolver().solve(similarity.data(), supply, demand, &found);
            }
            std::vector<std::tuple<std::int32_t, std::int32_t, double>> flows;
            for (const auto& flow : found) flows.emplace_back(flow.x, flow.y, flow.amount);
            return std::tuple(value, std::move(flows));
        },
        "similarity"_a, "supply"_a, "demand"_a,
        "The transport problem for any similarity in [0,1] and any positive weights.");

    m.def(
        "plain_features",
        [](std::string_view form, std::string_view lemma, bool listed, std::string_view kind) {
            const WordFeatures f = plain_features(form, lemma, listed, kind);
            return std::vector{f.own,   f.inside, f.first,         f.before,   f.before2,
                               f.after, f.after2, f.with_previous, f.with_next};
        },
        "form"_a, "lemma"_a, "listed"_a, "kind"_a,
        "The tagger's features of an ASCII word, in the groups of tagging/features.py.");

    nb::class_<Engine>(m, "Engine")
        .def(
            "__init__",
            [](Engine* self, std::vector<std::string> labels, std::optional<nb::bytes> weights,
               const std::vector<std::tuple<std::int32_t, bool, bool, bool>>& facts) {
                if (facts.size() != labels.size() || labels.size() > 255)
                    throw nb::value_error("facts do not fit the labels");
                std::vector<LabelFacts> known;
                for (const auto& [tag, function, noun, name] : facts)
                    known.push_back({tag, function, noun, name});
                std::optional<Tagger> tagger;
                if (weights)
                    tagger.emplace(std::move(labels),
                                   std::string_view(weights->c_str(), weights->size()));
                new (self) Engine(std::move(tagger), std::move(known));
            },
            "labels"_a, "weights"_a.none(), "facts"_a)
        .def("find_word", &Engine::find_word, "form"_a)
        .def("find_lemma", &Engine::find_lemma, "lemma"_a)
        .def("add_lemma", &Engine::add_lemma, "lemma"_a, "synsets"_a)
        .def(
            "add_word",
            [](Engine& self, std::string_view form, bool counts,
               const std::vector<std::uint8_t>& candidates, std::string_view kind, std::string_view base,
               bool listed, const std::optional<std::vector<std::vector<std::string>>>& groups,
               const std::vector<std::uint32_t>& lemmas, std::vector<std::uint32_t> parts,
               std::uint32_t written, std::uint32_t number_word) {
                if (candidates.empty() || lemmas.size() != candidates.size())
                    throw nb::value_error("one lemma for each candidate");
                WordFeatures features;
                if (!groups) {
                    features = plain_features(form, base, listed, kind);
                } else if (groups->size() == 9) {
                    const auto& g = *groups;
                    features = {g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]};
                }
                return self.add_word(form, counts, candidates, kind, features, lemmas, std::move(parts),
                                     written, number_word);
            },
            "form"_a, "counts"_a, "candidates"_a, "kind"_a, "base"_a, "listed"_a, "features"_a.none(),
            "lemmas"_a, "parts"_a, "written"_a, "number_word"_a = 0)
        .def("add_form", &Engine::add_form, "form"_a, "digits"_a, "negates"_a)
        .def(
            "add_number_word",
            [](Engine& self, int kind, std::int64_t value, std::int64_t room, std::int64_t linked,
               std::int64_t most, bool alone) {
                if (kind < 0 || kind > static_cast<int>(NumberKind::link))
                    throw nb::value_error("no kind of number word");
                return self.add_number_word(
                    {static_cast<NumberKind>(kind), value, room, linked, most, alone});
            },
            "kind"_a, "value"_a, "room"_a, "linked"_a, "most"_a, "alone"_a)
        .def("add_chunk", &Engine::add_chunk, "chunk"_a, "words"_a, "characters"_a, "places"_a)
        .def_prop_ro("size", &Engine::size, "Words and chunks that are known.")
        .def("forget_words", &Engine::forget_words)
        .def("forget_texts", [](Engine& self) { self.texts.clear(); })
        .def("score", &score_pairs, "hypotheses"_a, "references"_a, "settings"_a, "threads"_a)
        .def("matrix", &score_matrix, "hypotheses"_a, "references"_a, "settings"_a, "threads"_a);

    bind_celab(m);
    bind_pivot(m);
    bind_grading(m);
}
