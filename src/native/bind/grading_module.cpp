// The part of the Python face that grades words and counts characters.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "grading.hpp"
#include "kept_batches.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tesla {

namespace {

struct Worker {
    const Engine* engine;
    const Grading* grading;
    Engine::Scratch analysis;
    Grading::Scratch scratch;
    GradedText text;

    Worker(const Engine& engine, const Grading& grading) : engine(&engine), grading(&grading) {
        analysis.with_characters = true;
    }
    bool make(std::string_view line) { return make(line, text); }
    std::shared_ptr<const GradedReference> keep(std::string_view line) {
        auto kept = std::make_shared<GradedReference>();
        if (!make(line, kept->text)) return nullptr;
        kept->index.fill(kept->text.grams);
        return kept;
    }
    void features(const GradedReference& reference, double* out) {
        grading->features(reference, text, scratch, out);
    }
    static std::size_t size(std::string_view line, const GradedReference& kept) {
        return line.size() + kept.text.bytes() + kept.index.bytes();
    }

  private:
    bool make(std::string_view line, GradedText& into) {
        if (!engine->analyse(line, analysis, into.words)) return false;
        into.characters.swap(analysis.characters);
        grading->make(into);
        return true;
    }
};

}  // namespace

void bind_grading(nb::module_& m) {
    nb::class_<GradingSettings>(m, "GradingSettings")
        .def(
            "__init__",
            [](GradingSettings* self, unsigned order, unsigned characters, double lemma, double synonym,
               double synset, double paraphrase, double tag, double function, double spelling,
               double unknown, double least, double alpha, double character_alpha, double stand_in) {
                new (self) GradingSettings{order,      characters, lemma,           synonym,  synset,
                                           paraphrase, tag,        function,        spelling, unknown,
                                           least,      alpha,      character_alpha, stand_in};
            },
            "order"_a, "characters"_a, "lemma"_a, "synonym"_a, "synset"_a, "paraphrase"_a, "tag"_a,
            "function"_a, "spelling"_a, "unknown"_a, "least"_a, "alpha"_a, "character_alpha"_a,
            "stand_in"_a);

    nb::class_<Grading>(m, "Grading")
        .def(
            "__init__",
            [](Grading* self, std::uint64_t sentences, const nb::bytes& frequencies,
               const nb::bytes& paraphrases, const GradingSettings& settings) {
                const auto view = [](const nb::bytes& body) {
                    return std::string_view(body.c_str(), body.size());
                };
                new (self) Grading(sentences, view(frequencies), view(paraphrases), settings);
            },
            "sentences"_a, "frequencies"_a, "paraphrases"_a, "settings"_a)
        .def("forget_texts", [](Grading& self) { self.references.clear(); })
        .def(
            "score",
            [](Grading& self, const Engine& engine, const Texts& hypotheses, const Texts& references,
               unsigned threads) {
                return score_pairs(
                    self.references, hypotheses, references, self.settings().width(), threads,
                    [&] { self.learn(engine); }, [&] { return Worker(engine, self); });
            },
            "engine"_a, "hypotheses"_a, "references"_a, "threads"_a)
        .def(
            "matrix",
            [](Grading& self, const Engine& engine, const Texts& hypotheses, const Texts& references,
               unsigned threads) {
                return score_matrix(
                    self.references, hypotheses, references, self.settings().width(), threads,
                    [&] { self.learn(engine); }, [&] { return Worker(engine, self); });
            },
            "engine"_a, "hypotheses"_a, "references"_a, "threads"_a);
}

}  // namespace tesla
