// Bindings of the graded encoder and comparer.
#include <algorithm>
#include <optional>

#include "bind_codes.hpp"
#include "bind_graded_explainer.hpp"
#include "graded/graded_comparer.hpp"

namespace tesla {

namespace {

// The number of pairs, and of pairs per text, from which on data is precomputed for all texts.
constexpr std::size_t kManyPairs = 1000, kPairsPerText = 4;

using Texts = TypeMatrix::Texts;

// Resets `bags` if they would become too large.
void fill_bags(GradedEncoder& encoder, const Texts& x, const Texts& y,
               std::optional<CharacterGramBags>& bags) {
    const auto lock = encoder.comparison_lock();
    bags.emplace(encoder.chunk_grams());
    for (const auto* texts : {&x, &y})
        for (const auto& text : *texts)
            if (text && !bags->add(text->character_text)) return bags.reset();
}

}  // namespace

void bind_graded_encoder(nb::module_& m) {
    nb::class_<SimilarityWeights>(m, "GradedConstants")
        .def(
            "__init__",
            [](SimilarityWeights* self, unsigned order, double lemma, double derivation, double synonym,
               double synset, double paraphrase, double tag, double function, double spelling,
               double unknown, double least, double alpha, double character_alpha, double stand_in) {
                if (!order) throw nb::value_error("n-grams of no length");
                new (self) SimilarityWeights({.order = order,
                                              .lemma = lemma,
                                              .derivation = derivation,
                                              .synonym = synonym,
                                              .synset = synset,
                                              .paraphrase = paraphrase,
                                              .tag = tag,
                                              .function = function,
                                              .spelling = spelling,
                                              .unknown = unknown,
                                              .least = least,
                                              .alpha = alpha,
                                              .character_alpha = character_alpha,
                                              .stand_in = stand_in});
            },
            nb::kw_only(), "order"_a, "lemma"_a, "derivation"_a, "synonym"_a, "synset"_a, "paraphrase"_a,
            "tag"_a, "function"_a, "spelling"_a, "unknown"_a, "least"_a, "alpha"_a, "character_alpha"_a,
            "stand_in"_a);

    nb::class_<GradedEncoder, Encoder> encoder(m, "GradedEncoder");
    encoder
        .def(
            "__init__",
            [](GradedEncoder* self, const Lexicon& lexicon, std::uint64_t sentences,
               const nb::bytes& frequencies, const nb::bytes& paraphrases, const nb::bytes& relations,
               unsigned characters, std::size_t most_bytes) {
                if (!characters) throw nb::value_error("n-grams of no length");
                new (self) GradedEncoder(lexicon, sentences, view_of(frequencies), view_of(paraphrases),
                                         view_of(relations), characters, most_bytes);
            },
            "lexicon"_a, nb::kw_only(), "sentences"_a, "frequencies"_a, "paraphrases"_a, "relations"_a,
            "characters"_a, "most_bytes"_a, nb::keep_alive<1, 2>())
        .def(
            "compare",
            [](GradedEncoder& self, const Codes& references, const Codes& candidates, const Places& left,
               const Places& right, const SimilarityWeights& similarity_weights, unsigned threads) {
                // If each text is compared with several others, the same pairs of words are repeated.
                const std::size_t texts = std::max(references.items.size(), candidates.items.size());
                std::optional<TypeMatrix> types;
                std::optional<CharacterGramBags> character_bags;
                const bool same_encoder = references.encoder == self.id && candidates.encoder == self.id;
                if (same_encoder && left.size() >= std::max(kManyPairs, kPairsPerText * texts)) {
                    nb::gil_scoped_release release;
                    const auto entered = fork_guard().enter();
                    const auto x = values_of<GradedText>(references),
                               y = values_of<GradedText>(candidates);
                    types.emplace(self.related_words(), similarity_weights, x, y, left.size());
                    fill_bags(self, x, y, character_bags);
                }
                const Precomputed precomputed{types ? &*types : nullptr,
                                              character_bags ? &*character_bags : nullptr};
                return compare_codes(self, references, candidates, left, right,
                                     similarity_weights.constants.width(), threads,
                                     comparers<GradedText>([&] {
                                         return GradedComparer(self, similarity_weights, precomputed);
                                     }));
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "constants"_a, "threads"_a);
    bind_graded_explainer(encoder);
}

}  // namespace tesla
