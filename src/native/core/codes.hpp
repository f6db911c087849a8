// Encode, compare: texts become codes, each once, and pairs of codes become rows of numbers. This is
// the one driver of batches; what is encoded and compared is the encoder's and comparer's.
//
// An Encoder has
//   Code               what is made of a text, with bytes()
//   Room               what a thread works in, with the chunks that were `missing()`
//   lexicon()          where words are looked up
//   hold()             for as long as its result lives nothing changes that comparing reads
//   behind(), learn()  whether the lexicon has learnt since, and taking that over, which nothing else
//                      may run beside
//   make(text, room, code)   fills the code; false where chunks of the text are not known
//   finish(code)             makes it a reference's
//   gate, kept, pool, id     who may change it, codes of references by their text, memory of codes,
//                            which encoder it is
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gate.hpp"
#include "remembered.hpp"
#include "threads.hpp"

namespace tesla {

// What comparing reads is never changed.
struct Nothing {};

// A number that nobody else has: codes can be compared if the same encoder made them.
inline std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// Codes that are not needed any more, their memory to be used again: most live for one batch only.
template <class Code>
class Pool {
  public:
    // What is in it must be overwritten.
    std::shared_ptr<Code> take() {
        auto [code, bytes] = shelf_->take();
        return {code.release(), [shelf = shelf_, bytes = bytes](Code* done) {
                    // It has the memory of the largest text it ever was.
                    shelf->put({std::unique_ptr<Code>(done), std::max(bytes, done->bytes())});
                }};
    }

  private:
    static constexpr std::size_t kMostCodes = 4096, kMostBytes = 32 << 20;

    struct Shelved {
        std::unique_ptr<Code> code;
        std::size_t bytes;
    };
    struct Shelf {
        Shelf() { codes.reserve(kMostCodes); }
        Shelved take() {
            const std::lock_guard lock(mutex);
            if (codes.empty()) return {std::make_unique<Code>(), 0};
            auto last = std::move(codes.back());
            codes.pop_back();
            bytes -= last.bytes;
            return last;
        }
        void put(Shelved done) noexcept {
            const std::lock_guard lock(mutex);
            if (codes.size() == codes.capacity() || bytes + done.bytes > kMostBytes) return;
            bytes += done.bytes;
            codes.push_back(std::move(done));
        }

        std::mutex mutex;
        std::vector<Shelved> codes;
        std::size_t bytes = 0;
    };
    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

template <class Code>
struct Codes {
    std::uint64_t encoder = 0;
    bool references = false;
    std::vector<std::shared_ptr<const Code>> items;  // null where a text could not be encoded yet
    std::vector<std::string> missing;                // chunks that must be learnt first, each once
};

// Fills the places of `codes` that are empty. References are kept by their text, since they come
// again with every system.
template <class Encoder, class Text>
void encode(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
            Codes<typename Encoder::Code>& codes) {
    constexpr bool named = std::is_same_v<Text, std::string_view>;
    const auto reading = encoder.lexicon().gate.read();
    auto ready = encoder.gate.read();
    if (encoder.behind()) {  // the lexicon cannot learn more meanwhile
        ready.unlock();
        {
            const auto alone = encoder.gate.write();
            encoder.learn();
        }
        ready = encoder.gate.read();
    }
    if (codes.encoder && codes.encoder != encoder.id)
        throw std::invalid_argument("codes of another encoder");
    codes.encoder = encoder.id;
    codes.references = references;
    codes.items.resize(texts.size());
    std::vector<std::size_t> fresh;
    // Outputs of several systems stand beside the same reference: (place, that of its equal).
    std::vector<std::pair<std::size_t, std::size_t>> again;
    std::unordered_map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (codes.items[i]) continue;
        if constexpr (named)
            if (references) {
                const auto [equal, added] = first.try_emplace(texts[i], i);
                if (!added) {
                    again.emplace_back(i, equal->second);
                    continue;
                }
                codes.items[i] = encoder.kept.find(texts[i]);
            }
        if (!codes.items[i]) fresh.push_back(i);
    }
    std::vector<typename Encoder::Room> rooms(useful(threads, fresh.size()));
    in_threads(fresh.size(), static_cast<unsigned>(rooms.size()), [&](std::size_t k, unsigned t) {
        auto code = encoder.pool.take();
        if (!encoder.make(texts[fresh[k]], rooms[t], *code)) return;
        if (references) {
            encoder.finish(*code);
            // They stay: a copy has no more memory than it needs.
            code = std::make_shared<typename Encoder::Code>(*code);
        }
        codes.items[fresh[k]] = std::move(code);
    });
    for (const auto& [place, equal] : again) codes.items[place] = codes.items[equal];
    if constexpr (named)
        if (references)
            for (const auto i : fresh)
                if (codes.items[i]) encoder.kept.keep(texts[i], codes.items[i]);
    codes.missing.clear();
    for (auto& room : rooms)
        for (auto& chunk : room.missing()) codes.missing.push_back(std::move(chunk));
    std::sort(codes.missing.begin(), codes.missing.end());
    codes.missing.erase(std::unique(codes.missing.begin(), codes.missing.end()), codes.missing.end());
}

// Which code of the references stands beside which of the candidates.
struct Pairs {
    const std::int64_t *left, *right;
    std::size_t size;
};

template <class Code>
const Code& code_at(const Codes<Code>& codes, std::int64_t place) {
    if (place < 0 || static_cast<std::size_t>(place) >= codes.items.size() ||
        !codes.items[static_cast<std::size_t>(place)])
        throw std::out_of_range("a pair of codes that are not there");
    return *codes.items[static_cast<std::size_t>(place)];
}

// A row of `width` numbers for each pair; `comparer()` makes one for each thread.
template <class Code, class MakeComparer>
std::vector<double> compare(std::uint64_t encoder, const Codes<Code>& references,
                            const Codes<Code>& candidates, const Pairs& pairs, std::size_t width,
                            unsigned threads, MakeComparer comparer) {
    for (const auto* codes : {&references, &candidates})
        if (codes->encoder != encoder) throw std::invalid_argument("codes of another encoder");
    std::vector<double> rows(pairs.size * width);
    std::vector<decltype(comparer())> comparers;
    for (unsigned t = useful(threads, pairs.size); t; --t) comparers.push_back(comparer());
    in_threads(pairs.size, static_cast<unsigned>(comparers.size()), [&](std::size_t i, unsigned t) {
        comparers[t](code_at(references, pairs.left[i]), code_at(candidates, pairs.right[i]),
                     &rows[i * width]);
    });
    return rows;
}

}  // namespace tesla
