// Bindings of BLEU and chrF.
#include "peers/peers.hpp"

#include "bind_codes.hpp"
#include "peers/bleu.hpp"
#include "peers/chrf.hpp"

namespace tesla {

namespace {

// Python strings as UTF-8; a lone surrogate, which has no UTF-8 encoding, becomes three bytes as with
// "surrogatepass". The list must not change while they are in use.
class Utf8 {
  public:
    explicit Utf8(const nb::list& texts) {
        views.reserve(nb::len(texts));
        for (const nb::handle text : texts) add(text);
    }
    Utf8() = default;
    void add(nb::handle text) {
        Py_ssize_t size = 0;
        if (!PyUnicode_Check(text.ptr())) throw nb::type_error("texts are strings");
        if (const char* start = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
            views.emplace_back(start, static_cast<std::size_t>(size));
            return;
        }
        PyErr_Clear();
        nb::object passed = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
        if (!passed.is_valid()) nb::raise_python_error();
        const auto bytes = nb::borrow<nb::bytes>(passed);
        views.emplace_back(bytes.c_str(), bytes.size());
        kept_.push_back(std::move(passed));
    }
    std::vector<std::string_view> views;

  private:
    std::vector<nb::object> kept_;
};

template <class Peer>
std::vector<std::int64_t> count_released(const Peer& peer, const Utf8& references,
                                         const Utf8& candidates, const PeerRows& rows,
                                         unsigned threads) {
    nb::gil_scoped_release release;
    const auto entered = fork_guard().enter();
    return count_rows(peer, references.views, candidates.views, rows, threads);
}

// Collect the line of each candidate in every reference set that has one.
PeerRows rows_of_sets(const Utf8& candidates, const std::vector<nb::list>& sets, Utf8& references) {
    PeerRows rows;
    for (std::size_t i = 0; i < candidates.views.size(); ++i) {
        for (const auto& set : sets) {
            const nb::object text = set[i];
            if (text.is_none()) continue;
            rows.references.items.push_back(static_cast<std::uint32_t>(references.views.size()));
            references.add(text);
        }
        rows.references.close();
        rows.candidates.push_back(static_cast<std::uint32_t>(i));
    }
    return rows;
}

template <class Peer>
nb::list count_sets(const Peer& peer, const nb::list& candidates, const std::vector<nb::list>& sets,
                    unsigned threads) {
    for (const auto& set : sets)
        if (nb::len(set) != nb::len(candidates)) throw nb::value_error("different lengths");
    const Utf8 ys(candidates);
    Utf8 xs;
    const PeerRows rows = rows_of_sets(ys, sets, xs);
    const auto counts = count_released(peer, xs, ys, rows, threads);
    nb::list lists;
    for (auto at = counts.begin(); at < counts.end(); at += static_cast<std::ptrdiff_t>(peer.width())) {
        nb::list row;
        for (std::size_t k = 0; k < peer.width(); ++k) row.append(at[static_cast<std::ptrdiff_t>(k)]);
        lists.append(row);
    }
    return lists;
}

std::uint32_t place(std::int64_t number, std::size_t size) {
    if (number < 0 || static_cast<std::size_t>(number) >= size) throw nb::index_error("no such text");
    return static_cast<std::uint32_t>(number);
}

template <class Peer>
Doubles count_pairs(const Peer& peer, const nb::list& references, const nb::list& candidates,
                    const Places& left, const Places& right, unsigned threads) {
    const Utf8 xs(references), ys(candidates);
    const Pairs pairs = pairs_of(left, right);
    PeerRows rows;
    for (std::size_t k = 0; k < pairs.size; ++k) {
        rows.references.items.push_back(place(pairs.left[k], xs.views.size()));
        rows.references.close();
        rows.candidates.push_back(place(pairs.right[k], ys.views.size()));
    }
    const auto counts = count_released(peer, xs, ys, rows, threads);
    return to_numpy(std::vector<double>(counts.begin(), counts.end()), peer.width());
}

// Bind `count` and `count_pairs` of a class of statistics.
template <class Peer>
void bind_counting(nb::class_<Peer>& peer) {
    peer.def("count", &count_sets<Peer>, "candidates"_a, "sets"_a, "threads"_a,
             "A row a candidate, against its line of each reference set, where that is not None.")
        .def("count_pairs", &count_pairs<Peer>, "references"_a, "candidates"_a, "left"_a, "right"_a,
             "threads"_a, "A row a pair of one reference and one candidate.");
}

}  // namespace

void bind_peers(nb::module_& m) {
    nb::class_<Bleu> bleu(m, "BleuStatistics");
    bleu.def(
        "__init__",
        [](Bleu* self, std::size_t order, std::string_view tokens) {
            if (!order) throw nb::value_error("n-grams of no length");
            new (self) Bleu{order, bleu_tokens(tokens)};
        },
        nb::kw_only(), "order"_a, "tokens"_a);
    bind_counting(bleu);

    nb::class_<Chrf> chrf(m, "ChrfStatistics");
    chrf.def(
        "__init__",
        [](Chrf* self, std::size_t characters, std::size_t words, double beta, bool white_space,
           bool smoothed) {
            if (!characters) throw nb::value_error("n-grams of no length");
            new (self) Chrf{characters, words, beta, white_space, smoothed};
        },
        nb::kw_only(), "characters"_a, "words"_a, "beta"_a, "white_space"_a, "smoothed"_a);
    bind_counting(chrf);
}

}  // namespace tesla
