// The covering problem of TESLA-CELAB: _core/covering.py again, where the reasons are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lists.hpp"
#include "packing.hpp"
#include "saturation.hpp"

namespace tesla {

struct CoverProblem {
    std::uint32_t size;                         // tokens of the text
    const Lists& starts;                        // of each kind, where its n-grams start
    const std::vector<std::uint32_t>& lengths;  // of each kind, n
    const Lists& partners;                      // kinds of the other text that a kind is linked to
    const Lists& sharers;                       // the same links by the other text's kinds
    const Lists& capacity;                      // of each of the other text's kinds, its n-grams
    std::span<const double> weights;            // of n-grams of length 1, 2, ...
};

class Covering {
  public:
    // The greatest weight of n-grams that can be covered.
    double most_covered(const CoverProblem& problem);

  private:
    void settle(const CoverProblem& problem);
    void begin(const CoverProblem& problem);
    bool find_free(const CoverProblem& problem);
    void cover(const CoverProblem& problem);
    double leftover(const CoverProblem& problem);
    std::uint32_t find(std::uint32_t partner);

    struct Live {
        std::uint32_t kind, first, last;  // starts_[first .. last]
    };
    std::vector<Live> live_;
    std::vector<std::uint32_t> starts_, far_, counting_;
    std::vector<std::uint32_t> entangled_, demand_;
    std::vector<char> free_;
    std::vector<CoverNode> run_;
    std::vector<std::uint32_t> leader_;
    Saturation saturation_;
};

// The weight of all n-grams of a text.
double all_covered(std::uint32_t size, std::span<const double> weights);

}  // namespace tesla
