#include <doctest/doctest.h>

#include <vector>

#include "base/masks.hpp"
#include "dice.hpp"

namespace {

using Bits = std::vector<bool>;

Bits random_bits(Dice& dice, std::size_t size, std::uint32_t density) {
    Bits bits(size);
    for (std::size_t i = 0; i < size; ++i) bits[i] = dice.roll(16) < density;
    return bits;
}

// Compare every operation on masks with the same operation on single bits.
template <class Width>
void check_operations(Width width) {
    using tesla::Word64;
    const tesla::Ops<Width> ops{width};
    const std::size_t size = width.words() * 64;
    Dice dice(7);
    tesla::MaskArray<Width> masks(width, 3);
    const auto put = [&](std::size_t i, const Bits& bits) {
        ops.clear(masks[i]);
        for (std::size_t bit = 0; bit < size; ++bit)
            if (bits[bit]) ops.set(masks[i], bit);
    };
    const auto get = [&](std::size_t i) {
        Bits bits(size);
        for (std::size_t bit = 0; bit < size; ++bit) bits[bit] = ops.test(masks[i], bit);
        return bits;
    };
    for (int round = 0; round < 40; ++round) {
        const Bits a = random_bits(dice, size, dice.roll(17)), b = random_bits(dice, size, dice.roll(3));
        const Bits c = random_bits(dice, size, 8);
        Bits both(size), either(size), without(size), more(size);
        std::ptrdiff_t lowest = -1;
        std::vector<std::size_t> set;
        for (std::size_t bit = 0; bit < size; ++bit) {
            both[bit] = a[bit] && b[bit];
            either[bit] = a[bit] || b[bit];
            without[bit] = a[bit] && !b[bit];
            more[bit] = c[bit] || both[bit];
            if (lowest < 0 && both[bit]) lowest = static_cast<std::ptrdiff_t>(bit);
            if (a[bit]) set.push_back(bit);
        }
        put(0, a);
        put(1, b);
        CHECK(get(0) == a);
        CHECK(ops.any(masks[0]) == !set.empty());
        CHECK(ops.meets(masks[0], masks[1]) == (lowest >= 0));
        CHECK(ops.lowest(masks[0], masks[1]) == lowest);
        std::vector<std::size_t> visited;
        ops.each(masks[0], [&](std::size_t bit) { visited.push_back(bit); });
        CHECK(visited == set);
        ops.both(masks[2], masks[0], masks[1]);
        CHECK(get(2) == both);
        ops.copy(masks[2], masks[0]);
        ops.add(masks[2], masks[1]);
        CHECK(get(2) == either);
        ops.copy(masks[2], masks[0]);
        ops.remove(masks[2], masks[1]);
        CHECK(get(2) == without);
        put(2, c);
        ops.add_both(masks[2], masks[0], masks[1]);
        CHECK(get(2) == more);
        for (const unsigned shift : {0u, 1u, 63u, 64u, 65u, 200u}) {
            Bits shifted(size);
            for (std::size_t bit = 0; bit + shift < size; ++bit) shifted[bit] = a[bit + shift];
            ops.shifted(masks[2], masks[0], shift);
            CAPTURE(shift);
            CHECK(get(2) == shifted);
        }
        if (!set.empty()) {
            ops.unset(masks[0], set.back());
            CHECK_FALSE(ops.test(masks[0], set.back()));
        }
        CHECK(get(1) == b);  // the adjacent mask
    }
}

}  // namespace

TEST_CASE("operations on masks of every width") {
    check_operations(tesla::FixedWidth<1>{});
    check_operations(tesla::FixedWidth<2>{});
    check_operations(tesla::FixedWidth<4>{});
    check_operations(tesla::AnyWidth{1});
    check_operations(tesla::AnyWidth{7});
}

TEST_CASE("a few masks start empty and lie apart") {
    tesla::FewMasks<tesla::FixedWidth<2>, 3> fixed{{}};
    tesla::FewMasks<tesla::AnyWidth, 3> any{{2}};
    fixed[1][1] = any[1][1] = ~tesla::Word64{0};
    for (const std::size_t i : {0, 2})
        for (const std::size_t word : {0, 1}) {
            CHECK(fixed[i][word] == 0);
            CHECK(any[i][word] == 0);
        }
    CHECK(fixed[1][0] == 0);
    CHECK(any[1][0] == 0);
}

TEST_CASE("an array of masks that is reset forgets, whatever its width was") {
    tesla::MaskArray<tesla::AnyWidth> masks({1}, 8);
    for (std::size_t i = 0; i < 8; ++i) masks[i][0] = ~tesla::Word64{0};
    masks.reset({4}, 2);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t word = 0; word < 4; ++word) CHECK(masks[i][word] == 0);
}
