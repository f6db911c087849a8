#include "graded/type_matrix.hpp"

#include <bit>
#include <cstring>

namespace tesla::graded {

namespace {

constexpr std::size_t kCellsPerWord = sizeof(std::uint64_t) / sizeof(std::uint16_t);

}  // namespace

std::size_t TypeMatrix::Hash::operator()(const WordType& type) const {
    std::uint64_t hash = (std::uint64_t{type.form} << 32 ^ static_cast<std::uint32_t>(type.lemma)) *
                         0xD6E8FEB86659FD93ULL;
    hash ^= static_cast<std::uint64_t>(std::int64_t{type.tag} * 4 + type.function * 2 + type.name);
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

TypeMatrix::Side::Side(const Texts& side_texts) {
    all.words.clear();
    for (const auto& text : side_texts) {
        if (!text) continue;
        const auto [place, added] = texts.try_emplace(text);
        if (!added) continue;
        place->second.reserve(text->types.size());
        for (const WordType& type : text->types.each) add(type, *text, place->second);
        words += text->types.size();
    }
}

void TypeMatrix::Side::add(const WordType& type, const GradedText& text, TypeIds& type_ids) {
    const auto [place, added] = types.try_emplace(type, static_cast<std::uint32_t>(types.size()));
    type_ids.push_back(place->second);
    if (!added) return;
    const auto synsets = text.synsets(type);
    Words& words_of_all = all.words;
    words_of_all.synsets.insert(words_of_all.synsets.end(), synsets.begin(), synsets.end());
    words_of_all.synset_begin.push_back(static_cast<std::uint32_t>(words_of_all.synsets.size()));
    all.types.each.push_back(type);
    all.types.each.back().first = place->second;
}

TypeMatrix::TypeMatrix(const RelatedWordTable& table, const SimilarityWeights& similarity_weights,
                       const Texts& x, const Texts& y, std::size_t pairs)
    : x_(x), y_(y) {
    if (!pays(pairs)) return;
    WordSimilarity word_similarity(table, similarity_weights);
    if (!fill(word_similarity)) std::vector<std::uint16_t>().swap(cells_);
}

// Return whether the texts have so many words in common that their pairs are repeated often.
bool TypeMatrix::pays(std::size_t pairs) const {
    if (x_.texts.empty() || y_.texts.empty()) return false;
    const double cells = static_cast<double>(x_.types.size()) * static_cast<double>(y_.types.size());
    const double of_pair = static_cast<double>(x_.words) / static_cast<double>(x_.texts.size()) *
                           (static_cast<double>(y_.words) / static_cast<double>(y_.texts.size()));
    return cells <= static_cast<double>(kMostCells) && cells <= of_pair * static_cast<double>(pairs);
}

// Returns false if there are more distinct similarities than ids.
bool TypeMatrix::fill(WordSimilarity& word_similarity) {
    const std::size_t width = x_.types.size();
    width_ = (width + kCellsPerWord - 1) / kCellsPerWord * kCellsPerWord;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers{{std::bit_cast<std::uint64_t>(0.0), 0}};
    std::vector<SimilarType> similar_types;
    cells_.assign(width_ * y_.types.size(), 0);
    word_similarity.index(y_.all);
    for (std::size_t i = 0; i < width; ++i) {
        similar_types.clear();
        word_similarity.find(x_.all, x_.all.types.each[i], y_.all, similar_types);
        for (const SimilarType& similar : similar_types) {
            const auto [place, added] =
                numbers.try_emplace(std::bit_cast<std::uint64_t>(similar.similarity),
                                    static_cast<std::uint32_t>(values_.size()));
            if (added) values_.push_back(similar.similarity);
            cells_[similar.y * width_ + i] =
                static_cast<std::uint16_t>(2 * place->second + similar.related);
        }
        if (values_.size() + y_.types.size() > kMostValues) return false;
    }
    return true;
}

// From the last type of the text to the first, so that lists begin with the first. Most cells are 0.
void TypeMatrix::list(CandidateCache& cache) const {
    const auto& types = *cache.types;
    cache.entries.assign(1, {});
    cache.first.assign(width_, 0);
    for (std::size_t j = types.size(); j-- > 0;) {
        const std::uint16_t* const row = &cells_[types[j] * width_];
        for (std::size_t from = 0; from < width_; from += kCellsPerWord) {
            std::uint64_t some;
            std::memcpy(&some, row + from, sizeof some);
            if (!some) continue;
            for (std::size_t i = from; i < from + kCellsPerWord; ++i) {
                if (!row[i]) continue;
                cache.entries.push_back({static_cast<std::uint32_t>(j), row[i], cache.first[i]});
                cache.first[i] = static_cast<std::uint32_t>(cache.entries.size() - 1);
            }
        }
    }
    cache.listed = true;
}

bool TypeMatrix::look_up(const GradedText& x, const GradedText& y, CandidateCache& cache,
                         WordSimilarity& word_similarity) const {
    if (empty()) return false;
    if (cache.text != &y) {
        const auto columns = y_.texts.find(&y);
        if (columns == y_.texts.end()) return false;
        cache.text = &y;
        cache.types = &columns->second;
        cache.listed = false;
    } else if (!cache.listed) {
        list(cache);
    }
    const auto rows = x_.texts.find(&x);
    if (rows == x_.texts.end()) return false;
    const TypeIds& others = *cache.types;
    const auto add = [&](std::uint32_t j, unsigned cell) {
        word_similarity.add({j, (cell & 1) != 0, values_[cell >> 1]});
    };
    word_similarity.begin(rows->second.size(), others.size());
    for (const auto row : rows->second) {
        if (cache.listed) {
            for (auto at = cache.first[row]; at; at = cache.entries[at].next)
                add(cache.entries[at].y, cache.entries[at].cell);
        } else {
            for (std::uint32_t j = 0; j < others.size(); ++j)
                if (const unsigned cell = cells_[others[j] * width_ + row]) add(j, cell);
        }
        word_similarity.end_row();
    }
    return true;
}

}  // namespace tesla::graded
