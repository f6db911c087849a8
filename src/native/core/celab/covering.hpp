// The covering problem of TESLA-CELAB: a port of core/solvers/covering.py, which has the proofs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "celab/packing.hpp"
#include "celab/saturation.hpp"

namespace tesla::celab {

struct CoverProblem {
    std::uint32_t size;                         // tokens of the text
    const Lists& starts;                        // by kind: where its n-grams start
    const std::vector<std::uint32_t>& lengths;  // by kind: n
    const Lists& partners;                      // by kind: linked kinds of the other text
    const Lists& sharers;                       // the same links by kind of the other text
    const Lists& capacity;                      // by kind of the other text: its n-grams
    std::span<const double> weights;            // by n-gram length 1, 2, ...
};

class Covering {
  public:
    // Return the largest weight of n-grams that can be covered.
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

// Return the weight of all n-grams of a text.
double all_covered(std::uint32_t size, std::span<const double> weights);

}  // namespace tesla::celab
