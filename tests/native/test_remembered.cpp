#include <doctest/doctest.h>

#include <string>

#include "remembered.hpp"

namespace {

struct Block {
    std::size_t bytes() const { return 1000; }
};

constexpr std::size_t kRoom = 100'000;  // of some 88 blocks

// Every text that is not found is kept; how many were.
std::size_t pass(tesla::Remembered<Block>& kept, int from, int to) {
    std::size_t found = 0;
    for (int number = from; number < to; ++number) {
        const std::string text = "text " + std::to_string(number);
        if (kept.find(text))
            ++found;
        else
            kept.keep(text, std::make_shared<const Block>());
    }
    return found;
}

}  // namespace

TEST_CASE("what fits is found again") {
    tesla::Remembered<Block> kept(kRoom);
    CHECK(pass(kept, 0, 80) == 0);
    CHECK(pass(kept, 0, 80) == 80);
    CHECK(kept.room() == kRoom);
}

TEST_CASE("what never comes again gets a quarter of the room") {
    tesla::Remembered<Block> kept(kRoom);
    CHECK(pass(kept, 0, 5000) == 0);
    CHECK(kept.room() == kRoom / 4);
    CHECK(pass(kept, 4990, 5000) > 0);  // that much is kept
}

TEST_CASE("what comes again gets all of it back") {
    tesla::Remembered<Block> kept(kRoom);
    pass(kept, 0, 5000);
    for (int turn = 0; turn < 4; ++turn) pass(kept, 9000, 9060);
    CHECK(kept.room() == kRoom);
    CHECK(pass(kept, 9000, 9060) == 60);
}

TEST_CASE("a full one that was of use keeps all of its room") {
    tesla::Remembered<Block> kept(kRoom);
    pass(kept, 0, 60);
    pass(kept, 0, 60);
    pass(kept, 60, 120);
    CHECK(kept.room() == kRoom);
}

TEST_CASE("what is larger than all of the room is not taken") {
    tesla::Remembered<Block> kept(500);
    CHECK(pass(kept, 0, 1) == 0);
    CHECK(pass(kept, 0, 1) == 0);
}
