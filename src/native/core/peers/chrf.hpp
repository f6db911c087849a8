// Sufficient statistics of chrF, computed as in sacreBLEU.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "peers/gram_tree.hpp"

namespace tesla::peers {

// A Peer: see peers.hpp.
struct Chrf {
    std::size_t characters, words;  // maximum n-gram orders
    double beta;
    bool white_space;  // whether white space counts as a character
    bool smoothed;     // orders without n-grams count as nearly 0

    struct Code {
        std::vector<std::uint32_t> characters, words;
        bool operator==(const Code&) const = default;
    };

    std::size_t width() const { return 3 * (characters + words); }
    // Return the score, in [0, 100], of such a row.
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
        void set_references(const std::vector<const Code*>& references);
        // Writes, for each order, the n-grams of the candidate, of the reference and their matches;
        // characters first, for the reference with the best score.
        void count(const Code& candidate, std::int64_t* row);

      private:
        struct ReferenceTrees {
            std::size_t characters = 0, words = 0;
            GramTree character_tree, word_tree;
        };
        void compare(const Code& candidate, ReferenceTrees& reference, std::int64_t* row);
        void count_lengths(Symbols candidate, std::size_t reference, GramTree& tree, std::size_t order,
                           std::int64_t* row);

        const Chrf& chrf_;
        std::vector<ReferenceTrees> trees_;  // never shrinks
        std::size_t reference_count_ = 0;
        std::vector<std::int64_t> row_, shared_;
    };
};

}  // namespace tesla::peers
