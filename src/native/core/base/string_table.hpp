// Strings as keys.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tesla {

inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

template <class Number>
Number load(const char* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
}

// Fewer than eight bytes as an integer, the first byte lowest. No library call, since words are short.
inline std::uint64_t last_bytes(const char* at, std::size_t count) {
    const auto byte = [&](std::size_t i) {
        return std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    };
    if (count < 4) return count ? byte(0) | byte(count / 2) | byte(count - 1) : 0;
    if constexpr (std::endian::native == std::endian::little)
        return load<std::uint32_t>(at) | std::uint64_t{load<std::uint32_t>(at + count - 4)}
                                             << 8 * (count - 4);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < count; ++i) all |= byte(i);
    return all;
}

// Return whether this many bytes are equal, likewise; the two ends that are compared may overlap.
inline bool same_bytes(const char* a, const char* b, std::size_t count) {
    const auto same = [&]<class Number>(Number, std::size_t at) {
        return load<Number>(a + at) == load<Number>(b + at);
    };
    if (count > 24) return std::memcmp(a, b, count) == 0;
    if (count >= 8)
        return same(std::uint64_t{}, 0) && same(std::uint64_t{}, count - 8) &&
               (count <= 16 || same(std::uint64_t{}, 8));
    if (count >= 4) return same(std::uint32_t{}, 0) && same(std::uint32_t{}, count - 4);
    return !count || (a[0] == b[0] && a[count / 2] == b[count / 2] && a[count - 1] == b[count - 1]);
}

inline std::uint64_t hash_text(std::string_view text) {
    // Eight bytes at a time, multiplied and folded; keys are words, not adversarial input.
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ text.size();
    const char* at = text.data();
    std::size_t left = text.size();
    auto mix = [&](std::uint64_t part) {
        hash = (hash ^ part) * 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
    };
    for (; left >= 8; at += 8, left -= 8) mix(load<std::uint64_t>(at));
    mix(last_bytes(at, left));
    return hash;
}

// Heap memory of a string: none if its characters are stored in the object, which depends on the
// standard library.
inline std::size_t heap_bytes_of(const std::string& text) {
    constexpr std::size_t overhead = 16;  // of an allocation
    return text.capacity() > std::string().capacity() ? text.capacity() + overhead : 0;
}

// A hash table from strings to the ids 0, 1, 2, ... in order of insertion; open addressing, no deletion.
class StringTable {
  public:
    static constexpr std::uint32_t npos = ~std::uint32_t{0};

    std::uint32_t find(std::string_view key) const { return find(key, hash_text(key)); }
    std::uint32_t find(std::string_view key, std::uint64_t hash) const {
        if (slots_.empty()) return npos;
        for (std::size_t i = hash & mask();; i = (i + 1) & mask()) {
            const Slot& slot = slots_[i];
            if (slot.number == npos) return npos;
            if (slot.size == key.size() && same_bytes(slot.start, key.data(), kept(key)) &&
                (key.size() <= kInline || keys_[slot.number] == key))
                return slot.number;
        }
    }
    // Prefetch the memory that a later `find` will read.
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) tesla::prefetch(&slots_[hash & mask()]);
    }
    // Return the id of a key, which is added if it is new.
    std::uint32_t add(std::string_view key) { return add(key, hash_text(key)); }
    std::uint32_t add(std::string_view key, std::uint64_t hash) {
        const std::uint32_t found = find(key, hash);
        if (found != npos) return found;
        if ((keys_.size() + 1) * 2 > slots_.size()) grow();
        keys_.emplace_back(key);
        outside_ += heap_bytes_of(keys_.back());
        const auto number = static_cast<std::uint32_t>(keys_.size() - 1);
        place(number, hash);
        return number;
    }
    std::string_view key(std::uint32_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }
    std::size_t bytes() const {
        return slots_.capacity() * sizeof(Slot) + keys_.size() * sizeof(std::string) + outside_;
    }
    void clear() {
        std::vector<Slot>().swap(slots_);
        keys_.clear();
        outside_ = 0;
    }

  private:
    // Short keys are stored in the slot, so that a lookup touches one cache line.
    static constexpr std::size_t kInline = 24;
    struct Slot {
        char start[kInline] = {};
        std::uint32_t size = 0;
        std::uint32_t number = npos;
    };
    static std::size_t kept(std::string_view key) { return std::min(key.size(), kInline); }
    std::size_t mask() const { return slots_.size() - 1; }
    void grow() {
        std::vector<Slot> larger(slots_.empty() ? 64 : slots_.size() * 2);
        slots_.swap(larger);
        for (std::uint32_t number = 0; number < keys_.size(); ++number)
            place(number, hash_text(keys_[number]));
    }
    void place(std::uint32_t number, std::uint64_t hash) {
        std::size_t i = hash & mask();
        while (slots_[i].number != npos) i = (i + 1) & mask();
        const std::string& key = keys_[number];
        std::memcpy(slots_[i].start, key.data(), kept(key));
        slots_[i].size = static_cast<std::uint32_t>(key.size());
        slots_[i].number = number;
    }

    std::vector<Slot> slots_;
    std::deque<std::string> keys_;  // short ones are stored in the object itself
    std::size_t outside_ = 0;       // bytes of long ones
};

}  // namespace tesla
