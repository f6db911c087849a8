// Statistics of the metrics that others compare with: texts are read once, and candidates counted
// against their references in threads.
//
// A Peer has
//   Code      what is made of a text, with ==
//   width()   how many numbers a row has
//   Reader    (peer, words), read(text, code): fills an empty code; words are known by number
//   Counter   (peer), hold(references): to be counted against, one at least; count(candidate, row)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "lists.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace tesla {

// Which candidate each row is of, and the numbers of its references.
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

// One thread's counter, which goes on with the references it has while they stay the same.
template <class Peer>
class PeerWorker {
  public:
    using Code = typename Peer::Code;

    explicit PeerWorker(const Peer& peer) : counter_(peer) {}
    void count(const std::vector<Code>& references, std::span<const std::uint32_t> numbers,
               const Code& candidate, std::int64_t* row) {
        const auto same = [&](const Code* held, std::uint32_t number) {
            return held == &references[number] || *held == references[number];
        };
        if (!std::equal(held_.begin(), held_.end(), numbers.begin(), numbers.end(), same)) {
            held_.clear();
            for (const auto number : numbers) held_.push_back(&references[number]);
            counter_.hold(held_);
        }
        counter_.count(candidate, row);
    }

  private:
    typename Peer::Counter counter_;
    std::vector<const Code*> held_;
};

// A row of `width` numbers for each of `rows`.
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
    for (const auto number : rows.references.items)
        if (number >= references.size()) throw std::out_of_range("no such reference");
    std::vector<std::int64_t> found(count * width);
    std::vector<PeerWorker<Peer>> workers(useful(threads, count), PeerWorker<Peer>(peer));
    in_threads(count, static_cast<unsigned>(workers.size()), [&](std::size_t i, unsigned t) {
        workers[t].count(xs, rows.references[i], ys[rows.candidates[i]], &found[i * width]);
    });
    return found;
}

}  // namespace tesla
