// TESLA-CELAB's part of the Python face.
#include "celab.hpp"

#include "bound.hpp"

namespace tesla {

namespace {

std::string_view view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

struct CoverScore {
    const Phrases* phrases;
    const CelabSettings* settings;
    Celab celab{};

    void operator()(const Grams& reference, const Grams& candidate, double* out) {
        *out = celab.score(reference, candidate, *phrases, *settings);
    }
};

}  // namespace

void bind_celab(nb::module_& m) {
    // Strings come as bytes: a lone surrogate has no UTF-8.
    nb::class_<Phrases>(m, "Phrases")
        .def(nb::init<std::string, const std::vector<std::string>&>(), "joint"_a, "spellings"_a)
        .def(
            "add_token",
            [](Phrases& self, const nb::bytes& token, const nb::bytes& folded) {
                const auto lock = alone(self.gate);
                return self.add_token(view(token), view(folded));
            },
            "token"_a, "folded"_a)
        .def(
            "add_word",
            [](Phrases& self, const nb::bytes& word, const std::vector<std::uint32_t>& synsets) {
                const auto lock = alone(self.gate);
                self.add_word(view(word), synsets);
            },
            "word"_a, "synsets"_a)
        .def(
            "add_words",
            [](Phrases& self, const nb::bytes& lines) {
                const auto lock = alone(self.gate);
                self.add_words(view(lines));
            },
            "lines"_a);

    bind_codes<Grams>(m, "GramCodes");
    nb::class_<GramEncoder>(m, "GramEncoder")
        .def(
            "__init__",
            [](GramEncoder* self, const Phrases& phrases, std::uint32_t order) {
                if (!order) throw nb::value_error("n-grams of no length");
                new (self) GramEncoder(phrases, order);
            },
            "phrases"_a, "order"_a, nb::keep_alive<1, 2>())
        .def(
            "encode",
            [](GramEncoder& self, const std::vector<std::vector<std::uint32_t>>& texts,
               unsigned threads) {
                Codes<Grams> made;
                nb::gil_scoped_release release;
                const auto inside = working().begin();
                encode(self, texts, false, threads, made);
                return made;
            },
            "texts"_a, "threads"_a)
        .def(
            "compare",
            [](GramEncoder& self, const Codes<Grams>& references, const Codes<Grams>& candidates,
               const Places& left, const Places& right, double f, std::vector<double> weights,
               unsigned threads) {
                if (weights.size() != self.order()) throw nb::value_error("one weight for each length");
                const CelabSettings settings{self.order(), f, std::move(weights)};
                return compare_codes(self, references, candidates, left, right, 1, threads, [&] {
                    return CoverScore{&self.lexicon(), &settings};
                });
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, nb::kw_only(), "f"_a, "weights"_a,
            "threads"_a);
}

}  // namespace tesla
