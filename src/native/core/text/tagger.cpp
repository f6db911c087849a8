#include "text/tagger.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace tesla::text {

namespace {

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

// Five such scores are added in 16 bits; weights in files are at most 1,000, and five of them make one
// score.
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
    number_coarse(names);
    read_lines(weights);
    order_labels();
    fill_pairs(names);
    std::vector<std::int32_t> near(4 * count, 0);
    for (std::size_t part = 0; part < 4; ++part) add("<>", near.data() + part * count);
    edge_ = make({0}, others_.add("<>"), near);
}

void Tagger::number_coarse(const std::vector<std::string>& names) {
    for (const auto& name : names) {
        const std::uint32_t other = others_.add(upos_of(name));
        auto coarse = std::find(coarse_others_.begin(), coarse_others_.end(), other);
        if (coarse == coarse_others_.end()) coarse = coarse_others_.insert(coarse, other);
        coarse_.push_back(static_cast<std::uint8_t>(coarse - coarse_others_.begin()));
    }
}

void Tagger::read_lines(std::string_view weights) {
    const auto lines = static_cast<std::size_t>(std::count(weights.begin(), weights.end(), '\n')) + 1;
    const auto joints = static_cast<std::size_t>(std::count(weights.begin(), weights.end(), kJoin));
    features_.reserve(lines, weights.size());
    spans_.reserve(lines);
    stems_.reserve(std::min(lines, joints), weights.size());
    JointLines joint_lines;
    while (!weights.empty()) {
        const std::size_t end = weights.find('\n');
        const std::string_view line = weights.substr(0, end);
        weights.remove_prefix(end == std::string_view::npos ? weights.size() : end + 1);
        if (line.empty()) continue;
        const std::size_t tab = line.rfind('\t');
        if (tab == std::string_view::npos) throw std::invalid_argument("malformed weights");
        const Span span = read_weights(line.substr(tab + 1));
        const std::string_view feature = line.substr(0, tab);
        const bool joint = feature.starts_with(kWithPrevious) || feature.starts_with(kWithNext);
        if (joint && feature.find(kJoin) != std::string_view::npos) {
            read_joint(feature, span, joint_lines);
            continue;
        }
        // One span per feature: a duplicate would shift the spans of all later features.
        if (features_.add(feature) != spans_.size()) throw std::invalid_argument("malformed weights");
        spans_.push_back(span);
    }
    keep_joints(joint_lines);
}

void Tagger::read_joint(std::string_view feature, Span span, JointLines& lines) {
    const std::size_t join = feature.rfind(kJoin);
    const std::uint32_t stem = stems_.add(feature.substr(0, join));
    const std::uint32_t other = others_.add(feature.substr(join + 1));
    if (feature.starts_with(kWithNext)) {
        lines.next.push_back({stem, other, span});
        return;
    }
    const auto coarse = std::find(coarse_others_.begin(), coarse_others_.end(), other);
    // No label has this name, so the feature is never used.
    if (coarse == coarse_others_.end()) return;
    lines.previous.push_back({stem, static_cast<std::uint32_t>(coarse - coarse_others_.begin()), span});
}

void Tagger::keep_joints(const JointLines& lines) {
    joints_.reserve(lines.next.size());
    for (const auto& line : lines.next) joints_.add(line.stem, line.other, line.span);
    previous_begin_.assign(stems_.size() + 1, 0);
    for (const auto& line : lines.previous) ++previous_begin_[line.stem + 1];
    std::partial_sum(previous_begin_.begin(), previous_begin_.end(), previous_begin_.begin());
    std::vector<std::uint32_t> next(previous_begin_.begin(), previous_begin_.end() - 1);
    previous_.resize(lines.previous.size());
    for (const auto& line : lines.previous) previous_[next[line.stem]++] = {line.other, line.span};
}

void Tagger::fill_pairs(const std::vector<std::string>& names) {
    const std::size_t count = labels_.size();
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
}

