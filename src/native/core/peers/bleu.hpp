// Sufficient statistics of BLEU, computed as in sacreBLEU.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "peers/bleu_tokens.hpp"
#include "peers/gram_tree.hpp"

namespace tesla::peers {

// A Peer: see peers.hpp.
struct Bleu {
    std::size_t order;
    BleuTokens tokens;

    using Code = std::vector<std::uint32_t>;  // word ids

    std::size_t width() const { return 2 + 2 * order; }

    class Reader {
      public:
        Reader(const Bleu& bleu, StringTable& words) : tokenizer_(bleu.tokens), words_(words) {}
        void read(std::string_view text, Code& code);

      private:
        BleuTokenizer tokenizer_;
        StringTable& words_;
    };

    class Counter {
      public:
        explicit Counter(const Bleu& bleu) : order_(bleu.order) {}
        void set_references(const std::vector<const Code*>& references);
        // Writes the lengths of the candidate and of the closest reference, then the matching n-grams
        // and the total n-grams per order.
        void count(const Code& candidate, std::int64_t* row);

      private:
        std::size_t order_;
        std::vector<std::int64_t> lengths_;
        GramTree tree_;
    };
};

}  // namespace tesla::peers
