// The pivot features' part of the Python face.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>

#include "batches.hpp"
#include "pivot.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tesla {

namespace {

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Texts = std::vector<std::string_view>;
using Kept = std::shared_ptr<const KeptBags>;
using Outcome = std::tuple<Doubles, std::vector<std::string>>;

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
    Engine::Scratch analysis;
    Words words;
    Pivot::Scratch pivot;
    PivotBags bags;

    // False where the text has chunks that are not known yet.
    bool make(const Engine& engine, const Pivot& table, std::string_view text) {
        if (!engine.analyse(text, analysis, words)) return false;
        table.bags(words, pivot, bags);
        return true;
    }
    Kept keep(const Engine& engine, const Pivot& table, std::string_view text) {
        if (!make(engine, table, text)) return nullptr;
        return std::make_shared<KeptBags>(bags, table.settings().order);
    }
};

std::vector<std::string> missing(const std::vector<Worker>& workers) {
    std::vector<std::string> chunks;
    for (const Worker& worker : workers)
        chunks.insert(chunks.end(), worker.analysis.missing.begin(), worker.analysis.missing.end());
    std::sort(chunks.begin(), chunks.end());
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    return chunks;
}

// Features, and the chunks that have to be learnt before they hold.
Outcome outcome(std::vector<double>&& values, std::size_t width, const std::vector<Worker>& workers) {
    const std::size_t rows = values.size() / width;
    return {to_numpy(std::move(values), rows, width), missing(workers)};
}

Outcome score_pairs(Pivot& table, const Engine& engine, const Texts& hypotheses,
                    const Texts& references, double alpha, unsigned threads) {
    if (hypotheses.size() != references.size()) throw nb::value_error("different lengths");
    const std::size_t count = hypotheses.size(), width = 2 * table.settings().order;
    std::vector<double> values(count * width);
    std::vector<Worker> workers(useful(threads, count));
    {
        nb::gil_scoped_release release;
        table.learn(engine);
        std::vector<Kept> fresh(count);
        // What could not be remembered anyway is let go of at once: unpruned bags are large.
        std::atomic<std::size_t> held{0};
        in_threads(count, static_cast<unsigned>(workers.size()), [&](std::size_t i, unsigned t) {
            Worker& worker = workers[t];
            Kept reference = table.remembered(references[i]);
            if (!reference && (reference = worker.keep(engine, table, references[i])) &&
                held.fetch_add(reference->entries.size()) < Pivot::kMostEntries)
                fresh[i] = reference;
            if (worker.make(engine, table, hypotheses[i]) && reference)
                pivot_features(*reference, worker.bags, table.settings().order, alpha,
                               &values[i * width]);
        });
        for (std::size_t i = 0; i < count; ++i)
            if (fresh[i]) table.remember(references[i], std::move(fresh[i]));
    }
    return outcome(std::move(values), width, workers);
}

// Rows in the order of hypotheses, references fastest.
Outcome score_matrix(Pivot& table, const Engine& engine, const Texts& hypotheses,
                     const Texts& references, double alpha, unsigned threads) {
    const std::size_t columns = references.size(), width = 2 * table.settings().order;
    std::vector<double> values(hypotheses.size() * columns * width);
    std::vector<Worker> workers(useful(threads, std::max(hypotheses.size(), columns)));
    {
        nb::gil_scoped_release release;
        table.learn(engine);
        std::vector<Kept> kept(columns);
        in_threads(columns, useful(threads, columns), [&](std::size_t k, unsigned t) {
            kept[k] = table.remembered(references[k]);
            if (!kept[k]) kept[k] = workers[t].keep(engine, table, references[k]);
        });
        in_threads(hypotheses.size(), useful(threads, hypotheses.size()), [&](std::size_t i, unsigned t) {
            if (!workers[t].make(engine, table, hypotheses[i])) return;
            for (std::size_t k = 0; k < columns; ++k)
                if (kept[k])
                    pivot_features(*kept[k], workers[t].bags, table.settings().order, alpha,
                                   &values[(i * columns + k) * width]);
        });
        for (std::size_t k = 0; k < columns; ++k)
            if (kept[k]) table.remember(references[k], std::move(kept[k]));
    }
    return outcome(std::move(values), width, workers);
}

}  // namespace

void bind_pivot(nb::module_& m) {
    nb::class_<PivotSettings>(m, "PivotSettings")
        .def("__init__",
             [](PivotSettings* self, unsigned order, double discount, double least,
                std::vector<std::string> function_tags, std::vector<std::string> target_tags) {
                 new (self) PivotSettings{order, discount, least, std::move(function_tags),
                                          std::move(target_tags)};
             },
             "order"_a, "discount"_a, "least"_a, "function_tags"_a, "target_tags"_a);

    // The arrays are used where they lie: none may be converted, all must live as long.
    nb::class_<Pivot>(m, "Pivot")
        .def("__init__",
             [](Pivot* self, const Array& hashes, const Array& phrases, const Array& counts,
                const Array& starts, const Array& pivot_phrases, const Array& pair_counts,
                const Array& target_starts, const Array& target_bytes, const Array& pivot_starts,
                const Array& pivot_bytes, std::uint64_t total, const PivotSettings& settings) {
                 if (phrases.ndim() != 2) throw nb::value_error("phrases that are no rows");
                 const std::size_t longest = phrases.shape(1);
                 PhraseArrays arrays{integers(hashes), rows(phrases, longest), integers(counts),
                                     integers(starts), rows(pivot_phrases, longest),
                                     integers(pair_counts), longest, total,
                                     {integers(target_starts), bytes(target_bytes)},
                                     {integers(pivot_starts), bytes(pivot_bytes)},
                                     target_bytes.size(), pivot_bytes.size()};
                 new (self) Pivot(arrays, settings);
             },
             "hashes"_a.noconvert(), "phrases"_a.noconvert(), "counts"_a.noconvert(),
             "starts"_a.noconvert(), "pivot_phrases"_a.noconvert(), "pair_counts"_a.noconvert(),
             "target_starts"_a.noconvert(), "target_bytes"_a.noconvert(),
             "pivot_starts"_a.noconvert(), "pivot_bytes"_a.noconvert(), "total"_a, "settings"_a,
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
             nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(),
             nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>(),
             nb::keep_alive<1, 11>())
        .def("forget_texts", &Pivot::forget_texts)
        .def("score", &score_pairs, "engine"_a, "hypotheses"_a, "references"_a, "alpha"_a,
             "threads"_a)
        .def("matrix", &score_matrix, "engine"_a, "hypotheses"_a, "references"_a, "alpha"_a,
             "threads"_a);
}

}  // namespace tesla
