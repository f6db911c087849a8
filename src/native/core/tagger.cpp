#include "tagger.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
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
    if (static_cast<std::int64_t>(count) > kMostLabels)
        throw std::invalid_argument("more labels than the native core tags with");
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

namespace {

bool is_stem(FeatureGroup group) { return group >= FeatureGroup::with_previous; }

// Whether anybody asks for the feature of a word that has but one candidate, or is scored.
bool is_asked(FeatureGroup group, bool scored) {
    return scored || (group >= FeatureGroup::before && group <= FeatureGroup::after2);
}

}  // namespace

Tagger::Sums::Sums(std::size_t labels, bool scored)
    : scored(scored), near(4 * labels, 0), own(scored ? labels : 0, 0), inside(own), first(own) {}

std::uint32_t Tagger::find(FeatureGroup group, std::string_view feature, std::uint64_t hash) const {
    return (is_stem(group) ? stems_ : features_).find(feature, hash);
}

// `number` is that of the feature, or of the stem.
void Tagger::take(FeatureGroup group, std::uint32_t number, Sums& sums) const {
    using enum FeatureGroup;
    const std::size_t count = labels_.size();
    std::int32_t* row = nullptr;
    switch (group) {
        case before:
            row = sums.near.data();
            break;
        case before2:
            row = sums.near.data() + count;
            break;
        case after:
            row = sums.near.data() + 2 * count;
            break;
        case after2:
            row = sums.near.data() + 3 * count;
            break;
        case own:
            row = sums.own.data();
            break;
        case inside:
            row = sums.inside.data();
            break;
        case first:
            row = sums.first.data();
            break;
        case with_previous:
            sums.previous_stems.push_back(number);
            return;
        case with_next:
            sums.next_stems.push_back(number);
            return;
    }
    if (number != StringTable::npos) add(spans_[number], row);
}

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                       const WordFeatures& features) {
    Sums sums(labels_.size(), candidates.size() > 1);
    for (std::size_t i = 0; i < std::size(WordFeatures::kGroups); ++i) {
        const auto group = static_cast<FeatureGroup>(i);
        if (!is_asked(group, sums.scored)) continue;
        for (const auto& feature : features.*WordFeatures::kGroups[i])
            take(group, find(group, feature, hash_text(feature)), sums);
    }
    return sum_up(candidates, kind, sums);
}

namespace {

// A feature that is being looked up. Waiting for memory is most of the work: it is asked for well
// before it is used, of all features of a word at once.
struct Asked {
    FeatureGroup group;
    std::uint32_t begin, size;  // where its text lies
    std::uint64_t hash;
    std::uint32_t number;
};

}  // namespace

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, const PlainWord& word) {
    Sums sums(labels_.size(), candidates.size() > 1);
    std::vector<Asked> asked;
    asked.reserve(64);
    std::string text;
    text.reserve(512);
    FeatureTeller([&](FeatureGroup group, std::string_view feature) {
        if (!is_asked(group, sums.scored)) return;
        const std::uint64_t hash = hash_text(feature);
        (is_stem(group) ? stems_ : features_).prefetch(hash);
        asked.push_back({group, static_cast<std::uint32_t>(text.size()),
                         static_cast<std::uint32_t>(feature.size()), hash, 0});
        text += feature;
    }).tell(word);
    for (auto& [group, begin, size, hash, number] : asked) {
        number = find(group, std::string_view(text).substr(begin, size), hash);
        if (number == StringTable::npos) continue;
        if (!is_stem(group))
            prefetch(&spans_[number]);
        else if (group == FeatureGroup::with_previous)
            for (const auto upos : coarse_others_) joints_.prefetch(number, upos);
    }
    for (const auto& feature : asked)
        if (!is_stem(feature.group) && feature.number != StringTable::npos)
            prefetch(weights_.data() + spans_[feature.number].begin);
    for (const auto& feature : asked) take(feature.group, feature.number, sums);
    return sum_up(candidates, word.kind, sums);
}

TagEntry Tagger::sum_up(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                        const Sums& sums) {
    const std::size_t count = labels_.size(), size = candidates.size();
    TagEntry entry = make(candidates, others_.add(kind), sums.near);
    if (!sums.scored) return entry;
    for (std::size_t i = 0; i < sums.next_stems.size() && i < 2; ++i)
        entry.next_stems[i] = sums.next_stems[i];
    Score* own = entry.candidates + size;
    const std::size_t start = coarse_.back();
    Row row(count);
    for (std::size_t upos = 0; upos < coarse_others_.size(); ++upos) {
        const Row& place = upos == start ? sums.first : sums.inside;
        for (std::size_t label = 0; label < count; ++label) row[label] = sums.own[label] + place[label];
        for (const std::uint32_t stem : sums.previous_stems)
            if (stem != StringTable::npos) add(joints_.find(stem, coarse_others_[upos]), row.data());
        for (const auto label : candidates)
            *own++ = checked(row[label], std::numeric_limits<Score>::max());
    }
    return entry;
}

}  // namespace tesla
