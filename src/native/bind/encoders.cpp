// Bindings that all encoders share: texts or analysed texts become codes, pairs of codes become an
// array.
#include "bind_codes.hpp"

namespace tesla {

Doubles to_numpy(std::vector<double>&& values, std::size_t columns) {
    const std::size_t rows = columns ? values.size() / columns : 0;
    auto* kept = new std::vector<double>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return Doubles(kept->data(), {rows, columns}, owner);
}

Pairs pairs_of(const Places& left, const Places& right) {
    if (left.size() != right.size()) throw nb::value_error("different lengths");
    return {left.data(), right.data(), left.size()};
}

Doubles compare_codes(Encoder& encoder, const Codes& references, const Codes& candidates,
                      const Places& left, const Places& right, std::size_t width, unsigned threads,
                      const std::function<Comparer()>& new_comparer) {
    if (encoder.sided && (!references.references || candidates.references))
        throw nb::value_error("codes of references and candidates are of two kinds");
    const Pairs pairs = pairs_of(left, right);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        const auto entered = fork_guard().enter();
        const auto comparison_lock = encoder.comparison_lock();
        rows = compare(encoder, references, candidates, pairs, width, threads, new_comparer);
    }
    return to_numpy(std::move(rows), width);
}

namespace {

std::vector<AnalysedText> analysed_texts(const std::vector<std::vector<std::uint32_t>>& words,
                                         const std::vector<std::string_view>& texts,
                                         std::vector<std::vector<Place>> places) {
    if (!texts.empty() && (texts.size() != words.size() || places.size() != words.size()))
        throw nb::value_error("different lengths");
    std::vector<AnalysedText> analysed(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        analysed[i].words = words[i];
        if (texts.empty()) continue;
        for (const char *next = texts[i].data(), *end = next + texts[i].size(); next < end;)
            analysed[i].characters.push_back(next_character(next, end));
        analysed[i].places = std::move(places[i]);
    }
    return analysed;
}

}  // namespace

void bind_encoders(nb::module_& m) {
    nb::class_<Codes>(m, "Codes")
        .def("__len__", [](const Codes& self) { return self.items.size(); })
        .def_ro("missing", &Codes::missing, "Chunks that must be learned before all texts have a code.");
    nb::class_<Encoder>(m, "Encoder")
        .def(
            "encode",
            [](Encoder& self, const std::vector<std::string_view>& texts, bool references,
               unsigned threads, Codes* codes) {
                auto result = codes ? std::move(*codes) : Codes();
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                encode(self, texts, references, threads, result);
                return result;
            },
            "texts"_a, "references"_a, "threads"_a, "codes"_a.none() = nb::none(),
            "Encode texts. After chunks were learned, pass the incomplete codes again.")
        .def(
            "encode_given",
            [](Encoder& self, const std::vector<std::vector<std::uint32_t>>& words,
               const std::vector<std::string_view>& texts, std::vector<std::vector<Place>> places,
               bool references, unsigned threads) {
                const auto analysed = analysed_texts(words, texts, std::move(places));
                Codes codes;
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                encode(self, analysed, references, threads, codes);
                return codes;
            },
            "words"_a, "texts"_a, "places"_a, "references"_a, "threads"_a,
            "Encode analysed texts: word ids, and padded texts with the spans of words if needed.")
        .def(
            "forget", [](Encoder& self) { self.cache.clear(); }, "Drop the codes of references.");
}

}  // namespace tesla
