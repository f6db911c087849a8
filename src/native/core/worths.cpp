#include "worths.hpp"

#include <cmath>

namespace tesla {

Worths::Worths(const GradedConstants& given) : constants(given) {
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
        paraphrases_.push_back(std::pow(hundredths / 100.0, given.paraphrase));
    for (const bool known : {false, true})
        for (std::size_t common = 0; common < kCommon; ++common)
            for (std::size_t all = 0; all < kAll; ++all)
                spellings_.push_back(all ? spelt(common, all, known) : 0.0);
}

double Worths::spelt(std::size_t common, std::size_t all, bool known) const {
    const double dice = 2.0 * static_cast<double>(common) / static_cast<double>(all);
    if (dice < constants.least) return 0.0;
    return std::pow(dice, known ? constants.spelling : constants.unknown);
}

}  // namespace tesla
