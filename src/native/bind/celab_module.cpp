// TESLA-CELAB's part of the Python face.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "batches.hpp"
#include "celab.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tesla {

namespace {

using Texts = std::vector<std::vector<std::uint32_t>>;

std::string_view view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

void check(const Phrases& phrases, const Texts& texts) {
    for (const auto& text : texts)
        for (const auto token : text)
            if (token >= phrases.tokens()) throw nb::value_error("a token that was not added");
}

Doubles score_pairs(const Phrases& phrases, Texts references, Texts candidates,
                    const CelabSettings& settings, unsigned threads) {
    if (references.size() != candidates.size()) throw nb::value_error("different lengths");
    check(phrases, references);
    check(phrases, candidates);
    std::vector<double> scores(references.size());
    {
        nb::gil_scoped_release release;
        threads = useful(threads, references.size());
        struct Worker {
            Celab celab;
            Grams x, y;
        };
        std::vector<Worker> workers(threads);
        in_threads(references.size(), threads, [&](std::size_t i, unsigned t) {
            Worker& worker = workers[t];
            worker.x.make(std::move(references[i]), settings.order, phrases);
            worker.y.make(std::move(candidates[i]), settings.order, phrases);
            scores[i] = worker.celab.score(worker.x, worker.y, phrases, settings);
        });
    }
    const std::size_t rows = scores.size();
    return to_numpy(std::move(scores), rows, 1);
}

// A row a candidate.
Doubles score_matrix(const Phrases& phrases, Texts references, Texts candidates,
                     const CelabSettings& settings, unsigned threads) {
    check(phrases, references);
    check(phrases, candidates);
    const std::size_t rows = candidates.size(), columns = references.size();
    std::vector<double> scores(rows * columns);
    {
        nb::gil_scoped_release release;
        std::vector<Grams> xs(columns);
        in_threads(columns, useful(threads, columns), [&](std::size_t i, unsigned) {
            xs[i].make(std::move(references[i]), settings.order, phrases);
        });
        threads = useful(threads, rows);
        std::vector<Celab> workers(threads);
        std::vector<Grams> ys(threads);
        in_threads(rows, threads, [&](std::size_t i, unsigned t) {
            ys[t].make(std::move(candidates[i]), settings.order, phrases);
            for (std::size_t k = 0; k < columns; ++k)
                scores[i * columns + k] = workers[t].score(xs[k], ys[t], phrases, settings);
        });
    }
    return to_numpy(std::move(scores), rows, columns);
}

}  // namespace

void bind_celab(nb::module_& m) {
    nb::class_<CelabSettings>(m, "CelabSettings")
        .def(
            "__init__",
            [](CelabSettings* self, std::uint32_t order, double f, std::vector<double> weights) {
                if (!order || weights.size() != order)
                    throw nb::value_error("one weight for each length");
                new (self) CelabSettings{order, f, std::move(weights)};
            },
            "order"_a, "f"_a, "weights"_a);

    // Strings come as bytes: a lone surrogate has no UTF-8.
    nb::class_<Phrases>(m, "Phrases")
        .def(nb::init<std::string, const std::vector<std::string>&>(), "joint"_a, "spellings"_a)
        .def(
            "add_token",
            [](Phrases& self, const nb::bytes& token, const nb::bytes& folded) {
                return self.add_token(view(token), view(folded));
            },
            "token"_a, "folded"_a)
        .def(
            "add_word",
            [](Phrases& self, const nb::bytes& word, const std::vector<std::uint32_t>& synsets) {
                self.add_word(view(word), synsets);
            },
            "word"_a, "synsets"_a)
        .def(
            "add_words", [](Phrases& self, const nb::bytes& lines) { self.add_words(view(lines)); },
            "lines"_a)
        .def("score", &score_pairs, "references"_a, "candidates"_a, "settings"_a, "threads"_a)
        .def("matrix", &score_matrix, "references"_a, "candidates"_a, "settings"_a, "threads"_a);
}

}  // namespace tesla
