#include "tagger.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
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

// Scores in a line of the cache: rows begin with one, and what is looked at most is in the first.
constexpr std::size_t kLine = 32;

// Five such scores are added up in 16 bits; weights in files are 1,000 at the most, and five make one.
constexpr std::int64_t kMostNear = 6'000;

Score checked(std::int64_t score, std::int64_t most) {
    if (score < -most || score > most)
        throw std::overflow_error("weights too large for the native core");
    return static_cast<Score>(score);
}

}  // namespace

Tagger::Tagger(std::vector<std::string> labels, std::string_view weights) : labels_(std::move(labels)) {
    const std::size_t count = labels_.size();
    std::vector<std::string> names = labels_;
    names.emplace_back();  // the start of a sentence
    for (const auto& name : names) {
        const std::uint32_t other = others_.add(upos_of(name));
        auto found = std::find(coarse_others_.begin(), coarse_others_.end(), other);
        if (found == coarse_others_.end()) found = coarse_others_.insert(found, other);
        coarse_.push_back(static_cast<std::uint8_t>(found - coarse_others_.begin()));
    }
    joints_.reserve(static_cast<std::size_t>(std::count(weights.begin(), weights.end(), kJoin)));
    while (!weights.empty()) {
        const std::size_t end = weights.find('\n');
        const std::string_view line = weights.substr(0, end);
        weights.remove_prefix(end == std::string_view::npos ? weights.size() : end + 1);
        if (line.empty()) continue;
        const std::size_t tab = line.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("malformed weights");
        const Span span = read_weights(line.substr(tab + 1));
        const std::string_view feature = line.substr(0, tab);
        const std::size_t join = feature.rfind(kJoin);
        const bool joint = feature.starts_with(kWithPrevious) || feature.starts_with(kWithNext);
        if (joint && join != std::string_view::npos) {
            const std::uint32_t stem = stems_.add(feature.substr(0, join));
            joints_.add(stem, others_.add(feature.substr(join + 1)), span);
        } else {
            // A span a feature: one that is there twice would shift those of all others.
            if (features_.add(feature) != spans_.size())
                throw std::invalid_argument("malformed weights");
            spans_.push_back(span);
        }
    }
    order_labels();
    pairs_.assign((count + 1) * (count + 1) * stride_, 0);
    Row row(count);
    for (std::size_t before = 0; before <= count; ++before)
        for (std::size_t previous = 0; previous <= count; ++previous) {
            row.assign(count, 0);
            add_all(label_features(names[previous], names[before]), row.data());
            Score* pair = pairs_.data() + (before * (count + 1) + previous) * stride_;
            for (std::size_t label = 0; label < count; ++label)
                pair[places_[label]] = checked(row[label], kMostNear);
        }
    std::vector<std::int32_t> near(4 * count, 0);
    for (std::size_t part = 0; part < 4; ++part) add("<>", near.data() + part * count);
    edge_ = make({0}, others_.add("<>"), near);
}

Tagger::Span Tagger::read_weights(std::string_view line) {
    const auto begin = static_cast<std::uint32_t>(weights_.size());
    for (const char *at = line.data(), *stop = at + line.size(); at < stop;) {
        // A label's letter is the character 'A' + its index, in one or two bytes of UTF-8.
        unsigned letter = static_cast<unsigned char>(*at++);
        if (letter >= 0x80 && at < stop)
            letter = (letter & 0x1F) << 6 | (static_cast<unsigned char>(*at++) & 0x3F);
        const unsigned label = letter - kFirstLetter;
        std::int32_t value = 0;
        const auto result = std::from_chars(at, stop, value);
        if (result.ec != std::errc{} || label >= labels_.size())
            throw std::invalid_argument("malformed weights");
        weights_.push_back({static_cast<std::uint8_t>(label), value});
        at = result.ptr;
    }
    return {begin, static_cast<std::uint32_t>(weights_.size())};
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

// Labels by how many weights they have, as far as features that neighbours see are among these.
void Tagger::order_labels() {
    const std::size_t count = labels_.size();
    std::vector<std::size_t> told(count, 0);
    for (std::uint32_t feature = 0; feature < spans_.size(); ++feature)
        if (features_.key(feature).find_first_of("pqnm") == 0)
            for (std::uint32_t w = spans_[feature].begin; w < spans_[feature].end; ++w)
                ++told[weights_[w].label];
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return told[a] > told[b]; });
    places_.resize(count);
    for (std::size_t place = 0; place < count; ++place)
        places_[order[place]] = static_cast<std::uint8_t>(place);
    stride_ = (count + kLine - 1) / kLine * kLine;
}

// `near` holds before, before2, after, after2 one after another; room for `own` is left.
TagEntry Tagger::make(const std::vector<std::uint8_t>& candidates, std::uint32_t kind,
                      const std::vector<std::int32_t>& near) {
    const std::size_t count = labels_.size(), size = candidates.size();
    TagEntry entry;
    entry.kind = kind;
    entry.count = static_cast<std::uint8_t>(size);
    entry.only = candidates[0];
    std::vector<Score> rows(4 * stride_, 0);
    for (std::size_t part = 0; part < 4; ++part)
        for (std::size_t label = 0; label < count; ++label)
            rows[part * stride_ + places_[label]] = checked(near[part * count + label], kMostNear);
    entry.near = near_.keep(rows);
    if (size == 1) return entry;
    Score* own = own_.take(size * (1 + coarse_others_.size()));
    std::copy(candidates.begin(), candidates.end(), own);
    entry.candidates = own;
    return entry;
}

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                       const WordFeatures& features) {
    const std::size_t count = labels_.size(), size = candidates.size();
    std::vector<std::int32_t> near(4 * count, 0);
    add_all(features.before, near.data());
    add_all(features.before2, near.data() + count);
    add_all(features.after, near.data() + 2 * count);
    add_all(features.after2, near.data() + 3 * count);
    TagEntry entry = make(candidates, others_.add(kind), near);
    if (size == 1) return entry;  // never scored
    for (std::size_t i = 0; i < features.with_next.size() && i < 2; ++i)
        entry.next_stems[i] = stems_.find(features.with_next[i]);
    Row inside(count, 0);
    add_all(features.own, inside.data());
    Row first = inside;
    add_all(features.inside, inside.data());
    add_all(features.first, first.data());
    std::vector<std::uint32_t> stems;
    for (const auto& stem : features.with_previous) stems.push_back(stems_.find(stem));
    Score* own = entry.candidates + size;
    const std::size_t start = coarse_.back();
    for (std::size_t upos = 0; upos < coarse_others_.size(); ++upos) {
        Row row = upos == start ? first : inside;
        for (const std::uint32_t stem : stems)
            if (stem != StringTable::npos) add(joints_.find(stem, coarse_others_[upos]), row.data());
        for (const auto label : candidates)
            *own++ = checked(row[label], std::numeric_limits<Score>::max());
    }
    return entry;
}

}  // namespace tesla
