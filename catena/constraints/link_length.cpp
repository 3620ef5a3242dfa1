#include "catena/constraints/link_length.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/views.hpp"

namespace catena {

double link_length(const Model& tree) {
  double length = 0.0;
  for (const Node& node : tree.nodes()) {
    if (node.parent != 0) length = std::max(length, norm(node.X_PF.translation));
    length = std::max(length, norm(node.com));
    if (node.inertia.mass > 0.0)
      length = std::max(length,
                        std::sqrt(to_eigen(node.inertia_com).trace() / (2.0 * node.inertia.mass)));
  }
  return length > 0.0 ? length : 1.0;
}

}  // namespace catena
