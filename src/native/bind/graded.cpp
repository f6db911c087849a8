// The part of the Python face that grades words and counts characters.
#include <algorithm>
#include <optional>

#include "bind_explaining.hpp"
#include "bound.hpp"
#include "grading.hpp"

namespace tesla {

namespace {

// Pairs, and pairs of each text, from which on all words are compared at once.
constexpr std::size_t kMany = 1000, kBeside = 4;

using Texts = std::vector<std::shared_ptr<const GradedText>>;

// None where they would be too large.
void fill_bags(GradedEncoder& encoder, const Texts& x, const Texts& y,
               std::optional<WrittenBags>& bags) {
    const auto held = encoder.hold();
    bags.emplace(encoder.spelling());
    for (const auto* texts : {&x, &y})
        for (const auto& text : *texts)
            if (text && !bags->add(text->written)) return bags.reset();
}

}  // namespace

void bind_graded(nb::module_& m) {
    nb::class_<Worths>(m, "GradedConstants")
        .def(
            "__init__",
            [](Worths* self, unsigned order, double lemma, double derivation, double synonym,
               double synset, double paraphrase, double tag, double function, double spelling,
               double unknown, double least, double alpha, double character_alpha, double stand_in) {
                if (!order) throw nb::value_error("n-grams of no length");
                new (self) Worths({.order = order,
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

    bind_codes<GradedText>(m, "GradedCodes");
    nb::class_<GradedEncoder> encoder(m, "GradedEncoder");
    encoder
        .def(
            "__init__",
            [](GradedEncoder* self, const Lexicon& lexicon, std::uint64_t sentences,
               const nb::bytes& frequencies, const nb::bytes& paraphrases, const nb::bytes& relations,
               unsigned characters, std::size_t most_bytes) {
                const auto view = [](const nb::bytes& body) {
                    return std::string_view(body.c_str(), body.size());
                };
                if (!characters) throw nb::value_error("n-grams of no length");
                new (self) GradedEncoder(lexicon, sentences, view(frequencies), view(paraphrases),
                                         view(relations), characters, most_bytes);
            },
            "lexicon"_a, nb::kw_only(), "sentences"_a, "frequencies"_a, "paraphrases"_a, "relations"_a,
            "characters"_a, "most_bytes"_a, nb::keep_alive<1, 2>())
        .def(
            "compare",
            [](GradedEncoder& self, const Codes<GradedText>& references,
               const Codes<GradedText>& candidates, const Places& left, const Places& right,
               const Worths& worths, unsigned threads) {
                // Where each text stands beside several, words come again and again.
                const std::size_t texts = std::max(references.items.size(), candidates.items.size());
                std::optional<TypeMatrix> types;
                std::optional<WrittenBags> written;
                const bool own = references.encoder == self.id && candidates.encoder == self.id;
                if (own && left.size() >= std::max(kMany, kBeside * texts)) {
                    nb::gil_scoped_release release;
                    const auto inside = working().begin();
                    types.emplace(self.kin(), worths, references.items, candidates.items, left.size());
                    fill_bags(self, references.items, candidates.items, written);
                }
                const Beforehand known{types ? &*types : nullptr, written ? &*written : nullptr};
                return compare_codes(self, references, candidates, left, right, worths.constants.width(),
                                     threads, [&] { return Grading(self, worths, known); });
            },
            "references"_a, "candidates"_a, "left"_a, "right"_a, "constants"_a, "threads"_a);
    bind_explaining(encoder);
    bind_encoding(encoder);
}

}  // namespace tesla
