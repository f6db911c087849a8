// Bindings that all encoders share: texts or analysed texts become codes, pairs of codes become an
// array.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "codes.hpp"
#include "fork_guard.hpp"
#include "frequencies.hpp"
#include "lexicon.hpp"

namespace tesla {

namespace nb = nanobind;
using namespace nb::literals;

using Doubles = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline Doubles to_numpy(std::vector<double>&& values, std::size_t columns) {
    const std::size_t rows = columns ? values.size() / columns : 0;
    auto* kept = new std::vector<double>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return Doubles(kept->data(), {rows, columns}, owner);
}

inline Pairs pairs_of(const Places& left, const Places& right) {
    if (left.size() != right.size()) throw nb::value_error("different lengths");
    return {left.data(), right.data(), left.size()};
}

// While this lives, the data that the lock protects may be changed.
struct ExclusiveLock {
    ReadWriteLock::ReadGuard entered;
    ReadWriteLock::WriteGuard write_guard;
};

// Acquire a lock for writing. While waiting for it, the GIL is released, since the current holder may
// need the GIL to finish. A fork needs the GIL as well, so only threads that have released the GIL must
// register with the fork guard. Therefore code that runs under the result must not create, free or call
// a Python object: this could release the GIL, or run code that forks, while the lock is held without
// registration. Arguments and results are converted before and after.
inline ExclusiveLock exclusive_lock(ReadWriteLock& lock) {
    ExclusiveLock exclusive{{}, lock.try_write()};
    if (!exclusive.write_guard) {
        nb::gil_scoped_release release;
        exclusive.entered = fork_guard().enter();
        exclusive.write_guard = lock.write();
    }
    return exclusive;
}

template <class Code>
void bind_codes(nb::module_& m, const char* name) {
    nb::class_<Codes<Code>>(m, name)
        .def("__len__", [](const Codes<Code>& self) { return self.items.size(); })
        .def_ro("missing", &Codes<Code>::missing, "Chunks to be learnt before all texts are there.");
}

inline std::vector<AnalysedText> analysed_texts(const std::vector<std::vector<std::uint32_t>>& words,
                                                const std::vector<std::string_view>& texts,
                                                std::vector<std::vector<Place>> places) {
    if (!texts.empty() && (texts.size() != words.size() || places.size() != words.size()))
        throw nb::value_error("different lengths");
    std::vector<AnalysedText> given(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        given[i].words = words[i];
        if (texts.empty()) continue;
        for (const char *at = texts[i].data(), *end = at + texts[i].size(); at < end;)
            given[i].characters.push_back(next_character(at, end));
        given[i].places = std::move(places[i]);
    }
    return given;
}

// Bind `encode`, `encode_given` and `forget` of an encoder class.
template <class Encoder>
void bind_encoding(nb::class_<Encoder>& encoder) {
    using Made = Codes<typename Encoder::Code>;
    encoder
        .def(
            "encode",
            [](Encoder& self, const std::vector<std::string_view>& texts, bool references,
               unsigned threads, Made* codes) {
                auto made = codes ? std::move(*codes) : Made();
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                encode(self, texts, references, threads, made);
                return made;
            },
            "texts"_a, "references"_a, "threads"_a, "codes"_a.none() = nb::none(),
            "Codes of texts; given codes are gone on with, now that chunks were learnt.")
        .def(
            "encode_given",
            [](Encoder& self, const std::vector<std::vector<std::uint32_t>>& words,
               const std::vector<std::string_view>& texts, std::vector<std::vector<Place>> places,
               bool references, unsigned threads) {
                const auto given = analysed_texts(words, texts, std::move(places));
                Made made;
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                encode(self, given, references, threads, made);
                return made;
            },
            "words"_a, "texts"_a, "places"_a, "references"_a, "threads"_a,
            "Codes of analyses from elsewhere; padded texts and places where they are needed.")
        .def(
            "forget", [](Encoder& self) { self.cache.clear(); }, "Drop the codes of references.");
}

// Implements `compare`; releases the GIL.
template <class Encoder, class MakeComparer>
Doubles compare_codes(Encoder& encoder, const Codes<typename Encoder::Code>& references,
                      const Codes<typename Encoder::Code>& candidates, const Places& left,
                      const Places& right, std::size_t width, unsigned threads, MakeComparer comparer) {
    if (Encoder::kSided && (!references.references || candidates.references))
        throw nb::value_error("codes of references and candidates are of two kinds");
    const Pairs pairs = pairs_of(left, right);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        const auto entered = fork_guard().enter();
        [[maybe_unused]] const auto held = encoder.comparison_lock();
        rows = compare(encoder.id, references, candidates, pairs, width, threads, comparer);
    }
    return to_numpy(std::move(rows), width);
}

}  // namespace tesla
