// What matching looks things up in, made anew for every pair: small tables and indexes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "transport.hpp"

namespace tesla {

// Open addressing from 64-bit keys to numbers. A slot holds good for one round only, so that
// starting afresh costs nothing.
class SmallTable {
  public:
    void reset(std::size_t entries) {
        std::size_t size = 16;
        while (size < entries * 2) size *= 2;
        if (slots_.size() < size || ++round_ == 0) {
            slots_.assign(std::max(size, slots_.size()), {});
            round_ = 1;
        }
        mask_ = size - 1;
    }
    // The number at the key, 0 where it is new.
    Amount& at(std::uint64_t key) {
        Slot& slot = find(key);
        if (slot.round != round_) slot = {key, 0, round_};
        return slot.value;
    }
    Amount* look(std::uint64_t key) {
        Slot& slot = find(key);
        return slot.round == round_ ? &slot.value : nullptr;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        Amount value = 0;
        std::uint32_t round = 0;
    };
    Slot& find(std::uint64_t key) {
        std::uint64_t hash = key * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_)
            if (slots_[i].round != round_ || slots_[i].key == key) return slots_[i];
    }
    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
};

// Value -> positions that have it, as masks.
template <class Width>
class Index {
  public:
    void reset(Width width, std::size_t entries) {
        ops_.width = width;
        table_.reset(entries);
        masks_.reserve(width, entries + 1);
        ops_.clear(masks_[0]);
        count_ = 0;
    }
    void add(std::int32_t value, std::size_t position) {
        Amount& slot = table_.at(static_cast<std::uint32_t>(value));
        if (!slot) {
            slot = static_cast<Amount>(++count_);
            ops_.clear(masks_[count_]);
        }
        ops_.set(masks_[static_cast<std::size_t>(slot)], position);
    }
    // Nothing has mask 0.
    const Word64* look(std::int32_t value) {
        const Amount* slot = table_.look(static_cast<std::uint32_t>(value));
        return masks_[slot ? static_cast<std::size_t>(*slot) : 0];
    }

  private:
    Ops<Width> ops_{};
    SmallTable table_;
    MaskArray<Width> masks_;
    std::size_t count_ = 0;
};

// The same for tags, which are few and numbered from 0: no hashing while their numbers are small.
template <class Width>
class TagIndex {
  public:
    void reset(Width width, const std::vector<std::int32_t>& x, const std::vector<std::int32_t>& y) {
        ops_.width = width;
        std::int32_t largest = -1;
        for (const auto tag : x) largest = std::max(largest, tag);
        for (const auto tag : y) largest = std::max(largest, tag);
        direct_ = largest < kDirect;
        if (direct_)
            masks_.reset(width, static_cast<std::size_t>(largest + 1));
        else
            hashed_.reset(width, y.size());
    }
    void add(std::int32_t tag, std::size_t position) {
        if (direct_)
            ops_.set(masks_[static_cast<std::size_t>(tag)], position);
        else
            hashed_.add(tag, position);
    }
    const Word64* look(std::int32_t tag) {
        return direct_ ? masks_[static_cast<std::size_t>(tag)] : hashed_.look(tag);
    }

  private:
    static constexpr std::int32_t kDirect = 128;
    Ops<Width> ops_{};
    MaskArray<Width> masks_;
    Index<Width> hashed_;
    bool direct_ = true;
};

// Tells of most numbers that they are not in a list; sentences share few synsets.
class Bloom {
  public:
    void fill(const std::vector<std::int32_t>& numbers) {
        bits_.fill(0);
        for (const auto number : numbers) bits_[number >> 6 & 15] |= Word64{1} << (number & 63);
    }
    bool may_have(std::int32_t number) const { return bits_[number >> 6 & 15] >> (number & 63) & 1; }

  private:
    std::array<Word64, 16> bits_{};
};

}  // namespace tesla
