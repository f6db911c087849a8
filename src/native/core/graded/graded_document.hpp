// Texts of several sentences with graded word similarity: see core/matching/skip_bigrams.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/graded_comparer.hpp"
#include "matching/document_encoder.hpp"

namespace tesla::graded {

struct GradedDocument {
    GradedText kinds;                 // the distinct words of the text, in order of occurrence
    std::vector<std::int64_t> units;  // weights of the kinds
    WeightedGrams words, skips;       // by kind, with their counts
    GramBag word_bag, skip_bag;       // by form

    std::size_t bytes() const {
        return sizeof(GradedDocument) + kinds.bytes() + units.size() * 8 +
               (words.size() + skips.size() + word_bag.keys.size() + skip_bag.keys.size()) * 16;
    }
};

class GradedDocumentEncoder final : public EncoderOf<GradedDocumentEncoder, GradedDocument> {
  public:
    struct Workspace {
        Lexicon::Workspace analysis;
        Words words;
        AnalysedText sentence;
        GradedText text;
        std::vector<std::uint32_t> ends, order, kinds, firsts;
        WeightedGrams grams;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    GradedDocumentEncoder(const Lexicon& lexicon, std::uint64_t sentences, std::string_view frequencies,
                          std::string_view paraphrases, std::size_t gap, std::size_t max_cache_bytes);
    ~GradedDocumentEncoder() override;

    const Lexicon& lexicon() const { return graded.lexicon(); }
    ReadWriteLock& lexicon_lock() const override { return graded.lexicon_lock(); }
    bool is_outdated() const override { return graded.is_outdated(); }
    void learn() override { graded.learn(); }
    template <class Text>
    bool make(const Text& text, Workspace& workspace, GradedDocument& document) const {
        workspace.text.words.clear();
        workspace.ends.clear();
        const bool known = each_sentence(text, workspace.sentence, [&](const auto& sentence) {
            if (!lexicon().analyse(sentence, workspace.analysis, workspace.words)) return false;
            append(workspace.words, workspace);
            return true;
        });
        if (known) fill(workspace, document);
        return known;
    }
    void finish(GradedDocument&) const {}

    GradedEncoder graded;  // analyses and weighs words

  private:
    static void append(const Words& sentence, Workspace& workspace);
    static void number_kinds(Workspace& workspace);
    void fill(Workspace& workspace, GradedDocument& document) const;

    std::size_t gap_;
};

// Use one instance per thread; memory is reused from pair to pair.
class GradedDocumentComparer {
  public:
    GradedDocumentComparer(const GradedDocumentEncoder& encoder,
                           const SimilarityWeights& similarity_weights)
        : alpha_(similarity_weights.constants.alpha), comparer_(encoder.graded, similarity_weights) {}

    void operator()(const GradedDocument& reference, const GradedDocument& candidate, double* out);

  private:
    // The most similar form of the reference for a kind of word, and the similarity; 0 if there is none.
    struct Image {
        std::uint64_t form;
        double similarity;
    };
    struct Arrival {
        std::uint64_t key;
        double similarity;
        std::int64_t amount;
    };
    void find_images(const GradedDocument& reference, const GradedDocument& candidate);
    void stand_in(const GradedText& reference, const GradedText& candidate);
    double value(const GramBag& reference);

    double alpha_;
    GradedComparer comparer_;
    std::vector<Image> images_;  // by kind of the candidate
    std::vector<std::uint32_t> missing_, part_;
    GradedText missing_words_;
    std::vector<Arrival> arrivals_;
    std::vector<double> parts_;  // the parts with a similarity below 1
};

}  // namespace tesla::graded
