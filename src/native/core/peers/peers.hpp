// Sufficient statistics of BLEU and chrF: texts are read once, and candidates are counted against their
// references in parallel.
//
// A Peer has
//   Code      the text as read, with ==
//   width()   the number of values in a row
//   Reader    (peer, words), read(text, code): fills an empty code; words become ids
//   Counter   (peer), set_references(references): at least one; count(candidate, row)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "base/threads.hpp"

namespace tesla::peers {

// The candidate of each row, and the indices of its references.
struct PeerRows {
    std::vector<std::uint32_t> candidates;
    Lists references;
};

template <class Peer>
std::vector<typename Peer::Code> read_texts(const Peer& peer, const std::vector<std::string_view>& texts,
                                            StringTable& words) {
    std::vector<typename Peer::Code> codes(texts.size());
    typename Peer::Reader reader(peer, words);
    for (std::size_t i = 0; i < texts.size(); ++i) reader.read(texts[i], codes[i]);
    return codes;
}

// The counter of one thread; it is kept while the references stay the same.
template <class Peer>
class PeerWorker {
  public:
    using Code = typename Peer::Code;

    explicit PeerWorker(const Peer& peer) : counter_(peer) {}
    void count(const std::vector<Code>& references, std::span<const std::uint32_t> numbers,
               const Code& candidate, std::int64_t* row) {
        const auto same = [&](const Code* reference, std::uint32_t index) {
            return reference == &references[index] || *reference == references[index];
        };
        if (!std::equal(references_.begin(), references_.end(), numbers.begin(), numbers.end(), same)) {
            references_.clear();
            for (const auto index : numbers) references_.push_back(&references[index]);
            counter_.set_references(references_);
        }
        counter_.count(candidate, row);
    }

  private:
    typename Peer::Counter counter_;
    std::vector<const Code*> references_;
};

// Return a row of `width` values for each of `rows`.
template <class Peer>
std::vector<std::int64_t> count_rows(const Peer& peer, const std::vector<std::string_view>& references,
                                     const std::vector<std::string_view>& candidates,
                                     const PeerRows& rows, unsigned threads) {
    StringTable words;
    const auto xs = read_texts(peer, references, words), ys = read_texts(peer, candidates, words);
    const std::size_t count = rows.candidates.size(), width = peer.width();
    for (std::size_t i = 0; i < count; ++i) {
        if (rows.candidates[i] >= candidates.size()) throw std::out_of_range("no such candidate");
        if (!rows.references.count(i)) throw std::invalid_argument("a candidate without a reference");
    }
    for (const auto index : rows.references.items)
        if (index >= references.size()) throw std::out_of_range("no such reference");
    std::vector<std::int64_t> counts(count * width);
    std::vector<PeerWorker<Peer>> workers(thread_count(threads, count), PeerWorker<Peer>(peer));
    parallel_for(count, static_cast<unsigned>(workers.size()), [&](std::size_t i, unsigned t) {
        workers[t].count(xs, rows.references[i], ys[rows.candidates[i]], &counts[i * width]);
    });
    return counts;
}

}  // namespace tesla::peers
