// The transport problem, exactly, in integers: see _core/transport.py. Values are equal to the
// Python's; flows may differ where several are optimal.
#pragma once

#include <vector>

#include "presolve.hpp"
#include "primal_dual.hpp"

namespace tesla {

// `supply` and `demand` are used up.
template <class Width>
Amount solve(const Graph<Width>& graph, std::vector<Amount>& supply, std::vector<Amount>& demand,
             std::vector<Flow>* flows) {
    Presolve<Width> presolve(graph, supply, demand, flows);
    if (presolve.run()) return presolve.value;
    return presolve.value + PrimalDual<Width>(graph, supply, demand).run(flows);
}

}  // namespace tesla
