#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "working.hpp"

TEST_CASE("nobody goes in while all is held, and everybody after that") {
    tesla::Working all;
    std::atomic<bool> entered = false;
    { const auto inside = all.begin(), beside = all.begin(); }
    all.hold();
    std::thread other([&] {
        const auto inside = all.begin();
        entered = true;
    });
    std::this_thread::yield();
    CHECK_FALSE(entered);
    all.go_on();
    other.join();
    CHECK(entered);
}

TEST_CASE("who holds all waits for those inside") {
    tesla::Working all;
    std::atomic<bool> held = false;
    std::thread other;
    {
        const auto inside = all.begin();
        other = std::thread([&] {
            all.hold();
            held = true;
            all.go_on();
        });
        std::this_thread::yield();
        CHECK_FALSE(held);
    }
    other.join();
    CHECK(held);
}

TEST_CASE("who asks again has it once, and others give up nothing of it") {
    tesla::Working all;
    std::atomic<bool> entered = false;
    all.hold();
    all.hold();
    std::thread([&] { all.go_on(); }).join();
    std::thread other([&] {
        const auto inside = all.begin();
        entered = true;
    });
    std::this_thread::yield();
    CHECK_FALSE(entered);
    all.go_on();
    all.go_on();
    other.join();
    CHECK(entered);
}

TEST_CASE("what is renewed is free, and can be held again") {
    tesla::Working all;
    all.hold();
    all.renew();
    { const auto inside = all.begin(); }
    all.hold();
    all.go_on();
    const auto inside = all.begin();
}
