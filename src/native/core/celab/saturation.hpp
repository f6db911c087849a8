// Which demands can all be met at once, whatever the others do: a port of core/solvers/covering.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "base/no_index.hpp"

namespace tesla::celab {

class Saturation {
  public:
    // Return for each of `kinds`, in order, whether it can be short of the `demand` units that it needs.
    const std::vector<char>& short_kinds(const std::vector<std::uint32_t>& kinds,
                                         const std::vector<std::uint32_t>& demand, const Lists& partners,
                                         const Lists& capacity);

  private:
    bool augment(std::uint32_t kind, std::uint32_t& units);

    // Edges of kind k are first_[k] .. first_[k + 1]; of partner p, those in back_[p].
    std::vector<std::uint32_t> first_, edge_kind_, edge_partner_, flow_, left_;
    Lists back_;
    std::vector<std::uint32_t> came_, used_, queue_;  // edges by which nodes were reached
    std::vector<std::uint32_t> partner_numbers_, partner_ids_;
    std::vector<char> short_;
};

}  // namespace tesla::celab
