// How alike all words of many texts are, for texts that each stand beside many others: each pair of
// types is compared once, and what is known of two texts is gathered from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "alike.hpp"

namespace tesla {

// Of texts that stay where they are for as long as this lives. Threads share it.
class TypeMatrix {
  public:
    using Texts = std::vector<std::shared_ptr<const GradedText>>;

    // For so many pairs of these texts; empty where it would not pay.
    TypeMatrix(const Paraphrases& paraphrases, const Worths& worths, const Texts& x, const Texts& y,
               std::size_t pairs);

    bool empty() const { return cells_.empty(); }
    // Tells what is known of the two texts; false where that is nothing.
    bool tell(const GradedText& x, const GradedText& y, Alike& alike) const;

  private:
    // The most pairs of types, at two bytes each, and of different similarities.
    static constexpr std::size_t kMostCells = std::size_t{1} << 24, kMostValues = std::size_t{1} << 15;

    struct Hash {
        std::size_t operator()(const WordType& type) const;
    };
    struct Same {
        bool operator()(const WordType& one, const WordType& other) const { return one.same(other); }
    };
    using Numbers = std::vector<std::uint32_t>;
    struct Side {
        explicit Side(const Texts& given);
        void add(const WordType& type, const GradedText& text, Numbers& own);

        GradedText all;  // each type once, as if it were a text
        std::unordered_map<WordType, std::uint32_t, Hash, Same> types;
        std::unordered_map<const GradedText*, Numbers> texts;
        std::size_t words = 0;  // types of all texts, counted in each
    };

    bool pays(std::size_t pairs) const;
    bool fill(Alike& alike);

    Side x_, y_;
    // Twice the number of the similarity, and one more where they are kin: a row for each type of y,
    // since it stands beside one text of x after another.
    std::vector<std::uint16_t> cells_;
    std::vector<double> values_{0.0};
};

}  // namespace tesla
