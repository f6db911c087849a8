// Results as numpy arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "threads.hpp"

namespace tesla {

namespace nb = nanobind;

using Doubles = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

inline Doubles to_numpy(std::vector<double>&& values, std::size_t rows, std::size_t columns) {
    auto* kept = new std::vector<double>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return Doubles(kept->data(), {rows, columns}, owner);
}

}  // namespace tesla
