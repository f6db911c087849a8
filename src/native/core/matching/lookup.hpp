// Indexes for matching, rebuilt for every pair.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/small_table.hpp"
#include "matching/transport.hpp"

namespace tesla::matching {

// Value -> mask of the positions that have it.
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
    // Absent values have mask 0.
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

// The same for tags, which are few and numbered from 0: no hashing while their ids are small.
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

// A Bloom filter: rules out most numbers that are not in a list, since sentences share few synsets.
class Bloom {
  public:
    void clear() { bits_.fill(0); }
    void add(std::int32_t number) { bits_[number >> 6 & 15] |= Word64{1} << (number & 63); }
    void fill(const std::vector<std::int32_t>& numbers) {
        clear();
        for (const auto number : numbers) add(number);
    }
    bool may_have(std::int32_t number) const { return bits_[number >> 6 & 15] >> (number & 63) & 1; }

  private:
    std::array<Word64, 16> bits_{};
};

}  // namespace tesla::matching
