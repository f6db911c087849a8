#include "text/codes.hpp"

#include <algorithm>

#include "base/small_table.hpp"
#include "base/threads.hpp"
#include "text/lexicon.hpp"

namespace tesla::text {

std::uint64_t next_encoder_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

void Pool::FreeList::put(PooledCode released) noexcept {
    if (codes.size() == codes.capacity() || bytes + released.bytes > kMaxBytes) return;
    bytes += released.bytes;
    codes.push_back(std::move(released));
}

Pool::Slab::~Slab() {
    const std::lock_guard lock(free_list_->mutex);
    for (auto& [code, bytes] : codes_) {
        // The code still has the memory of the largest text that it ever encoded.
        bytes = std::max(bytes, code->bytes());
        free_list_->put({std::move(code), bytes});
    }
}

std::shared_ptr<Pool::Slab> Pool::take(std::size_t count, const NewCode& new_code) {
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
    while (slab->codes_.size() < count) slab->codes_.push_back({new_code(), 0});
    return slab;
}

const AnyCode& code_at(const Codes& codes, std::int64_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= codes.items.size() ||
        !codes.items[static_cast<std::size_t>(index)])
        throw std::out_of_range("a pair of codes that are not there");
    return *codes.items[static_cast<std::size_t>(index)];
}

namespace {

// The texts that must be encoded: those without a code, not cached, and not equal to an earlier text.
struct Unencoded {
    std::vector<std::size_t> indices;
    std::vector<std::uint64_t> hashes;  // of these texts, if they are to be cached
    // Texts that are equal to an earlier one, as for the same reference of several systems: (index,
    // index of the equal text).
    std::vector<std::pair<std::size_t, std::size_t>> duplicates;
};

Unencoded find_unencoded(Encoder& encoder, const std::vector<std::string_view>& texts, bool references,
                         Codes& codes) {
    Unencoded unencoded;
    SmallTable first_index;
    if (references) first_index.reset(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (codes.items[i]) continue;
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

// Analysed texts are neither cached nor compared with each other.
Unencoded find_unencoded(Encoder&, const std::vector<AnalysedText>& texts, bool, Codes& codes) {
    Unencoded unencoded;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!codes.items[i]) unencoded.indices.push_back(i);
    return unencoded;
}

void collect_missing(std::vector<std::unique_ptr<AnyWorkspace>>& workspaces,
                     std::vector<std::string>& missing) {
    missing.clear();
    for (auto& workspace : workspaces)
        for (auto& chunk : workspace->missing()) missing.push_back(std::move(chunk));
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
}

// Fill the empty items of `codes`. Codes of references are copied, so that cached ones use no more
// memory than they need.
template <class Text>
void encode_all(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
                Codes& codes) {
    const Unencoded unencoded = find_unencoded(encoder, texts, references, codes);
    const auto& indices = unencoded.indices;
    std::vector<std::unique_ptr<AnyWorkspace>> workspaces(thread_count(threads, indices.size()));
    for (auto& workspace : workspaces) workspace = encoder.new_workspace();
    const auto slab = encoder.pool.take(references ? workspaces.size() : indices.size(),
                                        [&] { return encoder.new_code(); });
    std::vector<std::uint8_t> encoded(indices.size());
    parallel_for(indices.size(), static_cast<unsigned>(workspaces.size()),
                 [&](std::size_t k, unsigned t) {
                     AnyCode& code = (*slab)[references ? t : k];
                     encoded[k] = encoder.fill_code(texts[indices[k]], *workspaces[t], code);
                     if (!encoded[k] || !references) return;
                     encoder.finish_code(code);
                     codes.items[indices[k]] = encoder.copy_code(code);
                 });
    for (std::size_t k = 0; k < indices.size(); ++k) {
        if (!encoded[k]) continue;
        auto& item = codes.items[indices[k]];
        if (!references) item = std::shared_ptr<const AnyCode>(slab, &(*slab)[k]);
        if constexpr (std::is_same_v<Text, std::string_view>)
            if (references) encoder.cache.insert(texts[indices[k]], unencoded.hashes[k], item);
    }
    for (const auto& [index, equal_index] : unencoded.duplicates)
        codes.items[index] = codes.items[equal_index];
    collect_missing(workspaces, codes.missing);
}

template <class Text>
void encode_texts(Encoder& encoder, const std::vector<Text>& texts, bool references, unsigned threads,
                  Codes& codes) {
    const auto lexicon_lock = encoder.lexicon_lock().read();
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

}  // namespace

void encode(Encoder& encoder, const std::vector<std::string_view>& texts, bool references,
            unsigned threads, Codes& codes) {
    encode_texts(encoder, texts, references, threads, codes);
}

void encode(Encoder& encoder, const std::vector<AnalysedText>& texts, bool references, unsigned threads,
            Codes& codes) {
    encode_texts(encoder, texts, references, threads, codes);
}

std::vector<double> compare(const Encoder& encoder, const Codes& references, const Codes& candidates,
                            const Pairs& pairs, std::size_t width, unsigned threads,
                            const std::function<Comparer()>& new_comparer) {
    for (const auto* codes : {&references, &candidates})
        if (codes->encoder != encoder.id) throw std::invalid_argument("codes of another encoder");
    std::vector<double> rows(pairs.size * width);
    std::vector<Comparer> thread_comparers;
    for (unsigned t = thread_count(threads, pairs.size); t; --t)
        thread_comparers.push_back(new_comparer());
    parallel_for(pairs.size, static_cast<unsigned>(thread_comparers.size()),
                 [&](std::size_t i, unsigned t) {
                     thread_comparers[t](code_at(references, pairs.left[i]),
                                         code_at(candidates, pairs.right[i]), &rows[i * width]);
                 });
    return rows;
}

}  // namespace tesla::text
