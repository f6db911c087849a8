// What was found of pairs of words, for texts that have most words in common, as candidates of one
// list have: a look-up costs a tenth of the comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "words.hpp"

namespace tesla {

// Of texts that stay where they are for as long as this lives. It gives up where it does not help.
class WordPairs {
  public:
    // The most different words of all texts together; with more it starts again.
    static constexpr std::size_t kMost = 512;

    explicit WordPairs(bool helps) : helps_(helps) {}

    // Fills in what is known of all words of x, a row each, with all of y. False if a pair is new:
    // then all are to be found out, and told by `keep`.
    bool look(const Words& x, const Words& y, std::vector<double>& similarity,
              std::vector<std::uint8_t>& kin);
    void keep(const Words& x, const Words& y, const std::vector<double>& similarity,
              const std::vector<std::uint8_t>& kin);
    bool helps() const { return helps_; }

  private:
    using Numbers = std::vector<std::uint16_t>;
    // All that similarity depends on; the rest of a word follows from its surface or its lemma.
    struct Word {
        std::uint32_t surface;
        std::int32_t lemma, tag;
        std::uint8_t function, name;
        bool operator==(const Word&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Word& word) const {
            std::uint64_t hash =
                (std::uint64_t{word.surface} << 32 ^ static_cast<std::uint32_t>(word.lemma)) *
                0xD6E8FEB86659FD93ULL;
            hash ^= static_cast<std::uint64_t>(word.tag * 4 + word.function * 2 + word.name);
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };

    const Numbers* numbers(const Words& words);
    void start_again();

    bool helps_;
    std::size_t looks_ = 0, misses_ = 0;
    std::unordered_map<const Words*, Numbers> texts_;
    std::unordered_map<Word, std::uint16_t, Hash> words_;
    std::vector<double> similarity_;  // below 0: not known
    std::vector<std::uint8_t> kin_;
};

}  // namespace tesla
