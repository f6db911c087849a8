// Batches of texts against references of which something is kept: bags of pivots, graded words.
//
// A Worker has room for one text of its thread:
//   bool make(text)             what is matched of a hypothesis; false where chunks are not known
//   shared_ptr<const Kept> keep(text)    the same of a reference, null where chunks are not known
//   void features(kept, out)    of the reference with the hypothesis made last
//   static size_t size(text, kept)       in the unit of what remembers
//   Engine::Scratch analysis    with the chunks that were missing
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "batches.hpp"
#include "remembered.hpp"

namespace tesla {

using Texts = std::vector<std::string_view>;
// Features, and the chunks that have to be learnt before they hold.
using Outcome = std::tuple<Doubles, std::vector<std::string>>;

template <class Worker>
Outcome outcome(std::vector<double>&& values, std::size_t width, const std::vector<Worker>& workers) {
    std::vector<std::string> chunks;
    for (const Worker& worker : workers)
        chunks.insert(chunks.end(), worker.analysis.missing.begin(), worker.analysis.missing.end());
    std::sort(chunks.begin(), chunks.end());
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    const std::size_t rows = values.size() / width;
    return {to_numpy(std::move(values), rows, width), std::move(chunks)};
}

// `learn` runs first and alone; `worker()` makes one for each thread.
template <class Kept, class Learn, class MakeWorker>
Outcome score_pairs(Remembered<Kept>& remembered, const Texts& hypotheses, const Texts& references,
                    std::size_t width, unsigned threads, Learn learn, MakeWorker worker) {
    if (hypotheses.size() != references.size()) throw nb::value_error("different lengths");
    const std::size_t count = hypotheses.size();
    std::vector<double> values(count * width);
    std::vector<decltype(worker())> workers;
    for (unsigned t = useful(threads, count); t; --t) workers.push_back(worker());
    {
        nb::gil_scoped_release release;
        learn();
        std::vector<std::shared_ptr<const Kept>> fresh(count);
        // What could not be remembered anyway is let go of at once: some of it is large.
        std::atomic<std::size_t> held{0};
        in_threads(count, static_cast<unsigned>(workers.size()), [&](std::size_t i, unsigned t) {
            auto& own = workers[t];
            auto reference = remembered.find(references[i]);
            if (!reference && (reference = own.keep(references[i])) &&
                held.fetch_add(own.size(references[i], *reference)) < remembered.most())
                fresh[i] = reference;
            if (own.make(hypotheses[i]) && reference) own.features(*reference, &values[i * width]);
        });
        for (std::size_t i = 0; i < count; ++i)
            if (fresh[i]) {
                const std::size_t size = workers[0].size(references[i], *fresh[i]);
                remembered.keep(references[i], std::move(fresh[i]), size);
            }
    }
    return outcome(std::move(values), width, workers);
}

// Rows in the order of hypotheses, references fastest.
template <class Kept, class Learn, class MakeWorker>
Outcome score_matrix(Remembered<Kept>& remembered, const Texts& hypotheses, const Texts& references,
                     std::size_t width, unsigned threads, Learn learn, MakeWorker worker) {
    const std::size_t columns = references.size();
    std::vector<double> values(hypotheses.size() * columns * width);
    std::vector<decltype(worker())> workers;
    for (unsigned t = useful(threads, std::max(hypotheses.size(), columns)); t; --t)
        workers.push_back(worker());
    {
        nb::gil_scoped_release release;
        learn();
        std::vector<std::shared_ptr<const Kept>> kept(columns);
        in_threads(columns, useful(threads, columns), [&](std::size_t k, unsigned t) {
            kept[k] = remembered.find(references[k]);
            if (!kept[k]) kept[k] = workers[t].keep(references[k]);
        });
        in_threads(hypotheses.size(), useful(threads, hypotheses.size()),
                   [&](std::size_t i, unsigned t) {
                       if (!workers[t].make(hypotheses[i])) return;
                       for (std::size_t k = 0; k < columns; ++k)
                           if (kept[k])
                               workers[t].features(*kept[k], &values[(i * columns + k) * width]);
                   });
        for (std::size_t k = 0; k < columns; ++k)
            if (kept[k]) {
                const std::size_t size = workers[0].size(references[k], *kept[k]);
                remembered.keep(references[k], std::move(kept[k]), size);
            }
    }
    return outcome(std::move(values), width, workers);
}

}  // namespace tesla
