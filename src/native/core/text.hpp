// Strings as keys.
#pragma once

#include <algorithm>
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

inline std::uint64_t hash_text(std::string_view text) {
    // Eight bytes at a time, multiplied and folded; the keys are words, not an adversary's.
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ text.size();
    const char* at = text.data();
    std::size_t left = text.size();
    auto mix = [&](std::uint64_t part) {
        hash = (hash ^ part) * 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
    };
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t part;
        std::memcpy(&part, at, 8);
        mix(part);
    }
    std::uint64_t part = 0;
    std::memcpy(&part, at, left);
    mix(part);
    return hash;
}

// Strings to numbers 0, 1, 2, ... in order of arrival; open addressing, no deletion.
class StringTable {
  public:
    static constexpr std::uint32_t npos = ~std::uint32_t{0};

    std::uint32_t find(std::string_view key) const { return find(key, hash_text(key)); }
    std::uint32_t find(std::string_view key, std::uint64_t hash) const {
        if (slots_.empty()) return npos;
        for (std::size_t i = hash & mask();; i = (i + 1) & mask()) {
            const Slot& slot = slots_[i];
            if (slot.number == npos) return npos;
            if (slot.size == key.size() && std::memcmp(slot.start, key.data(), kept(key)) == 0 &&
                (key.size() <= kInline || keys_[slot.number] == key))
                return slot.number;
        }
    }
    // Has the memory fetched that a `find` to come will look at.
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) tesla::prefetch(&slots_[hash & mask()]);
    }
    // The number of a key, new or not.
    std::uint32_t add(std::string_view key) {
        const std::uint32_t found = find(key);
        if (found != npos) return found;
        if ((keys_.size() + 1) * 2 > slots_.size()) grow();
        keys_.emplace_back(key);
        const auto number = static_cast<std::uint32_t>(keys_.size() - 1);
        place(number);
        return number;
    }
    std::string_view key(std::uint32_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }
    void clear() {
        slots_.clear();
        keys_.clear();
    }

  private:
    // Short keys are in the slot, so that finding them touches one place only.
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
        for (std::uint32_t number = 0; number < keys_.size(); ++number) place(number);
    }
    void place(std::uint32_t number) {
        const std::uint64_t hash = hash_text(keys_[number]);
        std::size_t i = hash & mask();
        while (slots_[i].number != npos) i = (i + 1) & mask();
        const std::string& key = keys_[number];
        std::memcpy(slots_[i].start, key.data(), kept(key));
        slots_[i].size = static_cast<std::uint32_t>(key.size());
        slots_[i].number = number;
    }

    std::vector<Slot> slots_;
    std::deque<std::string> keys_;  // short ones lie in the object itself
};

}  // namespace tesla
