// Bindings of TESLA-CELAB.
#include "celab/celab.hpp"

#include "bind_codes.hpp"

namespace tesla {

namespace {

struct CoverScore {
    const Phrases* phrases;
    const CelabSettings* settings;
    Celab celab{};

    void operator()(const CelabGrams& reference, const CelabGrams& candidate, double* out) {
        *out = celab.score(reference, candidate, *phrases, *settings);
    }
};

}  // namespace

void bind_celab(nb::module_& m) {
    // Strings are passed as bytes, since a lone surrogate has no UTF-8 encoding.
    nb::class_<Phrases>(m, "Phrases")
        .def(nb::init<std::string, const std::vector<std::string>&>(), "joint"_a, "spellings"_a)
        .def(
            "add_token",
            [](Phrases& self, const nb::bytes& token, const nb::bytes& folded) {
                const auto lock = exclusive_lock(self.lock);
                return self.add_token(view_of(token), view_of(folded));
            },
            "token"_a, "folded"_a)
        .def(
            "add_word",
            [](Phrases& self, const nb::bytes& word, const std::vector<std::uint32_t>& synsets) {
                const auto lock = exclusive_lock(self.lock);
                self.add_word(view_of(word), synsets);
            },
            "word"_a, "synsets"_a)
        .def(
            "add_words",
            [](Phrases& self, const nb::bytes& lines) {
                const auto lock = exclusive_lock(self.lock);
                self.add_words(view_of(lines));
            },
            "lines"_a);

    nb::class_<GramEncoder, Encoder>(m, "GramEncoder")
        .def(
            "__init__",
            [](GramEncoder* self, const Phrases& phrases, std::uint32_t order) {
                if (!order) throw nb::value_error("n-grams of no length");
                new (self) GramEncoder(phrases, order);
            },
            "phrases"_a, "order"_a, nb::keep_alive<1, 2>())
        .def(
            "encode_tokens",
            [](GramEncoder& self, const std::vector<std::vector<std::uint32_t>>& texts,
               unsigned threads) {
                Codes codes;
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                std::vector<AnalysedText> analysed(texts.size());
                for (std::size_t i = 0; i < texts.size(); ++i) analysed[i].words = texts[i];
                encode(self, analysed, false, threads, codes);
                return codes;
            },
            "texts"_a, "threads"_a)
        .def(
            "compare",
            [](GramEncoder& self, const Codes& references, const Codes& candidates, const Places& left,
               const Places& right, double f, std::vector<double> weights, unsigned threads) {
                if (weights.size() != self.order()) throw nb::value_error("one weight for each length");
                const CelabSettings settings{self.order(), f, std::move(weights)};
                return compare_codes(self, references, candidates, left, right, 1, threads,
                                     comparers<CelabGrams>([&] {
                                         return CoverScore{&self.lexicon(), &settings};
                                     }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, nb::kw_only(), "f"_a, "weights"_a,
            "threads"_a);
}

}  // namespace tesla
