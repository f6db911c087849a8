#include <doctest/doctest.h>

#include <string>

#include "peers/bleu.hpp"
#include "peers/chrf.hpp"
#include "peers/peers.hpp"
#include "text/white_space.hpp"

namespace {

using Row = std::vector<std::int64_t>;
using Texts = std::vector<std::string_view>;

std::string words(tesla::peers::BleuTokens kind, std::string_view text) {
    tesla::peers::BleuTokenizer tokenizer(kind);
    std::string found;
    tesla::text::split(tokenizer.cut(text),
                       [&](std::string_view word) { found.append(word).append("|"); });
    return found;
}

// One row per candidate, against the reference with the same index.
template <class Peer>
Row beside(const Peer& peer, const Texts& references, const Texts& candidates, unsigned threads) {
    tesla::peers::PeerRows rows;
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
        rows.candidates.push_back(i);
        rows.references.items.push_back(i);
        rows.references.close();
    }
    return count_rows(peer, references, candidates, rows, threads);
}

}  // namespace

TEST_CASE("peers: mteval's rules, one after the other") {
    const auto kind = tesla::peers::BleuTokens::Mteval;
    REQUIRE(words(kind, "It cost 1,200.50, no. 3-4!  ") == "It|cost|1,200.50|,|no|.|3|-|4|!|");
    REQUIRE(words(kind, "&quot;a&amp;lt;<skipped>\" 5.") == "\"|a|<|\"|5|.|");
    REQUIRE(words(kind, "...") == ".|.|.|");
    REQUIRE(words(kind, "") == "");
    REQUIRE(words(kind, "\xC2\xA0") == "");
}

TEST_CASE("peers: other tokenisers") {
    REQUIRE(words(tesla::peers::BleuTokens::None,
                  " a, b\xE3\x80\x80"
                  "c ") == "a,|b|c|");
    REQUIRE(words(tesla::peers::BleuTokens::Chinese,
                  "\xE6\xB8\xA1\xE8\xBD\xAE"
                  "9.") == "\xE6\xB8\xA1|\xE8\xBD\xAE|9.|");
    REQUIRE(words(tesla::peers::BleuTokens::Chinese, " \n") == "");
    REQUIRE(words(tesla::peers::BleuTokens::Characters, "a \xC3\xA9") == "a|\xC3\xA9|");
    REQUIRE_THROWS(tesla::peers::bleu_tokens("intl"));
}

TEST_CASE("peers: BLEU counts what is shared and what there is") {
    const tesla::peers::Bleu bleu{2, tesla::peers::BleuTokens::Mteval};
    const Row wanted{4, 3, 2, 1, 4, 3, 0, 1, 0, 0, 0, 0};
    for (const unsigned threads : {1u, 3u})
        REQUIRE(beside(bleu, {"the cat sat", "x"}, {"the the cat.", ""}, threads) == wanted);
}

TEST_CASE("peers: chrF takes the best reference") {
    const tesla::peers::Chrf chrf{2, 1, 2, false, false};
    tesla::peers::PeerRows rows;
    rows.candidates = {0};
    rows.references.items = {0, 1};
    rows.references.close();
    const Row wanted{3, 4, 3, 2, 3, 2, 2, 2, 1};
    REQUIRE(count_rows(chrf, {"xy", "ab cc"}, {"ab c"}, rows, 1) == wanted);
    REQUIRE(chrf.value(wanted.data()) > 50);
    rows.references.items = {2};
    rows.references.begin = {0, 1};
    REQUIRE_THROWS(count_rows(chrf, {"xy", "ab cc"}, {"ab c"}, rows, 1));
}
