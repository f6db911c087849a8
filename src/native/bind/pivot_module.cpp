// The pivot features' part of the Python face.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "kept_batches.hpp"
#include "pivot.hpp"

namespace nb = nanobind;
using namespace nb::literals;

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

// Per thread: room for analysis and for the bags of a text.
struct Worker {
    const Engine* engine;
    const Pivot* table;
    double alpha;
    Engine::Scratch analysis{};
    Words words{};
    Pivot::Scratch pivot{};
    PivotBags bags{};

    bool make(std::string_view text) {
        if (!engine->analyse(text, analysis, words)) return false;
        table->bags(words, pivot, bags);
        return true;
    }
    std::shared_ptr<const KeptBags> keep(std::string_view text) {
        if (!make(text)) return nullptr;
        return std::make_shared<KeptBags>(bags, table->settings().order);
    }
    void features(const KeptBags& reference, double* out) {
        pivot_features(reference, bags, table->settings().order, alpha, out);
    }
    // Texts without words take room too.
    static std::size_t size(std::string_view text, const KeptBags& kept) {
        return kept.entries.size() + text.size() / sizeof(Weighed) + 8;
    }
};

}  // namespace

void bind_pivot(nb::module_& m) {
    nb::class_<PivotSettings>(m, "PivotSettings")
        .def(
            "__init__",
            [](PivotSettings* self, unsigned order, double discount, double least,
               std::vector<std::string> function_tags, std::vector<std::string> target_tags) {
                new (self) PivotSettings{order, discount, least, std::move(function_tags),
                                         std::move(target_tags)};
            },
            "order"_a, "discount"_a, "least"_a, "function_tags"_a, "target_tags"_a);

    // The arrays are used where they lie: none may be converted, all must live as long.
    nb::class_<Pivot>(m, "Pivot")
        .def(
            "__init__",
            [](Pivot* self, const Array& hashes, const Array& phrases, const Array& counts,
               const Array& starts, const Array& pivot_phrases, const Array& pair_counts,
               const Array& target_starts, const Array& target_bytes, const Array& pivot_starts,
               const Array& pivot_bytes, std::uint64_t total, const PivotSettings& settings) {
                if (phrases.ndim() != 2) throw nb::value_error("phrases that are no rows");
                const std::size_t longest = phrases.shape(1);
                PhraseArrays arrays{integers(hashes),
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
                new (self) Pivot(arrays, settings);
            },
            "hashes"_a.noconvert(), "phrases"_a.noconvert(), "counts"_a.noconvert(),
            "starts"_a.noconvert(), "pivot_phrases"_a.noconvert(), "pair_counts"_a.noconvert(),
            "target_starts"_a.noconvert(), "target_bytes"_a.noconvert(), "pivot_starts"_a.noconvert(),
            "pivot_bytes"_a.noconvert(), "total"_a, "settings"_a, nb::keep_alive<1, 2>(),
            nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(),
            nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>(),
            nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>(), nb::keep_alive<1, 11>())
        .def("forget_texts", [](Pivot& self) { self.texts.clear(); })
        .def(
            "score",
            [](Pivot& self, const Engine& engine, const Texts& hypotheses, const Texts& references,
               double alpha, unsigned threads) {
                return score_pairs(
                    self.texts, hypotheses, references, 2 * self.settings().order, threads,
                    [&] { self.learn(engine); },
                    [&] {
                        return Worker{&engine, &self, alpha};
                    });
            },
            "engine"_a, "hypotheses"_a, "references"_a, "alpha"_a, "threads"_a)
        .def(
            "matrix",
            [](Pivot& self, const Engine& engine, const Texts& hypotheses, const Texts& references,
               double alpha, unsigned threads) {
                return score_matrix(
                    self.texts, hypotheses, references, 2 * self.settings().order, threads,
                    [&] { self.learn(engine); },
                    [&] {
                        return Worker{&engine, &self, alpha};
                    });
            },
            "engine"_a, "hypotheses"_a, "references"_a, "alpha"_a, "threads"_a);
}

}  // namespace tesla