Tagger::Span Tagger::read_weights(std::string_view line) {
    const auto begin = static_cast<std::uint32_t>(weights_.size());
    for (const char *at = line.data(), *stop = at + line.size(); at < stop;) {
        // The letter of a label is the character 'A' + its index, in one or two bytes of UTF-8.
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
    const std::uint32_t number = features_.find(feature, hash_text(feature));
    if (number != FeatureTable::npos) add(spans_[number], row);
}

void Tagger::add_all(const std::vector<std::string>& features, std::int32_t* row) const {
    for (const auto& feature : features) add(feature, row);
}

// Sort labels by their number of weights, among features that neighbours see.
void Tagger::order_labels() {
    const std::size_t count = labels_.size();
    std::vector<std::size_t> weight_counts(count, 0);
    for (std::uint32_t feature = 0; feature < spans_.size(); ++feature)
        if (features_.key(feature).find_first_of("pqnm") == 0)
            for (std::uint32_t w = spans_[feature].begin; w < spans_[feature].end; ++w)
                ++weight_counts[weights_[w].label];
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return weight_counts[a] > weight_counts[b]; });
    places_.resize(count);
    for (std::size_t place = 0; place < count; ++place)
        places_[order[place]] = static_cast<std::uint8_t>(place);
    stride_ = (count + kLine - 1) / kLine * kLine;
}

// `near` has before, before2, after and after2 one after another; space for `own` is reserved.
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

// Return whether a feature is used for a word that has only one candidate, or is scored.
bool is_asked(FeatureGroup group, bool scored) {
    return scored || (group >= FeatureGroup::before && group <= FeatureGroup::after2);
}

}  // namespace

Tagger::Sums::Sums(std::size_t labels, std::size_t coarse, bool scored)
    : scored(scored),
      near(4 * labels, 0),
      own(scored ? labels : 0, 0),
      inside(own),
      first(own),
      joint(scored ? labels * coarse : 0, 0) {}

std::uint32_t Tagger::find(FeatureGroup group, std::string_view feature, std::uint64_t hash) const {
    return (is_stem(group) ? stems_ : features_).find(feature, hash);
}

// `number` is the id of the feature, or of the stem.
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
            if (number != FeatureTable::npos)
                for (std::uint32_t i = previous_begin_[number]; i < previous_begin_[number + 1]; ++i)
                    add(previous_[i].span, sums.joint.data() + previous_[i].coarse * count);
            return;
        case with_next:
            sums.next_stems.push_back(number);
            return;
    }
    if (number != FeatureTable::npos) add(spans_[number], row);
}

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                       const WordFeatures& features) {
    Sums sums(labels_.size(), coarse_others_.size(), candidates.size() > 1);
    for (std::size_t i = 0; i < std::size(WordFeatures::kGroups); ++i) {
        const auto group = static_cast<FeatureGroup>(i);
        if (!is_asked(group, sums.scored)) continue;
        for (const auto& feature : features.*WordFeatures::kGroups[i])
            take(group, find(group, feature, hash_text(feature)), sums);
    }
    return sum_up(candidates, kind, sums);
}

namespace {

// A feature that is being looked up. Most of the time is spent on cache misses: all features of a word
// are prefetched together, well before use.
struct Asked {
    FeatureGroup group;
    std::uint32_t begin, size;  // where its text is stored
    std::uint64_t hash;
    std::uint32_t number;
};

}  // namespace

TagEntry Tagger::entry(const std::vector<std::uint8_t>& candidates, const PlainWord& word) {
    Sums sums(labels_.size(), coarse_others_.size(), candidates.size() > 1);
    std::vector<Asked> asked;
    asked.reserve(64);
    std::string text;
    text.reserve(512);
    FeatureGenerator([&](FeatureGroup group, std::string_view feature) {
        if (!is_asked(group, sums.scored)) return;
        const std::uint64_t hash = hash_text(feature);
        (is_stem(group) ? stems_ : features_).prefetch(hash);
        asked.push_back({group, static_cast<std::uint32_t>(text.size()),
                         static_cast<std::uint32_t>(feature.size()), hash, 0});
        text += feature;
    }).tell(word);
    for (auto& [group, begin, size, hash, number] : asked) {
        number = find(group, std::string_view(text).substr(begin, size), hash);
        if (number == FeatureTable::npos) continue;
        if (!is_stem(group))
            prefetch(&spans_[number]);
        else if (group == FeatureGroup::with_previous)
            prefetch(&previous_begin_[number]);
    }
    for (const auto& feature : asked)
        if (!is_stem(feature.group) && feature.number != FeatureTable::npos)
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
    for (std::size_t upos = 0; upos < coarse_others_.size(); ++upos) {
        const Row& place = upos == start ? sums.first : sums.inside;
        const std::int32_t* joint = sums.joint.data() + upos * count;
        for (const auto label : candidates)
            *own++ = checked(std::int64_t{sums.own[label]} + place[label] + joint[label],
                             std::numeric_limits<Score>::max());
    }
    return entry;
}

}  // namespace tesla::text
