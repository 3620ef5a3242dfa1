#include "catena/sim/centre_flight.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/quaternion.hpp"

namespace catena {

CentreFlight::CentreFlight(const Model& tree) {
  for (int i = 0; i < static_cast<int>(tree.nodes().size()); ++i) {
    const Node& node = tree.nodes()[static_cast<std::size_t>(i)];
    if (node.kind == NodeKind::Free && node.subtree_end == i + 1 && dot(node.com, node.com) > 0.0)
      bodies_.push_back({i, node.q, node.v, node.com, true});
  }
}

void CentreFlight::find_flying(const RowList& rows) {
  if (bodies_.empty()) return;
  for (Body& body : bodies_) body.flies = true;
  const auto ground = [&](int node) {
    const auto body = std::lower_bound(bodies_.begin(), bodies_.end(), node,
                                       [](const Body& b, int n) { return b.node < n; });
    if (body != bodies_.end() && body->node == node) body->flies = false;
  };
  for (const Block& block : rows.blocks) {
    const Row& row = rows.rows[static_cast<std::size_t>(block.row)];
    if (row.dof < 0) ground(row.on_a.node), ground(row.on_b.node);
  }
}

// The centre turns by R1 c - R0 c = 2 sin(w h / 2) / w R (w x c), R in the middle; it should move
// by h R (w x c).
void CentreFlight::correct(const double* q_middle, const double* v, double h, double* xi) const {
  for (const Body& body : bodies_) {
    if (!body.flies) continue;
    const Vec3<double> w{v[body.v], v[body.v + 1], v[body.v + 2]};
    const double half = 0.5 * h * norm(w), square = half * half;
    // 1 - sin(x) / x, without loss of digits where x is small.
    const double part = half < 0.02 ? square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0))
                                    : 1.0 - std::sin(half) / half;
    if (part == 0.0) continue;
    const Vec3<double> d =
        (h * part) *
        (rotation_matrix(Quaternion<double>::load(q_middle + body.q)) * cross(w, body.centre));
    for (int i = 0; i < 3; ++i) xi[body.v + 3 + i] += d[i];
  }
}

}  // namespace catena
