// What was found of pairs of words, for texts that have most words in common, as candidates of one
// list have: a look-up costs less than the comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "alike.hpp"

namespace tesla {

// Of texts that stay where they are for as long as this lives. It gives up where it does not help.
class WordPairs {
  public:
    // The most different words of all texts together; with more it starts again.
    static constexpr std::size_t kMost = 512;

    explicit WordPairs(bool helps) : helps_(helps) {}

    // Tells what is known of all types of x with all of y. False if a pair is new: then all are to be
    // found out, and told by `keep`.
    bool look(const WordTypes& x, const WordTypes& y, Alike& alike);
    void keep(const WordTypes& x, const WordTypes& y, const Alike& alike);
    bool helps() const { return helps_; }

  private:
    using Numbers = std::vector<std::uint16_t>;
    struct Hash {
        std::size_t operator()(const WordType& type) const {
            std::uint64_t hash =
                (std::uint64_t{type.form} << 32 ^ static_cast<std::uint32_t>(type.lemma)) *
                0xD6E8FEB86659FD93ULL;
            hash ^= static_cast<std::uint64_t>(type.tag * 4 + type.function * 2 + type.name);
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };
    struct Same {
        bool operator()(const WordType& one, const WordType& other) const { return one.same(other); }
    };

    const Numbers* numbers(const WordTypes& types);
    void start_again();

    bool helps_;
    std::size_t looks_ = 0, misses_ = 0;
    std::unordered_map<const WordTypes*, Numbers> texts_;
    std::unordered_map<WordType, std::uint16_t, Hash, Same> words_;
    std::vector<double> similarity_;  // below 0: not known
    std::vector<std::uint8_t> kin_;
};

}  // namespace tesla
