// What explains pairs of graded texts, as flat arrays: see explaining/graded/ways.py.
#include "explaining.hpp"

#include "bind_explaining.hpp"
#include "bound.hpp"

namespace tesla {

namespace {

template <class Item>
nb::object flat(std::vector<Item>&& values) {
    auto* kept = new std::vector<Item>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Item>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, Item, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

template <class Item>
void append(std::vector<Item>& all, const std::vector<Item>& own) {
    all.insert(all.end(), own.begin(), own.end());
}

// All n-grams of one length, of one way after another.
struct FlatGrams {
    std::vector<double> value, amounts, alike, gains_x, gains_y;
    std::vector<std::int64_t> flows, x, y;  // flows: how many each way has
    std::vector<std::uint8_t> reasons;

    void add(const SolvedGrams& own) {
        value.push_back(own.value);
        flows.push_back(static_cast<std::int64_t>(own.flows.size()));
        for (const auto& flow : own.flows) {
            x.push_back(flow.x);
            y.push_back(flow.y);
            amounts.push_back(flow.amount);
        }
        append(alike, own.alike);
        append(reasons, own.reasons);
        append(gains_x, own.gains_x);
        append(gains_y, own.gains_y);
    }
    nb::dict dict() {
        nb::dict all;
        all["value"] = flat(std::move(value));
        all["flows"] = flat(std::move(flows));
        all["x"] = flat(std::move(x));
        all["y"] = flat(std::move(y));
        all["amounts"] = flat(std::move(amounts));
        all["alike"] = flat(std::move(alike));
        all["reasons"] = flat(std::move(reasons));
        all["gains_x"] = flat(std::move(gains_x));
        all["gains_y"] = flat(std::move(gains_y));
        return all;
    }
};

struct FlatWays {
    std::vector<double> rows, share, letters_x, letters_y;
    std::vector<std::int64_t> pair, anchors, anchors_x, anchors_y;  // anchors: how many each way has
    std::vector<std::uint8_t> caused_x, caused_y;
    std::vector<FlatGrams> grams;

    void add(std::size_t number, const MatchedWay& way) {
        pair.push_back(static_cast<std::int64_t>(number));
        share.push_back(way.share);
        anchors.push_back(static_cast<std::int64_t>(way.anchors.size()));
        for (const auto& [x, y] : way.anchors) {
            anchors_x.push_back(x);
            anchors_y.push_back(y);
        }
        append(letters_x, way.letters_x);
        append(letters_y, way.letters_y);
        append(caused_x, way.caused_x);
        append(caused_y, way.caused_y);
        for (std::size_t n = 0; n < grams.size(); ++n) grams[n].add(way.grams[n]);
    }
    nb::dict dict(std::size_t width) {
        nb::dict all;
        all["rows"] = to_numpy(std::move(rows), width);
        all["pair"] = flat(std::move(pair));
        all["share"] = flat(std::move(share));
        all["anchors"] = flat(std::move(anchors));
        all["anchors_x"] = flat(std::move(anchors_x));
        all["anchors_y"] = flat(std::move(anchors_y));
        all["letters_x"] = flat(std::move(letters_x));
        all["letters_y"] = flat(std::move(letters_y));
        all["caused_x"] = flat(std::move(caused_x));
        all["caused_y"] = flat(std::move(caused_y));
        nb::list lengths;
        for (auto& own : grams) lengths.append(own.dict());
        all["grams"] = lengths;
        return all;
    }
};

FlatWays explain_pairs(GradedEncoder& encoder, const Codes<GradedText>& references,
                       const Codes<GradedText>& candidates, const Pairs& pairs, const Worths& worths,
                       unsigned threads) {
    for (const auto* codes : {&references, &candidates})
        if (codes->encoder != encoder.id) throw std::invalid_argument("codes of another encoder");
    FlatWays all;
    all.rows.resize(pairs.size * worths.constants.width());
    all.grams.resize(worths.constants.order);
    std::vector<std::vector<MatchedWay>> ways(pairs.size);
    std::vector<Explaining> explaining;
    for (unsigned t = useful(threads, pairs.size); t; --t) explaining.emplace_back(encoder, worths);
    in_threads(pairs.size, static_cast<unsigned>(explaining.size()), [&](std::size_t i, unsigned t) {
        ways[i] = explaining[t].explain(code_at(references, pairs.left[i]),
                                        code_at(candidates, pairs.right[i]),
                                        &all.rows[i * worths.constants.width()]);
    });
    for (std::size_t i = 0; i < ways.size(); ++i) {
        for (const auto& way : ways[i]) all.add(i, way);
        ways[i] = {};
    }
    return all;
}

// The words of texts, of one after another: what they weigh and where they stand.
nb::dict outline(const Codes<GradedText>& codes) {
    std::vector<std::int64_t> words, starts, ends;
    std::vector<double> weights;
    std::vector<Place> filled;
    for (const auto& text : codes.items) {
        if (!text) throw nb::value_error("codes that are not there yet");
        words.push_back(static_cast<std::int64_t>(text->words.size()));
        append(weights, text->weights);
        fill_places(text->written.characters, text->words.places, filled);
        for (const auto& [start, end] : filled) {
            starts.push_back(start);
            ends.push_back(end);
        }
    }
    nb::dict all;
    all["words"] = flat(std::move(words));
    all["weights"] = flat(std::move(weights));
    all["starts"] = flat(std::move(starts));
    all["ends"] = flat(std::move(ends));
    return all;
}

}  // namespace

void bind_explaining(nb::class_<GradedEncoder>& encoder) {
    encoder
        .def(
            "explain",
            [](GradedEncoder& self, const Codes<GradedText>& references,
               const Codes<GradedText>& candidates, const Places& left, const Places& right,
               const Worths& worths, unsigned threads) {
                if (!references.references || candidates.references)
                    throw nb::value_error("codes of references and candidates are of two kinds");
                const Pairs pairs = pairs_of(left, right);
                FlatWays all;
                {
                    nb::gil_scoped_release release;
                    const auto inside = working().begin();
                    const auto held = self.hold();
                    all = explain_pairs(self, references, candidates, pairs, worths, threads);
                }
                return all.dict(worths.constants.width());
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "constants"_a, "threads"_a,
            "What `compare` does, and all that explains it: see explaining/graded/ways.py.")
        .def(
            "outline", [](GradedEncoder&, const Codes<GradedText>& codes) { return outline(codes); },
            "codes"_a,
            "The words of texts: what they weigh, and where among the characters they stand.");
}

}  // namespace tesla
