// Bindings of what lexicons learn from.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "forms.hpp"

namespace tesla {

namespace nb = nanobind;

using FileBytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using FileNumbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An index of forms, with the arrays that keep its file mapped.
struct FileForms {
    FileBytes text;
    std::vector<FileNumbers> numbers;
    Forms forms;
};

void bind_lexicon_learning(nb::module_& m);
void bind_plain_words(nb::module_& m);

}  // namespace tesla
