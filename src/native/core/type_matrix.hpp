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
    TypeMatrix(const KinTable& table, const Worths& worths, const Texts& x, const Texts& y,
               std::size_t pairs);

    bool empty() const { return cells_.empty(); }

    // What is known of a text of y and of any type of x: a thread's, for as long as that text stands
    // beside one of x after another.
    struct Beside {
        struct Entry {
            std::uint32_t y;  // a type of the text
            std::uint16_t cell;
            std::uint32_t next;
        };
        const GradedText* text = nullptr;
        const std::vector<std::uint32_t>* types = nullptr;  // of the text, by their numbers
        bool listed = false;
        std::vector<Entry> entries;
        std::vector<std::uint32_t> first;  // by type of x: its first entry; the one at 0 is none
    };
    // Tells what is known of the two texts; false where that is nothing.
    bool tell(const GradedText& x, const GradedText& y, Beside& beside, Alike& alike) const;

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
    void list(Beside& beside) const;

    Side x_, y_;
    // Twice the number of the similarity, and one more where they are kin: a row for each type of y,
    // since it stands beside one text of x after another. Rows are as long as a whole number of words of
    // 64 bits.
    std::size_t width_ = 0;
    std::vector<std::uint16_t> cells_;
    std::vector<double> values_{0.0};
};

}  // namespace tesla
