// The transport problem, solved exactly in integers: see core/solvers/transport.py. Values are equal to
// those of the Python version; flows may differ if several are optimal.
#pragma once

#include <vector>

#include "base/namespaces.hpp"
#include "matching/presolve.hpp"
#include "matching/primal_dual.hpp"

namespace tesla::matching {

// `supply` and `demand` are consumed; `rest` solves what the presolve leaves.
template <class Width>
Amount solve(const Graph<Width>& graph, std::vector<Amount>& supply, std::vector<Amount>& demand,
             std::vector<Flow>* flows, PrimalDual<Width>& rest) {
    Presolve<Width> presolve(graph, supply, demand, flows);
    if (presolve.run()) return presolve.value;
    return presolve.value + rest.run(graph, supply, demand, flows);
}

}  // namespace tesla::matching
