// Bindings of the pivot features.
#include "bind_codes.hpp"
#include "pivot/pivot.hpp"
#include "pivot/together.hpp"

namespace tesla {

namespace {

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

Integers integers(const Array& array) {
    const auto type = array.dtype();
    const unsigned width = type.bits / 8;
    const bool whole = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt) ||
                       type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    if (!whole || type.lanes != 1 || (width != 1 && width != 2 && width != 4 && width != 8))
        throw nb::value_error("an array of other things than integers");
    return {array.data(), width, array.size()};
}

Integers rows(const Array& array, std::size_t columns) {
    if (array.ndim() != 2 || array.shape(1) != columns)
        throw nb::value_error("phrases of different widths");
    return integers(array);
}

const char* bytes(const Array& array) {
    if (array.itemsize() != 1) throw nb::value_error("words that are no bytes");
    return static_cast<const char*>(array.data());
}

struct PivotFeatures {
    unsigned order;
    double alpha;

    void operator()(const StoredBags& reference, const StoredBags& candidate, double* out) const {
        pivot_features(reference, candidate, order, alpha, out);
    }
};

struct TogetherFeature {
    void operator()(const StoredBags& reference, const StoredBags& candidate, double* out) const {
        *out = together_f1(reference, candidate);
    }
};

// The arrays are used in place: they must not be converted, and must outlive the table.
void bind_arrays(nb::module_& m) {
    nb::class_<PhraseArrays>(m, "PhraseArrays")
        .def(
            "__init__",
            [](PhraseArrays* self, const Array& hashes, const Array& phrases, const Array& counts,
               const Array& starts, const Array& pivot_phrases, const Array& pair_counts,
               const Array& target_starts, const Array& target_bytes, const Array& pivot_starts,
               const Array& pivot_bytes, std::uint64_t total) {
                if (phrases.ndim() != 2) throw nb::value_error("phrases that are no rows");
                const std::size_t longest = phrases.shape(1);
                new (self) PhraseArrays{integers(hashes),
                                        rows(phrases, longest),
                                        integers(counts),
                                        integers(starts),
                                        rows(pivot_phrases, longest),
                                        integers(pair_counts),
                                        longest,
                                        total,
                                        {integers(target_starts), bytes(target_bytes)},
                                        {integers(pivot_starts), bytes(pivot_bytes)},
                                        target_bytes.size(),
                                        pivot_bytes.size()};
            },
            nb::kw_only(), "hashes"_a.noconvert(), "phrases"_a.noconvert(), "counts"_a.noconvert(),
            "starts"_a.noconvert(), "pivot_phrases"_a.noconvert(), "pair_counts"_a.noconvert(),
            "target_starts"_a.noconvert(), "target_bytes"_a.noconvert(), "pivot_starts"_a.noconvert(),
            "pivot_bytes"_a.noconvert(), "total"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
            nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(),
            nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>(),
            nb::keep_alive<1, 10>(), nb::keep_alive<1, 11>());
}

void bind_together(nb::module_& m) {
    nb::class_<TogetherEncoder, Encoder> encoder(m, "TogetherEncoder");
    encoder
        .def(
            "__init__",
            [](TogetherEncoder* self, const Lexicon& lexicon, const PhraseArrays* arrays, unsigned order,
               double least, double least_gram, std::size_t most_bytes) {
                new (self) TogetherEncoder(lexicon, arrays, {order, least, least_gram}, most_bytes);
            },
            "lexicon"_a, "arrays"_a.none(), nb::kw_only(), "order"_a, "least"_a, "least_gram"_a,
            "most_bytes"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def(
            "compare",
            [](TogetherEncoder& self, const Codes& references, const Codes& candidates,
               const Places& left, const Places& right, unsigned threads) {
                return compare_codes(self, references, candidates, left, right, 1, threads,
                                     comparers<StoredBags>([] { return TogetherFeature{}; }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "threads"_a);
}

}  // namespace

void bind_pivots(nb::module_& m) {
    bind_arrays(m);
    nb::class_<PivotEncoder, Encoder> encoder(m, "PivotEncoder");
    encoder
        .def(
            "__init__",
            [](PivotEncoder* self, const Lexicon& lexicon, const PhraseArrays& arrays, unsigned order,
               double discount, double least, bool upos, std::vector<std::string> function_tags,
               std::size_t most_bytes) {
                new (self)
                    PivotEncoder(lexicon, arrays,
                                 {order, discount, least, upos, std::move(function_tags)}, most_bytes);
            },
            "lexicon"_a, "arrays"_a, nb::kw_only(), "order"_a, "discount"_a, "least"_a, "upos"_a,
            "function_tags"_a, "most_bytes"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def(
            "compare",
            [](PivotEncoder& self, const Codes& references, const Codes& candidates, const Places& left,
               const Places& right, double alpha, unsigned threads) {
                const unsigned order = self.settings().order;
                return compare_codes(self, references, candidates, left, right, 2 * order, threads,
                                     comparers<StoredBags>([=] {
                                         return PivotFeatures{order, alpha};
                                     }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "alpha"_a, "threads"_a);
    bind_together(m);
}

}  // namespace tesla
