#include "graded/graded_document.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace tesla::graded {

GradedDocumentEncoder::GradedDocumentEncoder(const Lexicon& lexicon, std::uint64_t sentences,
                                             std::string_view frequencies, std::string_view paraphrases,
                                             std::size_t gap, std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, false),
      graded(lexicon, sentences, frequencies, paraphrases, {}, 1, 0),
      gap_(gap) {}

GradedDocumentEncoder::~GradedDocumentEncoder() = default;

namespace {

constexpr double kDocumentUnits = static_cast<double>(std::int64_t{1} << 30);
// The number of candidate words that are missing in the reference and compared with it at a time.
constexpr std::size_t kDocumentWindow = 256;

constexpr std::uint64_t pair_of(std::uint64_t first, std::uint64_t second) {
    return first << 32 | second;
}

// Merge equal n-grams and add up their counts.
void count(WeightedGrams& grams, WeightedGrams& counted) {
    std::sort(grams.begin(), grams.end());
    counted.clear();
    for (const auto& [key, times] : grams) {
        if (!counted.empty() && counted.back().first == key)
            counted.back().second += times;
        else
            counted.emplace_back(key, times);
    }
}

}  // namespace

void GradedDocumentEncoder::append(const Words& sentence, Workspace& room) {
    Words& all = room.text.words;
    const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    const auto before = static_cast<std::uint32_t>(all.synsets.size());
    join(all.lemmas, sentence.lemmas);
    join(all.tags, sentence.tags);
    join(all.function, sentence.function);
    join(all.labels, sentence.labels);
    join(all.names, sentence.names);
    join(all.surfaces, sentence.surfaces);
    join(all.synsets, sentence.synsets);
    for (std::size_t i = 1; i < sentence.synset_begin.size(); ++i)
        all.synset_begin.push_back(before + sentence.synset_begin[i]);
    room.ends.push_back(static_cast<std::uint32_t>(all.size()));
}

// Determine the kind of each word, and the first word of each kind.
void GradedDocumentEncoder::number_kinds(Workspace& room) {
    const Words& words = room.text.words;
    const auto look = [&](std::uint32_t i) {
        return std::tuple(room.text.forms[i], words.lemmas[i], words.tags[i]);
    };
    room.order.resize(words.size());
    std::iota(room.order.begin(), room.order.end(), 0);
    std::stable_sort(room.order.begin(), room.order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return look(a) < look(b); });
    room.kinds.resize(words.size());
    room.firsts.clear();
    for (std::size_t k = 0, first = 0; k < room.order.size(); ++k) {
        if (!k || look(room.order[k]) != look(room.order[k - 1])) {
            first = room.order[k];
            room.firsts.push_back(static_cast<std::uint32_t>(first));
        }
        room.kinds[room.order[k]] = static_cast<std::uint32_t>(first);
    }
    std::sort(room.firsts.begin(), room.firsts.end());
    // So far, a kind is identified by the index of its first word; replace this by the rank of that
    // index.
    for (auto& kind : room.kinds) {
        const auto found = std::lower_bound(room.firsts.begin(), room.firsts.end(), kind);
        kind = static_cast<std::uint32_t>(found - room.firsts.begin());
    }
}

void GradedDocumentEncoder::fill(Workspace& room, GradedDocument& document) const {
    graded.weigh_words(room.text);
    number_kinds(room);
    pick(room.text, room.firsts, document.kinds);
    document.units.clear();
    for (const auto first : room.firsts)
        document.units.push_back(
            static_cast<std::int64_t>(std::nearbyint(room.text.weights[first] * kDocumentUnits)));
    room.grams.clear();
    for (const auto kind : room.kinds) room.grams.emplace_back(kind, 1);
    count(room.grams, document.words);
    room.grams.clear();
    std::size_t begin = 0;
    for (const std::size_t end : room.ends) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t j = i + 1; j < std::min(end, i + gap_ + 2); ++j)
                room.grams.emplace_back(pair_of(room.kinds[i], room.kinds[j]), 1);
        begin = end;
    }
    count(room.grams, document.skips);
    const auto& forms = document.kinds.forms;
    const auto& units = document.units;
    room.grams.clear();
    for (const auto& [kind, times] : document.words)
        room.grams.emplace_back(forms[kind], units[kind] * times);
    gather(room.grams, document.word_bag);
    room.grams.clear();
    for (const auto& [pair, times] : document.skips) {
        const auto first = pair >> 32, second = pair & 0xFFFFFFFF;
        room.grams.emplace_back(pair_of(forms[first], forms[second]),
                                (units[first] + units[second]) * times);
    }
    gather(room.grams, document.skip_bag);
}

