// Batch driver: encode texts to codes, each distinct text once, and compare pairs of codes to rows of
// numbers. Encoders and comparers define what is encoded and compared.
//
// An Encoder has
//   Code                   the encoded text, with bytes()
//   Workspace              reusable memory of one thread, with the unknown chunks as `missing()`
//   lexicon()              the lexicon in which words are looked up
//   comparison_lock()      a guard; while it lives, nothing changes that comparing reads
//   is_outdated(), learn() whether the lexicon has grown since, and the update to it, which needs an
//                          exclusive lock
//   make(text, workspace, code)  fills the code; returns false if the text has unknown chunks
//   finish(code)                 completes the code of a reference
//   lock, cache, pool, id        read-write lock of the encoder, cached codes of references, memory for
//                                codes, unique id of the encoder
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bounded_cache.hpp"
#include "read_write_lock.hpp"
#include "small_table.hpp"
#include "threads.hpp"

namespace tesla {

// For encoders whose codes can be compared without a lock.
struct NoLock {};

// Return a process-wide unique id. Only codes of the same encoder can be compared.
inline std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// Object pool: memory of codes that are no longer used. Most codes live for one batch only.
template <class Code>
class Pool {
    struct PooledCode {
        std::unique_ptr<Code> code;
        std::size_t bytes;
    };
    struct FreeList {
        FreeList() { codes.reserve(kMostCodes); }
        void put(PooledCode released) noexcept {
            if (codes.size() == codes.capacity() || bytes + released.bytes > kMostBytes) return;
            bytes += released.bytes;
            codes.push_back(std::move(released));
        }

        std::mutex mutex;
        std::vector<PooledCode> codes;
        std::size_t bytes = 0;
    };

  public:
    // Codes that are allocated together and return to the free list together.
    class Slab {
      public:
        explicit Slab(std::shared_ptr<FreeList> free_list) : free_list_(std::move(free_list)) {}
        Slab(const Slab&) = delete;
        Slab& operator=(const Slab&) = delete;
        ~Slab() {
            const std::lock_guard lock(free_list_->mutex);
            for (auto& [code, bytes] : codes_) {
                // The code still has the memory of the largest text that it ever encoded.
                bytes = std::max(bytes, code->bytes());
                free_list_->put({std::move(code), bytes});
            }
        }
        Code& operator[](std::size_t i) const { return *codes_[i].code; }

      private:
        friend class Pool;
        std::shared_ptr<FreeList> free_list_;
        std::vector<PooledCode> codes_;
    };

    // Take codes from the free list. Their old content must be overwritten.
    std::shared_ptr<Slab> take(std::size_t count) {
        const auto slab = std::make_shared<Slab>(free_list_);
        slab->codes_.reserve(count);
        {
            const std::lock_guard lock(free_list_->mutex);
            auto& codes = free_list_->codes;
            for (; slab->codes_.size() < count && !codes.empty(); codes.pop_back()) {
                free_list_->bytes -= codes.back().bytes;
                slab->codes_.push_back(std::move(codes.back()));
            }
        }
        while (slab->codes_.size() < count) slab->codes_.push_back({std::make_unique<Code>(), 0});
        return slab;
    }

