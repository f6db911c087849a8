// Explanations of pairs of graded texts, as flat arrays: see explanation/graded/matchings.py.
#include "graded/graded_explainer.hpp"

#include "base/threads.hpp"
#include "bind_codes.hpp"
#include "bind_graded_explainer.hpp"

namespace tesla {

namespace {

template <class Item>
void append(std::vector<Item>& all, const std::vector<Item>& part) {
    all.insert(all.end(), part.begin(), part.end());
}

// All n-grams of one length, concatenated over matchings.
struct FlatGrams {
    std::vector<double> value, amounts, similarities, gains_x, gains_y;
    std::vector<std::int64_t> flows, x, y;  // flows: their number by matching
    std::vector<std::uint8_t> reasons;

    void add(const SolvedGrams& part) {
        value.push_back(part.value);
        flows.push_back(static_cast<std::int64_t>(part.flows.size()));
        for (const auto& flow : part.flows) {
            x.push_back(flow.x);
            y.push_back(flow.y);
            amounts.push_back(flow.amount);
        }
        append(similarities, part.similarities);
        append(reasons, part.reasons);
        append(gains_x, part.gains_x);
        append(gains_y, part.gains_y);
    }
    nb::dict dict() {
        nb::dict all;
        all["value"] = to_column(std::move(value));
        all["flows"] = to_column(std::move(flows));
        all["x"] = to_column(std::move(x));
        all["y"] = to_column(std::move(y));
        all["amounts"] = to_column(std::move(amounts));
        all["alike"] = to_column(std::move(similarities));
        all["reasons"] = to_column(std::move(reasons));
        all["gains_x"] = to_column(std::move(gains_x));
        all["gains_y"] = to_column(std::move(gains_y));
        return all;
    }
};

struct FlatMatchings {
    std::vector<double> rows, share, character_losses_x, character_losses_y;
    std::vector<std::int64_t> pair, anchors, anchors_x, anchors_y;  // anchors: their number by matching
    std::vector<std::uint8_t> caused_x, caused_y;
    std::vector<FlatGrams> grams;

    void add(std::size_t pair_index, const Matching& matching) {
        pair.push_back(static_cast<std::int64_t>(pair_index));
        share.push_back(matching.share);
        anchors.push_back(static_cast<std::int64_t>(matching.anchors.size()));
        for (const auto& [x, y] : matching.anchors) {
            anchors_x.push_back(x);
            anchors_y.push_back(y);
        }
        append(character_losses_x, matching.character_losses_x);
        append(character_losses_y, matching.character_losses_y);
        append(caused_x, matching.caused_x);
        append(caused_y, matching.caused_y);
        for (std::size_t n = 0; n < grams.size(); ++n) grams[n].add(matching.grams[n]);
    }
    nb::dict dict(std::size_t width) {
        nb::dict all;
        all["rows"] = to_numpy(std::move(rows), width);
        all["pair"] = to_column(std::move(pair));
        all["share"] = to_column(std::move(share));
        all["anchors"] = to_column(std::move(anchors));
        all["anchors_x"] = to_column(std::move(anchors_x));
        all["anchors_y"] = to_column(std::move(anchors_y));
        all["letters_x"] = to_column(std::move(character_losses_x));
        all["letters_y"] = to_column(std::move(character_losses_y));
        all["caused_x"] = to_column(std::move(caused_x));
        all["caused_y"] = to_column(std::move(caused_y));
        nb::list lengths;
        for (auto& part : grams) lengths.append(part.dict());
        all["grams"] = lengths;
        return all;
    }
};

FlatMatchings explain_pairs(GradedEncoder& encoder, const Codes& references, const Codes& candidates,
                            const Pairs& pairs, const SimilarityWeights& similarity_weights,
                            unsigned threads) {
    for (const auto* codes : {&references, &candidates})
        if (codes->encoder != encoder.id) throw std::invalid_argument("codes of another encoder");
    FlatMatchings all;
    all.rows.resize(pairs.size * similarity_weights.constants.width());
    all.grams.resize(similarity_weights.constants.order);
    std::vector<std::vector<Matching>> matchings(pairs.size);
    std::vector<GradedExplainer> explainers;
    for (unsigned t = thread_count(threads, pairs.size); t; --t)
        explainers.emplace_back(encoder, similarity_weights);
    parallel_for(pairs.size, static_cast<unsigned>(explainers.size()), [&](std::size_t i, unsigned t) {
        matchings[i] = explainers[t].explain(value_of<GradedText>(code_at(references, pairs.left[i])),
                                             value_of<GradedText>(code_at(candidates, pairs.right[i])),
                                             &all.rows[i * similarity_weights.constants.width()]);
    });
    for (std::size_t i = 0; i < matchings.size(); ++i) {
        for (const auto& matching : matchings[i]) all.add(i, matching);
        matchings[i] = {};
    }
    return all;
}

// The words of texts, concatenated: their weights and character spans.
nb::dict outline(const Codes& codes) {
    std::vector<std::int64_t> words, starts, ends;
    std::vector<double> weights;
    std::vector<Place> filled;
    for (const GradedText* text : values_of<GradedText>(codes)) {
        if (!text) throw nb::value_error("codes that are not there yet");
        words.push_back(static_cast<std::int64_t>(text->words.size()));
        append(weights, text->weights);
        fill_places(text->character_text.characters, text->words.places, filled);
        for (const auto& [start, end] : filled) {
            starts.push_back(start);
            ends.push_back(end);
        }
    }
    nb::dict all;
    all["words"] = to_column(std::move(words));
    all["weights"] = to_column(std::move(weights));
    all["starts"] = to_column(std::move(starts));
    all["ends"] = to_column(std::move(ends));
    return all;
}

}  // namespace

void bind_graded_explainer(nb::class_<GradedEncoder, Encoder>& encoder) {
    encoder
        .def(
            "explain",
            [](GradedEncoder& self, const Codes& references, const Codes& candidates, const Places& left,
               const Places& right, const SimilarityWeights& similarity_weights, unsigned threads) {
                if (!references.references || candidates.references)
                    throw nb::value_error("codes of references and candidates are of two kinds");
                const Pairs pairs = pairs_of(left, right);
                FlatMatchings all;
                {
                    nb::gil_scoped_release release;
                    const auto entered = fork_guard().enter();
                    const auto held = self.comparison_lock();
                    all =
                        explain_pairs(self, references, candidates, pairs, similarity_weights, threads);
                }
                return all.dict(similarity_weights.constants.width());
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "constants"_a, "threads"_a,
            "What `compare` does, and all that explains it: see explanation/graded/matchings.py.")
        .def(
            "outline", [](GradedEncoder&, const Codes& codes) { return outline(codes); }, "codes"_a,
            "The words of texts: what they weigh, and where among the characters they stand.");
}

}  // namespace tesla
