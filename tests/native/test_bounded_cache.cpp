#include <doctest/doctest.h>

#include <string>

#include "base/bounded_cache.hpp"

namespace {

struct Block {
    std::size_t bytes() const { return 1000; }
};

constexpr std::size_t kCapacity = 100'000;  // for about 88 blocks

// Insert every text that is not found; returns how many were found.
std::size_t pass(tesla::BoundedCache<Block>& cache, int from, int to) {
    std::size_t found = 0;
    for (int index = from; index < to; ++index) {
        const std::string text = "text " + std::to_string(index);
        if (cache.find(text))
            ++found;
        else
            cache.insert(text, std::make_shared<const Block>());
    }
    return found;
}

}  // namespace

TEST_CASE("values that fit are found") {
    tesla::BoundedCache<Block> cache(kCapacity);
    CHECK(pass(cache, 0, 80) == 0);
    CHECK(pass(cache, 0, 80) == 80);
    CHECK(cache.capacity() == kCapacity);
}

TEST_CASE("a cache without hits is reduced to a quarter of its capacity") {
    tesla::BoundedCache<Block> cache(kCapacity);
    CHECK(pass(cache, 0, 5000) == 0);
    CHECK(cache.capacity() == kCapacity / 4);
    CHECK(pass(cache, 4990, 5000) > 0);  // this many are cached
}

TEST_CASE("repeated texts restore the capacity") {
    tesla::BoundedCache<Block> cache(kCapacity);
    pass(cache, 0, 5000);
    for (int turn = 0; turn < 4; ++turn) pass(cache, 9000, 9060);
    CHECK(cache.capacity() == kCapacity);
    CHECK(pass(cache, 9000, 9060) == 60);
}

TEST_CASE("a full cache with hits keeps its capacity") {
    tesla::BoundedCache<Block> cache(kCapacity);
    pass(cache, 0, 60);
    pass(cache, 0, 60);
    pass(cache, 60, 120);
    CHECK(cache.capacity() == kCapacity);
}

TEST_CASE("a value larger than the capacity is not inserted") {
    tesla::BoundedCache<Block> cache(500);
    CHECK(pass(cache, 0, 1) == 0);
    CHECK(pass(cache, 0, 1) == 0);
}
