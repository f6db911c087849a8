// How encoders look from Python: texts or given analyses become codes, pairs of codes an array.
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
#include "frequencies.hpp"
#include "lexicon.hpp"
#include "working.hpp"

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

// Whoever has it may change what the gate guards.
struct Alone {
    Gate::Read inside;
    Gate::Write lock;
};

// While others wait for the gate, Python must go on: they may need it to leave. A fork needs the
// interpreter's lock too: only who had to give that up must say that it is inside. Hence nothing that
// runs under it may make or free an object of Python, or call it: that may give the lock up, or run what
// forks, while the gate is held and nobody says so. What is given and returned is converted before and
// after.
inline Alone alone(Gate& gate) {
    Alone found{{}, gate.try_write()};
    if (!found.lock) {
        nb::gil_scoped_release release;
        found.inside = working().begin();
        found.lock = gate.write();
    }
    return found;
}

template <class Code>
void bind_codes(nb::module_& m, const char* name) {
    nb::class_<Codes<Code>>(m, name)
        .def("__len__", [](const Codes<Code>& self) { return self.items.size(); })
        .def_ro("missing", &Codes<Code>::missing, "Chunks to be learnt before all texts are there.");
}

inline std::vector<Given> given_texts(const std::vector<std::vector<std::uint32_t>>& words,
                                      const std::vector<std::string_view>& texts,
                                      std::vector<std::vector<Place>> places) {
    if (!texts.empty() && (texts.size() != words.size() || places.size() != words.size()))
        throw nb::value_error("different lengths");
    std::vector<Given> given(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        given[i].words = words[i];
        if (texts.empty()) continue;
        for (const char *at = texts[i].data(), *end = at + texts[i].size(); at < end;)
            given[i].characters.push_back(next_character(at, end));
        given[i].places = std::move(places[i]);
    }
    return given;
}

// `encode`, `encode_given` and `forget` of a class of encoders.
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
                const auto inside = working().begin();
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
                const auto given = given_texts(words, texts, std::move(places));
                Made made;
                nb::gil_scoped_release release;
                const auto inside = working().begin();
                encode(self, given, references, threads, made);
                return made;
            },
            "words"_a, "texts"_a, "places"_a, "references"_a, "threads"_a,
            "Codes of analyses from elsewhere; padded texts and places where they are needed.")
        .def(
            "forget", [](Encoder& self) { self.kept.clear(); }, "Drop the codes of references.");
}

// The work of `compare`, without the interpreter's lock.
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
        const auto inside = working().begin();
        [[maybe_unused]] const auto held = encoder.hold();
        rows = compare(encoder.id, references, candidates, pairs, width, threads, comparer);
    }
    return to_numpy(std::move(rows), width);
}

}  // namespace tesla
