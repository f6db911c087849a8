// Functions that bindings share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "base/fork_guard.hpp"
#include "text/codes.hpp"
#include "text/frequencies.hpp"
#include "text/lexicon.hpp"

namespace tesla {

namespace nb = nanobind;
using namespace text;
using namespace matching;
using namespace graded;
using namespace celab;
using namespace pivot;
using namespace parsing;
using namespace peers;
using namespace tuning;
using namespace nb::literals;

using Doubles = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Return an array with a number of columns.
Doubles to_numpy(std::vector<double>&& values, std::size_t columns);

// Return an array of one dimension.
template <class Item>
nb::ndarray<nb::numpy, Item, nb::ndim<1>> to_column(std::vector<Item>&& values) {
    auto* kept = new std::vector<Item>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Item>*>(p); });
    return nb::ndarray<nb::numpy, Item, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

// Return index pairs; throws a ValueError if the arrays differ in length.
Pairs pairs_of(const Places& left, const Places& right);

inline std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

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

// Implements `compare` of encoders; releases the GIL.
Doubles compare_codes(Encoder& encoder, const Codes& references, const Codes& candidates,
                      const Places& left, const Places& right, std::size_t width, unsigned threads,
                      const std::function<Comparer()>& new_comparer);

}  // namespace tesla
