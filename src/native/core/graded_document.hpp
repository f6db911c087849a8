// Texts of several sentences whose words are alike by degrees: see matching/graded_skips.py.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "document_encoder.hpp"
#include "grading.hpp"

namespace tesla {

struct GradedDocument {
    GradedText kinds;                 // words that are analysed alike once, in the order of the text
    std::vector<std::int64_t> units;  // what kinds weigh
    Grams words, skips;               // by kinds, with how often they are there
    GramBag word_bag, skip_bag;       // by forms

    std::size_t bytes() const {
        return sizeof(GradedDocument) + kinds.bytes() + units.size() * 8 +
               (words.size() + skips.size() + word_bag.keys.size() + skip_bag.keys.size()) * 16;
    }
};

class GradedDocumentEncoder {
  public:
    using Code = GradedDocument;
    static constexpr bool kSided = false;  // references are as candidates are
    struct Room {
        Lexicon::Scratch analysis;
        Words words;
        Given sentence;
        GradedText text;
        std::vector<std::uint32_t> ends, order, kinds, firsts;
        Grams grams;
        std::vector<std::string>& missing() { return analysis.missing; }
    };

    GradedDocumentEncoder(const Lexicon& lexicon, std::uint64_t sentences, std::string_view frequencies,
                          std::string_view paraphrases, std::size_t gap, std::size_t most_bytes)
        : graded(lexicon, sentences, frequencies, paraphrases, {}, 1, 0), kept(most_bytes), gap_(gap) {}

    const Lexicon& lexicon() const { return graded.lexicon(); }
    Nothing hold() const { return {}; }
    bool behind() const { return graded.behind(); }
    void learn() { graded.learn(); }
    template <class Text>
    bool make(const Text& text, Room& room, GradedDocument& document) const {
        room.text.words.clear();
        room.ends.clear();
        const bool known = each_sentence(text, room.sentence, [&](const auto& sentence) {
            if (!lexicon().analyse(sentence, room.analysis, room.words)) return false;
            append(room.words, room);
            return true;
        });
        if (known) fill(room, document);
        return known;
    }
    void finish(GradedDocument&) const {}

    GradedEncoder graded;  // knows words
    const std::uint64_t id = next_id();
    Gate gate;
    Remembered<GradedDocument> kept;
    Pool<GradedDocument> pool;

  private:
    static void append(const Words& sentence, Room& room);
    static void number_kinds(Room& room);
    void fill(Room& room, GradedDocument& document) const;

    std::size_t gap_;
};

// One a thread: it keeps its memory from pair to pair.
class DocumentGrading {
  public:
    DocumentGrading(const GradedDocumentEncoder& encoder, const Worths& worths)
        : alpha_(worths.constants.alpha), grading_(encoder.graded, worths) {}

    void operator()(const GradedDocument& reference, const GradedDocument& candidate, double* out);

  private:
    // A form of the reference, and how well a kind of word stands for it; 0: for none.
    struct Image {
        std::uint64_t form;
        double worth;
    };
    struct Arrival {
        std::uint64_t key;
        double worth;
        std::int64_t amount;
    };
    void find_images(const GradedDocument& reference, const GradedDocument& candidate);
    void stand_in(const GradedText& reference, const GradedText& candidate);
    double value(const GramBag& reference);

    double alpha_;
    Grading grading_;
    std::vector<Image> images_;  // by kinds of the candidate
    std::vector<std::uint32_t> missing_, part_;
    GradedText strange_;
    std::vector<Arrival> arrivals_;
    std::vector<double> parts_;  // of what is worth less than 1
};

}  // namespace tesla
