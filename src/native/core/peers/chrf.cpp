#include "peers/chrf.hpp"

#include <algorithm>

#include "text/white_space.hpp"

namespace tesla::peers {

namespace {

// string.punctuation
bool is_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

bool is_one_character(std::string_view word) {
    const char* at = word.data();
    read_character(at, word.data() + word.size());
    return at == word.data() + word.size();
}

}  // namespace

// The order of additions is that of sacreBLEU: which reference is the best may depend on the last digit.
double Chrf::value(const std::int64_t* row) const {
    constexpr double nearly_0 = 1e-16;
    const double factor = beta * beta;
    double score = 0, precision = 0, recall = 0, lengths = 0;
    for (std::size_t k = 0; k < width(); k += 3) {
        const auto candidate = static_cast<double>(row[k]), reference = static_cast<double>(row[k + 1]),
                   shared = static_cast<double>(row[k + 2]);
        const double p = candidate > 0 ? shared / candidate : nearly_0;
        const double r = reference > 0 ? shared / reference : nearly_0;
        const double below = factor * p + r;
        score += below > 0 ? (1 + factor) * p * r / below : nearly_0;
        if (!(candidate > 0 && reference > 0)) continue;
        precision += p;
        recall += r;
        ++lengths;
    }
    if (smoothed) return 100 * score / static_cast<double>(characters + words);
    if (!(precision + recall > 0)) return 0;
    precision /= lengths;
    recall /= lengths;
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
}

void Chrf::Reader::read(std::string_view text, Code& code) {
    code.characters.reserve(text.size());
    for (const char *at = text.data(), *end = at + text.size(); at < end;) {
        const std::uint32_t character = read_character(at, end);
        if (chrf_.white_space || !is_white_space(character)) code.characters.push_back(character);
    }
    if (chrf_.words) split(text, [&](std::string_view word) { add_word(word, code); });
}

// Punctuation at the end of a word is split off; otherwise punctuation at its start.
void Chrf::Reader::add_word(std::string_view word, Code& code) {
    std::size_t cut = word.size();
    if (!is_one_character(word)) {
        if (is_punctuation(word.back()))
            cut = word.size() - 1;
        else if (is_punctuation(word.front()))
            cut = 1;
    }
    code.words.push_back(words_.add(word.substr(0, cut)));
    if (cut < word.size()) code.words.push_back(words_.add(word.substr(cut)));
}

void Chrf::Counter::set_references(const std::vector<const Code*>& references) {
    reference_count_ = references.size();
    if (trees_.size() < reference_count_) trees_.resize(reference_count_);
    for (std::size_t k = 0; k < reference_count_; ++k) {
        const Code& code = *references[k];
        ReferenceTrees& reference = trees_[k];
        reference.characters = code.characters.size();
        reference.words = code.words.size();
        reference.character_tree.clear(chrf_.characters, reference.characters);
        reference.character_tree.add(code.characters);
        if (!chrf_.words) continue;
        reference.word_tree.clear(chrf_.words, reference.words);
        reference.word_tree.add(code.words);
    }
}

void Chrf::Counter::count(const Code& candidate, std::int64_t* row) {
    double best = -1;
    row_.resize(chrf_.width());
    for (std::size_t k = 0; k < reference_count_; ++k) {
        compare(candidate, trees_[k], row_.data());
        const double value = reference_count_ > 1 ? chrf_.value(row_.data()) : 0;
        if (value <= best) continue;
        best = value;
        std::copy(row_.begin(), row_.end(), row);
    }
}

void Chrf::Counter::compare(const Code& candidate, ReferenceTrees& reference, std::int64_t* row) {
    count_lengths(candidate.characters, reference.characters, reference.character_tree, chrf_.characters,
                  row);
    if (chrf_.words)
        count_lengths(candidate.words, reference.words, reference.word_tree, chrf_.words,
                      row + 3 * chrf_.characters);
}

void Chrf::Counter::count_lengths(Symbols candidate, std::size_t reference, GramTree& tree,
                                  std::size_t order, std::int64_t* row) {
    shared_.assign(order, 0);
    tree.share(candidate, shared_.data());
    for (std::size_t n = 1; n <= order; ++n, row += 3) {
        row[1] = gram_count(reference, n);
        // An order of which the reference has no n-grams does not count against the candidate.
        row[0] = row[1] ? gram_count(candidate.size(), n) : 0;
        row[2] = shared_[n - 1];
    }
}

}  // namespace tesla::peers
