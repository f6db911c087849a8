// How alike words are: see matching/alike.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graded_text.hpp"
#include "postings.hpp"
#include "worths.hpp"

namespace tesla {

// A type of y that a type of x has something in common with.
struct Likeness {
    std::uint32_t y;
    bool kin;  // whether one can stand for the other
    double similarity;
};

// The words of two texts beside each other, by type. Keeps its memory from pair to pair.
class Alike {
  public:
    Alike(const KinTable& table, const Worths& worths);

    void compare(const GradedText& x, const GradedText& y);
    // The two steps of it: what the types of y have, then what a type of x has in common with them.
    void index(const GradedText& y);
    void find(const GradedText& x, const WordType& type, const GradedText& y,
              std::vector<Likeness>& found);
    // Or what is known of them already, a type of x after another.
    void begin(std::size_t rows, std::size_t columns);
    void add(const Likeness& like) {
        likes_.push_back(like);
        similarity_[rows() * columns_ + like.y] = like.similarity;
    }
    void end_row() { begin_.push_back(static_cast<std::uint32_t>(likes_.size())); }

    std::size_t rows() const { return begin_.size() - 1; }
    // Of a type of x, types of y ascending.
    std::span<const Likeness> row(std::size_t x) const {
        return {likes_.data() + begin_[x], likes_.data() + begin_[x + 1]};
    }
    double similarity(std::size_t x, std::size_t y) const { return similarity_[x * columns_ + y]; }

  private:
    void mark(const GradedText& x, const WordType& type);
    void mark_equal(std::uint32_t form, std::int32_t lemma, std::int32_t tag, float bigrams);
    Likeness grade(const WordType& x, const WordType& y, std::uint32_t place) const;

    const KinTable& table_;
    const Worths& worths_;
    std::array<double, 32> levels_;  // by what types share
    std::size_t columns_ = 0;
    std::vector<Likeness> likes_;
    std::vector<std::uint32_t> begin_{0};
    std::vector<double> similarity_;
    // Of y: which types have what, and what they are, side by side.
    Postings bigrams_, synsets_, partners_;
    std::vector<std::uint32_t> forms_;
    std::vector<std::int32_t> lemmas_, tags_;
    std::vector<float> sizes_;  // how many bigrams
    // Of a type of x: what each type of y shares with it, as bits, and how much of it.
    std::vector<std::uint8_t> shared_, strength_;
    std::vector<std::int32_t> common_;
};

}  // namespace tesla
