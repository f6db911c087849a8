// The transport problem, exactly, in integers: see _core/transport.py. Values are equal to the
// Python's; flows may differ where several are optimal.
#pragma once

#include <vector>

#include "presolve.hpp"
#include "primal_dual.hpp"

namespace tesla {

// `supply` and `demand` are used up; `rest` solves what is not plain to see.
template <class Width>
Amount solve(const Graph<Width>& graph, std::vector<Amount>& supply, std::vector<Amount>& demand,
             std::vector<Flow>* flows, PrimalDual<Width>& rest) {
    Presolve<Width> presolve(graph, supply, demand, flows);
    if (presolve.run()) return presolve.value;
    return presolve.value + rest.run(graph, supply, demand, flows);
}

}  // namespace tesla
