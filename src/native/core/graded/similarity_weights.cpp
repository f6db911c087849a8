#include "graded/similarity_weights.hpp"

#include <cmath>

namespace tesla::graded {

SimilarityWeights::SimilarityWeights(const GradedConstants& initial) : constants(initial) {
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
        paraphrase_table_.push_back(std::pow(hundredths / 100.0, initial.paraphrase));
    for (const bool known : {false, true})
        for (std::size_t common = 0; common < kMaxCommon; ++common)
            for (std::size_t total = 0; total < kMaxTotal; ++total)
                spelling_table_.push_back(total ? compute_spelling(common, total, known) : 0.0);
}

double SimilarityWeights::compute_spelling(std::size_t common, std::size_t total, bool known) const {
    const double dice = 2.0 * static_cast<double>(common) / static_cast<double>(total);
    if (dice < constants.least) return 0.0;
    return std::pow(dice, known ? constants.spelling : constants.unknown);
}

}  // namespace tesla::graded