  private:
    static constexpr std::size_t kMostCodes = 4096, kMostBytes = 16 << 20;
    std::shared_ptr<FreeList> free_list_ = std::make_shared<FreeList>();
};

template <class Code>
struct Codes {
    std::uint64_t encoder = 0;
    bool references = false;
    std::vector<std::shared_ptr<const Code>> items;  // null if the text could not be encoded yet
    std::vector<std::string> missing;  // chunks that must be learned first, without duplicates
};

// The texts that must be encoded: those without a code, not cached, and not equal to an earlier text.
struct Unencoded {
    std::vector<std::size_t> indices;
    std::vector<std::uint64_t> hashes;  // of these texts, if they are to be cached
    // Texts that are equal to an earlier one, as for the same reference of several systems: (index,
    // index of the equal text).
    std::vector<std::pair<std::size_t, std::size_t>> duplicates;
};

template <class Encoder, class Text>
Unencoded find_unencoded(Encoder& encoder, const std::vector<Text>& texts, bool references,
                         Codes<typename Encoder::Code>& codes) {
    Unencoded unencoded;
    SmallTable first_index;
    if (references) first_index.reset(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (codes.items[i]) continue;
        if constexpr (std::is_same_v<Text, std::string_view>)
            if (references) {
                const std::uint64_t hash = hash_text(texts[i]);
                std::int64_t& equal_index = first_index.at(hash);
                if (equal_index && texts[static_cast<std::size_t>(equal_index) - 1] == texts[i]) {
                    unencoded.duplicates.emplace_back(i, equal_index - 1);
                    continue;
                }
                equal_index = static_cast<std::int64_t>(i) + 1;
                codes.items[i] = encoder.cache.find(texts[i], hash);
                if (!codes.items[i]) unencoded.hashes.push_back(hash);
            }
        if (!codes.items[i]) unencoded.indices.push_back(i);
    }
    return unencoded;
}

// Fill the empty items of `codes`. Codes of references are cached by their text, since the outputs of
// several systems share them; they are copied, so that they use no more memory than they need.
template <class Encoder, class Text>
void encode_all(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
                Codes<typename Encoder::Code>& codes) {
    using Code = typename Encoder::Code;
    const Unencoded unencoded = find_unencoded(encoder, texts, references, codes);
    const auto& indices = unencoded.indices;
    std::vector<typename Encoder::Workspace> workspaces(thread_count(threads, indices.size()));
    const auto slab = encoder.pool.take(references ? workspaces.size() : indices.size());
    std::vector<std::uint8_t> encoded(indices.size());
    parallel_for(indices.size(), static_cast<unsigned>(workspaces.size()),
                 [&](std::size_t k, unsigned t) {
                     Code& code = (*slab)[references ? t : k];
                     encoded[k] = encoder.make(texts[indices[k]], workspaces[t], code);
                     if (!encoded[k] || !references) return;
                     encoder.finish(code);
                     codes.items[indices[k]] = std::make_shared<const Code>(code);
                 });
    for (std::size_t k = 0; k < indices.size(); ++k) {
        if (!encoded[k]) continue;
        auto& item = codes.items[indices[k]];
        if (!references) item = std::shared_ptr<const Code>(slab, &(*slab)[k]);
        if constexpr (std::is_same_v<Text, std::string_view>)
            if (references) encoder.cache.insert(texts[indices[k]], unencoded.hashes[k], item);
    }
    for (const auto& [index, equal_index] : unencoded.duplicates)
        codes.items[index] = codes.items[equal_index];
    codes.missing.clear();
    for (auto& workspace : workspaces)
        for (auto& chunk : workspace.missing()) codes.missing.push_back(std::move(chunk));
    std::sort(codes.missing.begin(), codes.missing.end());
    codes.missing.erase(std::unique(codes.missing.begin(), codes.missing.end()), codes.missing.end());
}

template <class Encoder, class Text>
void encode(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
            Codes<typename Encoder::Code>& codes) {
    const auto lexicon_lock = encoder.lexicon().lock.read();
    auto encoder_lock = encoder.lock.read();
    if (encoder.is_outdated()) {  // the lexicon cannot change while its lock is held
        encoder_lock.unlock();
        {
            const auto exclusive = encoder.lock.write();
            encoder.learn();
        }
        encoder_lock = encoder.lock.read();
    }
    if (codes.encoder && codes.encoder != encoder.id)
        throw std::invalid_argument("codes of another encoder");
    codes.encoder = encoder.id;
    codes.references = references;
    codes.items.resize(texts.size());
    encode_all(encoder, texts, references, threads, codes);
}

// Index pairs (reference, candidate).
struct Pairs {
    const std::int64_t *left, *right;
    std::size_t size;
};

template <class Code>
const Code& code_at(const Codes<Code>& codes, std::int64_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= codes.items.size() ||
        !codes.items[static_cast<std::size_t>(index)])
        throw std::out_of_range("a pair of codes that are not there");
    return *codes.items[static_cast<std::size_t>(index)];
}

// Return a row of `width` numbers for each pair; `comparer()` is called once per thread.
template <class Code, class MakeComparer>
std::vector<double> compare(std::uint64_t encoder, const Codes<Code>& references,
                            const Codes<Code>& candidates, const Pairs& pairs, std::size_t width,
                            unsigned threads, MakeComparer comparer) {
    for (const auto* codes : {&references, &candidates})
        if (codes->encoder != encoder) throw std::invalid_argument("codes of another encoder");
    std::vector<double> rows(pairs.size * width);
    std::vector<decltype(comparer())> comparers;
    for (unsigned t = thread_count(threads, pairs.size); t; --t) comparers.push_back(comparer());
    parallel_for(pairs.size, static_cast<unsigned>(comparers.size()), [&](std::size_t i, unsigned t) {
        comparers[t](code_at(references, pairs.left[i]), code_at(candidates, pairs.right[i]),
                     &rows[i * width]);
    });
    return rows;
}

}  // namespace tesla
