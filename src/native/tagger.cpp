#include "tagger.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace tesla {

namespace {

constexpr unsigned kFirstLetter = 'A';
constexpr char kJoin = '|';
constexpr char kWithPrevious = 't', kWithNext = 'a';

std::string_view upos_of(std::string_view label) { return label.substr(0, label.find(' ')); }

std::vector<std::string> label_features(const std::string& previous, const std::string& before) {
    std::vector<std::string> features{"1" + previous, "2" + before + " " + previous};
    const std::string one(upos_of(previous)), two(upos_of(before));
    if (one != previous || two != before) {
        features.push_back("1" + one);
        features.push_back("2" + two + " " + one);
        features.push_back("3" + two + " " + previous);
    }
    return features;
}

}  // namespace

Tagger::Tagger(std::vector<std::string> labels, std::string_view weights)
    : labels_(std::move(labels)) {
    const std::size_t count = labels_.size();
    std::vector<std::string> names = labels_;
    names.emplace_back();  // the start of a sentence
    for (const auto& name : names) {
        const std::uint32_t other = others_.add(upos_of(name));
        auto found = std::find(coarse_others_.begin(), coarse_others_.end(), other);
        if (found == coarse_others_.end()) found = coarse_others_.insert(found, other);
        coarse_.push_back(static_cast<std::uint8_t>(found - coarse_others_.begin()));
    }
    while (!weights.empty()) {
        const std::size_t end = weights.find('\n');
        const std::string_view line = weights.substr(0, end);
        weights.remove_prefix(end == std::string_view::npos ? weights.size() : end + 1);
        if (line.empty()) continue;
        const std::size_t tab = line.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("malformed weights");
        const auto begin = static_cast<std::uint32_t>(weights_.size());
        for (const char *at = line.data() + tab + 1, *stop = line.data() + line.size(); at < stop;) {
            // A label's letter is the character 'A' + its index, in one or two bytes of UTF-8.
            unsigned letter = static_cast<unsigned char>(*at++);
            if (letter >= 0x80 && at < stop)
                letter = (letter & 0x1F) << 6 | (static_cast<unsigned char>(*at++) & 0x3F);
            const unsigned label = letter - kFirstLetter;
            std::int32_t value = 0;
            const auto result = std::from_chars(at, stop, value);
            if (result.ec != std::errc{} || label >= count)
                throw std::invalid_argument("malformed weights");
            weights_.push_back({static_cast<std::uint8_t>(label), value});
            at = result.ptr;
        }
        const Span span{begin, static_cast<std::uint32_t>(weights_.size())};
        const std::string_view feature = line.substr(0, tab);
        const std::size_t join = feature.rfind(kJoin);
        if ((feature[0] == kWithPrevious || feature[0] == kWithNext) &&
            join != std::string_view::npos) {
            const std::uint64_t stem = stems_.add(feature.substr(0, join));
            joints_.emplace(stem << 32 | others_.add(feature.substr(join + 1)), span);
        } else {
            features_.add(feature);
            spans_.push_back(span);
        }
    }
    pairs_.assign((count + 1) * (count + 1) * count, 0);
    for (std::size_t before = 0; before <= count; ++before)
        for (std::size_t previous = 0; previous <= count; ++previous)
            add_all(label_features(names[previous], names[before]),
                    pairs_.data() + (before * (count + 1) + previous) * count);
    edge_.scores.assign(4 * count, 0);
    for (std::size_t part = 0; part < 4; ++part) add("<>", edge_.scores.data() + part * count);
    edge_.kind = others_.add("<>");
}

void Tagger::add(Span span, std::int32_t* row) const {
    for (std::uint32_t i = span.begin; i < span.end; ++i) row[weights_[i].label] += weights_[i].value;
}

void Tagger::add(std::string_view feature, std::int32_t* row) const {
    const std::uint32_t number = features_.find(feature);
    if (number != StringTable::npos) add(spans_[number], row);
}

