// Bindings of simplemma dictionaries, for single lookups from Python.
#include "base/front_coded.hpp"

#include "base/sorted_lines.hpp"
#include "bind_codes.hpp"

namespace tesla {

void bind_front_coded(nb::module_& m) {
    nb::class_<FrontCoded>(m, "FrontCoded", "Words with a text each: a dictionary of simplemma's.")
        .def(
            "__init__",
            [](FrontCoded* self, const nb::bytes& stream) {
                new (self) FrontCoded(std::string(stream.c_str(), stream.size()));
            },
            "stream"_a)
        .def("__len__", &FrontCoded::size)
        .def(
            "find",
            [](const FrontCoded& self, const nb::bytes& word) -> nb::object {
                const auto text = self.find({word.c_str(), word.size()});
                if (!text) return nb::none();
                return nb::str(text->data(), text->size());
            },
            "word"_a, nb::sig("def find(self, word: bytes) -> str | None"),
            "The text of a word in UTF-8.")
        .def("words", &FrontCoded::words, "All of them.");
    nb::class_<SortedLines>(m, "SortedLines", "Lines of a word, a tab and a text, in order.")
        .def(
            "__init__",
            [](SortedLines* self, const nb::bytes& lines) {
                new (self) SortedLines(std::string_view(lines.c_str(), lines.size()));
            },
            "lines"_a, nb::keep_alive<1, 2>())
        .def(
            "find",
            [](const SortedLines& self, const nb::bytes& word) -> nb::object {
                const auto text = self.find({word.c_str(), word.size()});
                if (!text) return nb::none();
                return nb::str(text->data(), text->size());
            },
            "word"_a, nb::sig("def find(self, word: bytes) -> str | None"),
            "The text of a word in UTF-8.");
}

}  // namespace tesla