void GradedDocumentComparer::find_images(const GradedDocument& reference,
                                         const GradedDocument& candidate) {
    const auto& known = reference.word_bag.keys;
    images_.clear();
    missing_.clear();
    for (std::size_t kind = 0; kind < candidate.kinds.forms.size(); ++kind) {
        const std::uint64_t form = candidate.kinds.forms[kind];
        const bool there = std::binary_search(known.begin(), known.end(), form);
        images_.push_back({form, there ? 1.0 : 0.0});
        if (!there) missing_.push_back(static_cast<std::uint32_t>(kind));
    }
    for (std::size_t from = 0; from < missing_.size() && !known.empty(); from += kDocumentWindow) {
        const auto to = std::min(from + kDocumentWindow, missing_.size());
        part_.assign(missing_.begin() + static_cast<std::ptrdiff_t>(from),
                     missing_.begin() + static_cast<std::ptrdiff_t>(to));
        stand_in(reference.kinds, candidate.kinds);
    }
}

// Find the images of `part_`: the most similar words, the first of equally similar ones.
void GradedDocumentComparer::stand_in(const GradedText& reference, const GradedText& candidate) {
    pick(candidate, part_, missing_words_);
    const auto& similarities = comparer_.similarities(reference, missing_words_);
    for (std::size_t i = 0; i < reference.forms.size(); ++i)
        for (std::size_t j = 0; j < part_.size(); ++j) {
            const double similarity = similarities[i * part_.size() + j];
            Image& image = images_[part_[j]];
            if (similarity > image.similarity) image = {reference.forms[i], similarity};
        }
}

// Match arrivals greedily with the n-grams of the reference, the most similar first.
double GradedDocumentComparer::value(const GramBag& reference) {
    std::sort(arrivals_.begin(), arrivals_.end(), [](const Arrival& a, const Arrival& b) {
        return std::tuple(a.key, -a.similarity) < std::tuple(b.key, -b.similarity);
    });
    std::int64_t whole = 0;  // the part with similarity 1, summed without rounding
    parts_.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < reference.keys.size(); ++i) {
        const std::uint64_t key = reference.keys[i];
        while (at < arrivals_.size() && arrivals_[at].key < key) ++at;
        std::int64_t room = reference.weights[i];
        while (at < arrivals_.size() && arrivals_[at].key == key) {
            const double similarity = arrivals_[at].similarity;
            std::int64_t taken = 0;
            for (; at < arrivals_.size() && arrivals_[at].key == key &&
                   arrivals_[at].similarity == similarity;
                 ++at)
                taken += std::min(room - taken, arrivals_[at].amount);
            room -= taken;
            if (similarity == 1)
                whole += taken;
            else
                parts_.push_back(similarity * static_cast<double>(taken));
        }
    }
    // Sort by size: the keys depend on the order of encounters, and rounding must not.
    std::sort(parts_.begin(), parts_.end());
    return std::accumulate(parts_.begin(), parts_.end(), static_cast<double>(whole));
}

void GradedDocumentComparer::operator()(const GradedDocument& reference, const GradedDocument& candidate,
                                        double* out) {
    find_images(reference, candidate);
    const auto f = [&](const GramBag& x, const GramBag& y, double unit, double neither) {
        return bag_f(value(x) / unit, static_cast<double>(x.total) / unit,
                     static_cast<double>(y.total) / unit, alpha_, neither);
    };
    const auto& units = candidate.units;
    arrivals_.clear();
    for (const auto& [kind, times] : candidate.words)
        if (images_[kind].similarity > 0)
            arrivals_.push_back({images_[kind].form, images_[kind].similarity, units[kind] * times});
    out[0] = f(reference.word_bag, candidate.word_bag, kDocumentUnits, 1);
    arrivals_.clear();
    for (const auto& [pair, times] : candidate.skips) {
        const Image &a = images_[pair >> 32], &b = images_[pair & 0xFFFFFFFF];
        if (a.similarity > 0 && b.similarity > 0)
            arrivals_.push_back({pair_of(a.form, b.form), (a.similarity + b.similarity) / 2,
                                 (units[pair >> 32] + units[pair & 0xFFFFFFFF]) * times});
    }
    out[1] = f(reference.skip_bag, candidate.skip_bag, 2 * kDocumentUnits, out[0]);
}

}  // namespace tesla::graded
