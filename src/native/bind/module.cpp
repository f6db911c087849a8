// The Python module of the native core. Strings are passed once; results are numpy arrays.
#include <nanobind/stl/tuple.h>

#include <cmath>

#include "bind_codes.hpp"
#include "graded/graded_transport.hpp"
#include "matching/matcher.hpp"
#include "text/tagger.hpp"

namespace tesla {
void bind_encoders(nb::module_& m);
void bind_plain_words(nb::module_& m);
void bind_lexicon(nb::module_& m);
void bind_celab(nb::module_& m);
void bind_pivots(nb::module_& m);
void bind_graded_encoder(nb::module_& m);
void bind_documents(nb::module_& m);
void bind_envelope(nb::module_& m);
void bind_parsing(nb::module_& m);
void bind_front_coded(nb::module_& m);
void bind_peers(nb::module_& m);
}  // namespace tesla

using namespace tesla;

NB_MODULE(_native, m) {
    m.doc() = "The native core: texts to codes, pairs of codes to columns, in batches.";
    // Objects that threads still hold when a signal ends the interpreter are no leaks that users should
    // see.
    nb::set_leak_warnings(false);

    m.def(
        "transport",
        [](const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& similarity,
           const std::vector<double>& supply, const std::vector<double>& demand) {
            if (similarity.shape(0) != supply.size() || similarity.shape(1) != demand.size())
                throw nb::value_error("weights do not fit the similarities");
            for (std::size_t i = 0; i < similarity.size(); ++i)
                if (!(similarity.data()[i] >= 0 && similarity.data()[i] <= 1))
                    throw nb::value_error("a similarity outside [0,1]");
            for (const auto* weights : {&supply, &demand})
                for (const double weight : *weights)
                    if (!(weight >= 0 && std::isfinite(weight)))
                        throw nb::value_error("a weight that is negative or no number");
            std::vector<GradedFlow> found;
            double value = 0;
            {
                nb::gil_scoped_release release;
                value = GradedSolver().solve(similarity.data(), supply, demand, &found);
            }
            std::vector<std::tuple<std::int32_t, std::int32_t, double>> flows;
            for (const auto& flow : found) flows.emplace_back(flow.x, flow.y, flow.amount);
            return std::tuple(value, std::move(flows));
        },
        "similarity"_a, "supply"_a, "demand"_a,
        "The transport problem for any similarity in [0,1] and any positive weights.");

    m.def(
        "plain_features",
        [](std::string_view form, std::string_view lemma, bool listed, std::string_view kind) {
            const WordFeatures f = plain_features({form, lemma, listed, kind});
            return std::vector{f.own,   f.inside, f.first,         f.before,   f.before2,
                               f.after, f.after2, f.with_previous, f.with_next};
        },
        "form"_a, "lemma"_a, "listed"_a, "kind"_a,
        "The tagger's features of an ASCII word, in the groups of tagging/features.py.");

    m.def(
        "hold",
        [] {
            nb::gil_scoped_release release;
            fork_guard().before_fork();
        },
        "Before a fork: waits until nobody is inside, and lets nobody in.");
    m.def(
        "go_on", [] { fork_guard().after_fork_in_parent(); }, "After it: others may go in again.");
    m.def(
        "renew", [] { fork_guard().after_fork_in_child(); },
        "After it, in the child: nobody is inside or waits.");

    bind_encoders(m);
    bind_plain_words(m);
    bind_lexicon(m);
    bind_celab(m);
    bind_pivots(m);
    bind_graded_encoder(m);
    bind_documents(m);
    bind_envelope(m);
    bind_parsing(m);
    bind_front_coded(m);
    bind_peers(m);
}
