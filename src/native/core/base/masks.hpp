// Bit masks over positions, as runs of 64-bit words in flat arrays.
//
// `Width` is the number of words of a mask: a constant for sentences of up to 64, 128 or 256 words, so
// that the loops below are unrolled, or a run-time value for longer ones.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

using Word64 = std::uint64_t;

template <std::size_t N>
struct FixedWidth {
    static constexpr std::size_t words() { return N; }
};

struct AnyWidth {
    std::size_t n;
    std::size_t words() const { return n; }
};

// A few temporary masks; without allocation if their width is fixed.
template <class Width, std::size_t N>
class FewMasks {
  public:
    explicit FewMasks(Width width) : width_(width), bits_(width.words() * N, 0) {}
    Word64* operator[](std::size_t i) { return bits_.data() + i * width_.words(); }

  private:
    Width width_;
    std::vector<Word64> bits_;
};

template <std::size_t W, std::size_t N>
class FewMasks<FixedWidth<W>, N> {
  public:
    explicit FewMasks(FixedWidth<W>) {}
    Word64* operator[](std::size_t i) { return bits_.data() + i * W; }

  private:
    std::array<Word64, W * N> bits_{};
};

// An array of masks of equal width.
template <class Width>
class MaskArray {
  public:
    MaskArray() = default;
    MaskArray(Width width, std::size_t count) { reset(width, count); }

    void reset(Width width, std::size_t count) {
        width_ = width;
        bits_.assign(width.words() * count, 0);
    }
    // Make room for this many masks; their content is undefined.
    void reserve(Width width, std::size_t count) {
        width_ = width;
        if (bits_.size() < width.words() * count) bits_.resize(width.words() * count);
    }
    Word64* operator[](std::size_t i) { return bits_.data() + i * width_.words(); }
    const Word64* operator[](std::size_t i) const { return bits_.data() + i * width_.words(); }

  private:
    Width width_{};
    std::vector<Word64> bits_;
};

template <class Width>
struct Ops {
    Width width;

    bool any(const Word64* a) const {
        for (std::size_t i = 0; i < width.words(); ++i)
            if (a[i]) return true;
        return false;
    }
    bool meets(const Word64* a, const Word64* b) const {
        for (std::size_t i = 0; i < width.words(); ++i)
            if (a[i] & b[i]) return true;
        return false;
    }
    void clear(Word64* a) const {
        for (std::size_t i = 0; i < width.words(); ++i) a[i] = 0;
    }
    void copy(Word64* to, const Word64* a) const {
        for (std::size_t i = 0; i < width.words(); ++i) to[i] = a[i];
    }
    void both(Word64* to, const Word64* a, const Word64* b) const {
        for (std::size_t i = 0; i < width.words(); ++i) to[i] = a[i] & b[i];
    }
    void add(Word64* to, const Word64* a) const {
        for (std::size_t i = 0; i < width.words(); ++i) to[i] |= a[i];
    }
    void add_both(Word64* to, const Word64* a, const Word64* b) const {
        for (std::size_t i = 0; i < width.words(); ++i) to[i] |= a[i] & b[i];
    }
    void remove(Word64* to, const Word64* a) const {
        for (std::size_t i = 0; i < width.words(); ++i) to[i] &= ~a[i];
    }
    static void set(Word64* a, std::size_t bit) { a[bit >> 6] |= Word64{1} << (bit & 63); }
    static void unset(Word64* a, std::size_t bit) { a[bit >> 6] &= ~(Word64{1} << (bit & 63)); }
    static bool test(const Word64* a, std::size_t bit) { return a[bit >> 6] >> (bit & 63) & 1; }
    // Return the lowest common bit of two masks, or -1.
    std::ptrdiff_t lowest(const Word64* a, const Word64* b) const {
        for (std::size_t i = 0; i < width.words(); ++i)
            if (Word64 both = a[i] & b[i])
                return static_cast<std::ptrdiff_t>(i * 64 + std::countr_zero(both));
        return -1;
    }
    // to = a >> shift.
    void shifted(Word64* to, const Word64* a, unsigned shift) const {
        const std::size_t n = width.words(), skip = shift / 64;
        const unsigned bits = shift % 64;
        for (std::size_t i = 0; i < n; ++i) {
            const Word64 low = i + skip < n ? a[i + skip] : 0;
            const Word64 high = i + skip + 1 < n ? a[i + skip + 1] : 0;
            to[i] = bits ? low >> bits | high << (64 - bits) : low;
        }
    }
    template <class Visit>
    void each(const Word64* a, Visit visit) const {
        for (std::size_t i = 0; i < width.words(); ++i)
            for (Word64 rest = a[i]; rest; rest &= rest - 1)
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
};

}  // namespace tesla
