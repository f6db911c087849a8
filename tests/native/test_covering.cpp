#include "celab/covering.hpp"

#include <doctest/doctest.h>

#include <map>

#include "covers.hpp"
#include "dice.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;

// The n-grams of a text by kind.
struct Kinds {
    tesla::Lists starts;
    Numbers lengths, of_node;
    std::vector<Occurrence> nodes;
};

Kinds kinds_of(const Numbers& tokens, std::size_t order) {
    Kinds made;
    made.nodes = occurrences(static_cast<std::uint32_t>(tokens.size()), order);
    std::map<Numbers, std::uint32_t> numbers;
    std::vector<Numbers> starts;
    for (const auto& [start, stop] : made.nodes) {
        const Numbers gram(tokens.begin() + start, tokens.begin() + stop);
        const auto kind =
            numbers.emplace(gram, static_cast<std::uint32_t>(numbers.size())).first->second;
        if (kind == starts.size()) {
            starts.emplace_back();
            made.lengths.push_back(stop - start);
        }
        starts[kind].push_back(start);
        made.of_node.push_back(kind);
    }
    for (const auto& list : starts) {
        made.starts.items.insert(made.starts.items.end(), list.begin(), list.end());
        made.starts.close();
    }
    return made;
}

bool linked(const tesla::Lists& links, std::uint32_t kind, std::uint32_t other) {
    for (const auto partner : links[kind])
        if (partner == other) return true;
    return false;
}

double slowly(const Kinds& text, const Kinds& other, const tesla::Lists& links,
              std::span<const double> weights) {
    LinearProgram program;
    CoverSide side{text.nodes, std::vector<std::vector<std::size_t>>(text.nodes.size())};
    std::vector<std::vector<std::pair<std::size_t, double>>> theirs(other.nodes.size());
    for (std::size_t i = 0; i < text.nodes.size(); ++i)
        for (std::size_t j = 0; j < other.nodes.size(); ++j)
            if (linked(links, text.of_node[i], other.of_node[j])) {
                const std::size_t link = program.add_variable(0);
                side.links[i].push_back(link);
                theirs[j].emplace_back(link, 1.0);
            }
    add_covers(program, side, weights, 1.0);
    for (const auto& sum : theirs) program.add_limit(sum, 1);
    return program.solve();
}

Numbers random_text(Dice& dice, std::uint32_t longest) {
    Numbers tokens(dice.roll(1, longest));
    for (auto& token : tokens) token = dice.roll(3);
    return tokens;
}

}  // namespace

TEST_CASE("what can be covered at all") {
    const std::vector<double> weights{1, 2, 4, 8};
    CHECK(tesla::celab::all_covered(3, weights) == 3 * 1 + 2 * 2 + 4);
    CHECK(tesla::celab::all_covered(0, weights) == 0);
}

TEST_CASE("random texts and links, as one linear program solves them") {
    Dice dice(14);
    tesla::celab::Covering covering;  // one instance for all problems: its memory must not matter
    for (int round = 0; round < 200; ++round) {
        CAPTURE(round);
        const std::size_t order = dice.roll(1, 3);
        std::vector<double> weights(order, 1.0);
        if (dice.roll(3) == 0)
            for (double& weight : weights) weight = dice.roll(3) / 2.0;
        const Kinds x = kinds_of(random_text(dice, 5), order), y = kinds_of(random_text(dice, 5), order);
        tesla::Lists links, back;
        const std::uint32_t density = dice.roll(1, 6);
        for (std::size_t kind = 0; kind < x.lengths.size(); ++kind) {
            for (std::uint32_t other = 0; other < y.lengths.size(); ++other)
                if (dice.roll(12) < density) links.items.push_back(other);
            links.close();
        }
        tesla::turn(links, y.lengths.size(), back);
        std::uint32_t size = 0;
        for (const auto& node : x.nodes) size = std::max(size, node.stop);
        const double found =
            covering.most_covered({size, x.starts, x.lengths, links, back, y.starts, weights});
        CHECK(found == doctest::Approx(slowly(x, y, links, weights)).epsilon(1e-8));
    }
}
