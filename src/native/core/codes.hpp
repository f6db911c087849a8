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
#include <utility>
#include <vector>

#include "gate.hpp"
#include "remembered.hpp"
#include "small_table.hpp"
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
    struct Shelved {
        std::unique_ptr<Code> code;
        std::size_t bytes;
    };
    struct Shelf {
        Shelf() { codes.reserve(kMostCodes); }
        void put(Shelved done) noexcept {
            if (codes.size() == codes.capacity() || bytes + done.bytes > kMostBytes) return;
            bytes += done.bytes;
            codes.push_back(std::move(done));
        }

        std::mutex mutex;
        std::vector<Shelved> codes;
        std::size_t bytes = 0;
    };

  public:
    // Codes that live together, and go back together.
    class Tray {
      public:
        explicit Tray(std::shared_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}
        Tray(const Tray&) = delete;
        Tray& operator=(const Tray&) = delete;
        ~Tray() {
            const std::lock_guard lock(shelf_->mutex);
            for (auto& [code, bytes] : codes_) {
                // It has the memory of the largest text it ever was.
                bytes = std::max(bytes, code->bytes());
                shelf_->put({std::move(code), bytes});
            }
        }
        Code& operator[](std::size_t i) const { return *codes_[i].code; }

      private:
        friend class Pool;
        std::shared_ptr<Shelf> shelf_;
        std::vector<Shelved> codes_;
    };

    // What is in them must be overwritten.
    std::shared_ptr<Tray> take(std::size_t count) {
        const auto tray = std::make_shared<Tray>(shelf_);
        tray->codes_.reserve(count);
        {
            const std::lock_guard lock(shelf_->mutex);
            auto& codes = shelf_->codes;
            for (; tray->codes_.size() < count && !codes.empty(); codes.pop_back()) {
                shelf_->bytes -= codes.back().bytes;
                tray->codes_.push_back(std::move(codes.back()));
            }
        }
        while (tray->codes_.size() < count) tray->codes_.push_back({std::make_unique<Code>(), 0});
        return tray;
    }

  private:
    static constexpr std::size_t kMostCodes = 4096, kMostBytes = 16 << 20;
    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

template <class Code>
struct Codes {
    std::uint64_t encoder = 0;
    bool references = false;
    std::vector<std::shared_ptr<const Code>> items;  // null where a text could not be encoded yet
    std::vector<std::string> missing;                // chunks that must be learnt first, each once
};

// Which texts are to be encoded: those that have no code yet, are not remembered, and are no other's
// equal before them.
struct Unencoded {
    std::vector<std::size_t> fresh;
    std::vector<std::uint64_t> hashes;  // of these, where they are to be remembered
    // Outputs of several systems stand beside the same reference: (place, that of its equal).
    std::vector<std::pair<std::size_t, std::size_t>> again;
};

template <class Encoder, class Text>
Unencoded find_unencoded(Encoder& encoder, const std::vector<Text>& texts, bool references,
                         Codes<typename Encoder::Code>& codes) {
    Unencoded found;
    SmallTable first;
    if (references) first.reset(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (codes.items[i]) continue;
        if constexpr (std::is_same_v<Text, std::string_view>)
            if (references) {
                const std::uint64_t hash = hash_text(texts[i]);
                std::int64_t& equal = first.at(hash);
                if (equal && texts[static_cast<std::size_t>(equal) - 1] == texts[i]) {
                    found.again.emplace_back(i, equal - 1);
                    continue;
                }
                equal = static_cast<std::int64_t>(i) + 1;
                codes.items[i] = encoder.kept.find(texts[i], hash);
                if (!codes.items[i]) found.hashes.push_back(hash);
            }
        if (!codes.items[i]) found.fresh.push_back(i);
    }
    return found;
}

// Fills the places of `codes` that are empty. References are kept by their text, since they come
// again with every system; they have no more memory than they need.
template <class Encoder, class Text>
void encode_all(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
                Codes<typename Encoder::Code>& codes) {
    using Code = typename Encoder::Code;
    const Unencoded todo = find_unencoded(encoder, texts, references, codes);
    const auto& fresh = todo.fresh;
    std::vector<typename Encoder::Room> rooms(useful(threads, fresh.size()));
    const auto tray = encoder.pool.take(references ? rooms.size() : fresh.size());
    std::vector<std::uint8_t> made(fresh.size());
    in_threads(fresh.size(), static_cast<unsigned>(rooms.size()), [&](std::size_t k, unsigned t) {
        Code& code = (*tray)[references ? t : k];
        made[k] = encoder.make(texts[fresh[k]], rooms[t], code);
        if (!made[k] || !references) return;
        encoder.finish(code);
        codes.items[fresh[k]] = std::make_shared<const Code>(code);
    });
    for (std::size_t k = 0; k < fresh.size(); ++k) {
        if (!made[k]) continue;
        auto& item = codes.items[fresh[k]];
        if (!references) item = std::shared_ptr<const Code>(tray, &(*tray)[k]);
        if constexpr (std::is_same_v<Text, std::string_view>)
            if (references) encoder.kept.keep(texts[fresh[k]], todo.hashes[k], item);
    }
    for (const auto& [place, equal] : todo.again) codes.items[place] = codes.items[equal];
    codes.missing.clear();
    for (auto& room : rooms)
        for (auto& chunk : room.missing()) codes.missing.push_back(std::move(chunk));
    std::sort(codes.missing.begin(), codes.missing.end());
    codes.missing.erase(std::unique(codes.missing.begin(), codes.missing.end()), codes.missing.end());
}

template <class Encoder, class Text>
void encode(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
            Codes<typename Encoder::Code>& codes) {
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
    encode_all(encoder, texts, references, threads, codes);
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
