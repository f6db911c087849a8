// Bindings of envelopes.
#include "tuning/envelope.hpp"

#include "bind_codes.hpp"

namespace tesla {

namespace {

using DoubleColumn = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_lines(const Places& starts, const DoubleColumn& heights, const DoubleColumn& slopes) {
    if (heights.size() != slopes.size()) throw nb::value_error("different lengths");
    const std::size_t count = starts.size();
    if (!count || starts.data()[0] != 0 ||
        starts.data()[count - 1] != static_cast<std::int64_t>(heights.size()))
        throw nb::value_error("lists that are not all lines");
    for (std::size_t i = 1; i < count; ++i)
        if (starts.data()[i] <= starts.data()[i - 1]) throw nb::value_error("a list without lines");
}

}  // namespace

void bind_envelope(nb::module_& m) {
    m.def(
        "upper_envelopes",
        [](const Places& starts, const DoubleColumn& heights, const DoubleColumn& slopes) {
            check_lines(starts, heights, slopes);
            Envelopes result;
            {
                nb::gil_scoped_release release;
                const auto entered = fork_guard().enter();
                result =
                    upper_envelopes({starts.data(), starts.size() - 1, heights.data(), slopes.data()});
            }
            return nb::make_tuple(
                to_column(std::move(result.first)), to_column(std::move(result.points)),
                to_column(std::move(result.before)), to_column(std::move(result.after)));
        },
        "starts"_a, "heights"_a, "slopes"_a,
        "First lines, points, and the lines before and after each: see core/solvers/envelope.py.");
}

}  // namespace tesla
