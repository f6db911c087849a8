// Large tables of words, for the Python that looks single ones up.
#include "bound.hpp"
#include "word_map.hpp"

namespace tesla {

namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::object made(std::optional<std::string_view> text) {
    return text ? nb::object(nb::str(text->data(), text->size())) : nb::none();
}

}  // namespace

void bind_word_maps(nb::module_& m) {
    nb::class_<WordMap>(m, "WordMap")
        .def_static(
            "of_front_coded", [](const nb::bytes& stream) { return WordMap::of_front_coded(view(stream)); },
            "stream"_a, "A dictionary of simplemma's, unpacked.")
        .def_static(
            "of_counts", [](const nb::bytes& body) { return WordMap::of_counts(view(body)); }, "body"_a,
            "Words with the digits of their counts: see analysis/compounds/counts.py.")
        .def("__len__", &WordMap::size)
        .def(
            "find", [](const WordMap& self, const nb::bytes& word) { return made(self.find(view(word))); },
            "word"_a, "The text of a word in UTF-8, or None.")
        .def(
            "word",
            [](const WordMap& self, std::size_t number) {
                if (number >= self.size()) throw nb::index_error();
                return made(self.word(number));
            },
            "number"_a, "Each word there is, by numbers from 0.")
        .def_prop_ro("bytes", &WordMap::bytes);
}

}  // namespace tesla
