// Bindings of texts of several sentences.
#include "bind_codes.hpp"
#include "graded/graded_document.hpp"
#include "matching/document_encoder.hpp"

namespace tesla {

namespace {

struct DocumentFeatures {
    std::int64_t q;
    double alpha;

    void operator()(const Document& reference, const Document& candidate, double* out) const {
        compare_documents(reference, candidate, q, alpha, out);
    }
};

void check_gap(std::size_t gap) {
    if (gap > 1'000'000) throw nb::value_error("a gap that is too wide");
}

void bind_graded_documents(nb::module_& m) {
    nb::class_<GradedDocumentEncoder, Encoder> encoder(m, "GradedDocumentEncoder");
    encoder
        .def(
            "__init__",
            [](GradedDocumentEncoder* self, const Lexicon& lexicon, std::uint64_t sentences,
               const nb::bytes& frequencies, const nb::bytes& paraphrases, std::size_t gap,
               std::size_t most_bytes) {
                check_gap(gap);
                new (self) GradedDocumentEncoder(lexicon, sentences, view_of(frequencies),
                                                 view_of(paraphrases), gap, most_bytes);
            },
            "lexicon"_a, nb::kw_only(), "sentences"_a, "frequencies"_a, "paraphrases"_a, "gap"_a,
            "most_bytes"_a, nb::keep_alive<1, 2>())
        .def(
            "compare",
            [](GradedDocumentEncoder& self, const Codes& references, const Codes& candidates,
               const Places& left, const Places& right, const SimilarityWeights& similarity_weights,
               unsigned threads) {
                return compare_codes(self, references, candidates, left, right, 2, threads,
                                     comparers<GradedDocument>([&] {
                                         return GradedDocumentComparer(self, similarity_weights);
                                     }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "constants"_a, "threads"_a);
    encoder.attr("BREAK") = kBreak;
}

}  // namespace

void bind_documents(nb::module_& m) {
    bind_graded_documents(m);
    nb::class_<DocumentEncoder, Encoder> encoder(m, "DocumentEncoder");
    encoder
        .def(
            "__init__",
            [](DocumentEncoder* self, const Lexicon& lexicon, std::size_t gap, std::int64_t p,
               std::int64_t q, std::size_t most_bytes) {
                check_gap(gap);
                if (p < 1 || q < p)
                    throw nb::value_error("a discount that is not above 0 and at most 1");
                new (self) DocumentEncoder(lexicon, {gap, p, q}, most_bytes);
            },
            "lexicon"_a, nb::kw_only(), "gap"_a, "p"_a, "q"_a, "most_bytes"_a, nb::keep_alive<1, 2>())
        .def(
            "compare",
            [](DocumentEncoder& self, const Codes& references, const Codes& candidates,
               const Places& left, const Places& right, double alpha, unsigned threads) {
                return compare_codes(self, references, candidates, left, right, 2, threads,
                                     comparers<Document>([&] {
                                         return DocumentFeatures{self.settings.q, alpha};
                                     }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "alpha"_a, "threads"_a);
    encoder.attr("BREAK") = kBreak;
}

}  // namespace tesla