void Tagger::add_all(const std::vector<std::string>& features, std::int32_t* row) const {
    for (const auto& feature : features) add(feature, row);
}

Tagger::Span Tagger::joint(std::uint32_t stem, std::uint32_t other) const {
    const auto found = joints_.find(std::uint64_t{stem} << 32 | other);
    return found == joints_.end() ? Span{} : found->second;
}

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                       const WordFeatures& features) {
    const std::size_t count = labels_.size(), size = candidates.size();
    TagEntry entry;
    entry.candidates = candidates;
    entry.kind = others_.add(kind);
    entry.scores.assign(4 * count, 0);
    std::int32_t* row = entry.scores.data();
    add_all(features.before, row);
    add_all(features.before2, row + count);
    add_all(features.after, row + 2 * count);
    add_all(features.after2, row + 3 * count);
    if (size == 1) return entry;  // never scored
    for (std::size_t i = 0; i < features.with_next.size() && i < 2; ++i)
        entry.next_stems[i] = stems_.find(features.with_next[i]);
    Row inside(count, 0);
    add_all(features.own, inside.data());
    Row first = inside;
    add_all(features.inside, inside.data());
    add_all(features.first, first.data());
    entry.scores.reserve(4 * count + coarse_others_.size() * size);
    const std::uint8_t start = coarse_.back();
    for (std::uint8_t upos = 0; upos < coarse_others_.size(); ++upos) {
        Row own = upos == start ? first : inside;
        for (const auto& stem : features.with_previous) {
            const std::uint32_t number = stems_.find(stem);
            if (number != StringTable::npos) add(joint(number, coarse_others_[upos]), own.data());
        }
        for (const auto label : candidates) entry.scores.push_back(own[label]);
    }
    return entry;
}

void Tagger::tag(const std::vector<const TagEntry*>& words,
                 std::vector<std::uint8_t>& labels) const {
    const std::size_t count = labels_.size(), size = words.size();
    labels.resize(size);
    std::size_t before = count, previous = count;
    const std::int32_t* edge = edge_.scores.data();
    for (std::size_t i = 0; i < size; ++i) {
        const TagEntry& word = *words[i];
        std::size_t label = word.candidates[0];
        const std::size_t candidates = word.candidates.size();
        if (candidates > 1) {
            const std::uint32_t next_kind = i + 1 < size ? words[i + 1]->kind : edge_.kind;
            const auto* left = i >= 1 ? words[i - 1]->scores.data() : edge;
            const auto* left2 = (i >= 2 ? words[i - 2]->scores.data() : edge) + count;
            const auto* right = (i + 1 < size ? words[i + 1]->scores.data() : edge) + 2 * count;
            const auto* right2 = (i + 2 < size ? words[i + 2]->scores.data() : edge) + 3 * count;
            const auto* pair = pairs_.data() + (before * (count + 1) + previous) * count;
            const auto* own = word.scores.data() + 4 * count + coarse_[previous] * candidates;
            Span onward[2];
            for (int k = 0; k < 2; ++k)
                if (word.next_stems[k] != StringTable::npos)
                    onward[k] = joint(word.next_stems[k], next_kind);
            std::int64_t best = 0;
            for (std::size_t c = 0; c < candidates; ++c) {
                const std::size_t at = word.candidates[c];
                std::int64_t score = std::int64_t{own[c]} + pair[at] + left[at] + left2[at] +
                                     right[at] + right2[at];
                for (const Span& span : onward)
                    for (std::uint32_t w = span.begin; w < span.end; ++w)
                        if (weights_[w].label == at) score += weights_[w].value;
                if (c == 0 || score > best) {
                    best = score;
                    label = at;
                }
            }
        }
        labels[i] = static_cast<std::uint8_t>(label);
        before = previous;
        previous = label;
    }
}

}  // namespace tesla
