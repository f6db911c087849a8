#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "base/fork_guard.hpp"

TEST_CASE("no thread enters while the guard is held, and all enter afterwards") {
    tesla::ForkGuard guard;
    std::atomic<bool> entered = false;
    { const auto inside = guard.enter(), beside = guard.enter(); }
    guard.before_fork();
    std::thread other([&] {
        const auto inside = guard.enter();
        entered = true;
    });
    std::this_thread::yield();
    CHECK_FALSE(entered);
    guard.after_fork_in_parent();
    other.join();
    CHECK(entered);
}

TEST_CASE("acquiring the guard waits for the threads inside") {
    tesla::ForkGuard guard;
    std::atomic<bool> held = false;
    std::thread other;
    {
        const auto inside = guard.enter();
        other = std::thread([&] {
            guard.before_fork();
            held = true;
            guard.after_fork_in_parent();
        });
        std::this_thread::yield();
        CHECK_FALSE(held);
    }
    other.join();
    CHECK(held);
}

TEST_CASE("the guard is acquired once per thread, and other threads cannot release it") {
    tesla::ForkGuard guard;
    std::atomic<bool> entered = false;
    guard.before_fork();
    guard.before_fork();
    std::thread([&] { guard.after_fork_in_parent(); }).join();
    std::thread other([&] {
        const auto inside = guard.enter();
        entered = true;
    });
    std::this_thread::yield();
    CHECK_FALSE(entered);
    guard.after_fork_in_parent();
    guard.after_fork_in_parent();
    other.join();
    CHECK(entered);
}

TEST_CASE("after a fork, the guard of the child is free and can be acquired") {
    tesla::ForkGuard guard;
    guard.before_fork();
    guard.after_fork_in_child();
    { const auto inside = guard.enter(); }
    guard.before_fork();
    guard.after_fork_in_parent();
    const auto inside = guard.enter();
}
