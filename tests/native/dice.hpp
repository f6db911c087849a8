// Random numbers that are the same on every platform; the distributions of <random> are not.
#pragma once

#include <cstdint>
#include <random>

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    // 0 .. sides - 1
    std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(engine_()) % sides; }
    std::uint32_t roll(std::uint32_t least, std::uint32_t most) {
        return least + roll(most - least + 1);
    }

  private:
    std::mt19937 engine_;
};
