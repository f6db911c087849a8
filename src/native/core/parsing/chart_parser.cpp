#include "parsing/chart_parser.hpp"

#include <stdexcept>

namespace tesla::parsing {

// Limit for a grammar, since there is a table of symbol pairs.
constexpr std::size_t kMostSymbols = 1000;

WeightTable::WeightTable(std::vector<FeatureKey> keys, const std::vector<std::uint32_t>& begins,
                         const std::vector<std::uint16_t>& columns,
                         const std::vector<std::int8_t>& values, std::size_t width) {
    if (begins.size() != keys.size() + 1 || columns.size() != values.size() || begins.front() != 0 ||
        begins.back() != values.size())
        throw std::invalid_argument("malformed weights");
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (columns[at] >= width) throw std::invalid_argument("malformed weights");
        weights_.push_back({columns[at], values[at]});
    }
    std::size_t size = 64;
    while (size < keys.size() * 2) size *= 2;
    mask_ = size - 1;
    slots_.resize(size);
    for (std::size_t number = 0; number < keys.size(); ++number) {
        if (begins[number] >= begins[number + 1] || begins[number + 1] > columns.size())
            throw std::invalid_argument("malformed weights");
        // Each feature counts once: the sum of many could overflow a score.
        for (std::size_t at = begins[number] + 1; at < begins[number + 1]; ++at)
            if (columns[at - 1] >= columns[at]) throw std::invalid_argument("malformed weights");
        std::size_t at = slot(keys[number]);
        while (slots_[at].end) at = (at + 1) & mask_;
        slots_[at] = {keys[number], begins[number], begins[number + 1]};
    }
}

ChartParser::ChartParser(ChartGrammar grammar, std::vector<WeightTable> tables,
                         ChartPruning<std::int32_t> pruning)
    : grammar_(std::move(grammar)), tables_(std::move(tables)), pruning_(pruning) {
    const auto is_symbol = [&](Symbol symbol) { return symbol < grammar_.symbols; };
    bool fits = tables_.size() == 3 && grammar_.leaves.size() == grammar_.labels.size() &&
                grammar_.tops.size() == grammar_.symbols && grammar_.tags <= grammar_.symbols &&
                grammar_.symbols <= kMostSymbols && grammar_.labels.size() <= kMostSymbols;
    for (const auto& label : grammar_.labels)
        fits = fits && is_symbol(label.top) && is_symbol(label.bottom);
    for (const auto& rule : grammar_.rules)
        fits = fits && is_symbol(rule.parent) && is_symbol(rule.left) && is_symbol(rule.right);
    if (!fits) throw std::invalid_argument("malformed grammar");
    grammar_.index();
}

std::vector<ChartNode> ChartParser::parse(const std::vector<ParsedWord>& words) const {
    for (const auto& word : words)
        if (word.tag >= grammar_.tags || word.kind > 31) throw std::invalid_argument("an unknown tag");
    if (words.empty()) return {};
    const SpanFeatures features(words);
    const ChartScores<std::int32_t> scores(grammar_, words, features, *this);
    return Chart(grammar_, scores, words.size(), pruning_).best();
}

}  // namespace tesla::parsing
