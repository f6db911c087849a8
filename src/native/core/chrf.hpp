// chrF's statistics, as sacreBLEU has them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gram_tree.hpp"
#include "text.hpp"

namespace tesla {

// See peers.hpp.
struct Chrf {
    std::size_t characters, words;  // symbols of the longest n-grams
    double beta;
    bool white_space;  // among the characters
    bool smoothed;     // lengths that a text has no n-grams of count as nearly 0

    struct Code {
        std::vector<std::uint32_t> characters, words;
        bool operator==(const Code&) const = default;
    };

    std::size_t width() const { return 3 * (characters + words); }
    // The score, in [0, 100], of such a row.
    double value(const std::int64_t* row) const;

    class Reader {
      public:
        Reader(const Chrf& chrf, StringTable& words) : chrf_(chrf), words_(words) {}
        void read(std::string_view text, Code& code);

      private:
        void add_word(std::string_view word, Code& code);

        const Chrf& chrf_;
        StringTable& words_;
    };

    class Counter {
      public:
        explicit Counter(const Chrf& chrf) : chrf_(chrf) {}
        void hold(const std::vector<const Code*>& references);
        // For each length n-grams of candidate and reference and those they share, characters first; of
        // the reference with the best score.
        void count(const Code& candidate, std::int64_t* row);

      private:
        struct Held {
            std::size_t characters = 0, words = 0;
            GramTree character_tree, word_tree;
        };
        void compare(const Code& candidate, Held& reference, std::int64_t* row);
        void count_lengths(Symbols candidate, std::size_t reference, GramTree& tree, std::size_t order,
                           std::int64_t* row);

        const Chrf& chrf_;
        std::vector<Held> trees_;  // as many as there ever were references
        std::size_t held_ = 0;
        std::vector<std::int64_t> row_, shared_;
    };
};

}  // namespace tesla
