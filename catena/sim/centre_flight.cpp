#include "catena/sim/centre_flight.hpp"

#include <cmath>

#include "catena/math/quaternion.hpp"

namespace catena {

CentreFlight::CentreFlight(const Model& tree) {
  for (int i = 0; i < static_cast<int>(tree.nodes().size()); ++i) {
    const Node& node = tree.nodes()[static_cast<std::size_t>(i)];
    if (node.kind == NodeKind::Free && node.subtree_end == i + 1 && dot(node.com, node.com) > 0.0)
      bodies_.push_back({node.q, node.v, node.com});
  }
}

// The centre turns by R1 c - R0 c = 2 sin(w h / 2) / w R (w x c), R in the middle; it should move
// by h R (w x c).
void CentreFlight::correct(const double* q_middle, const double* v, double h, double* xi) const {
  for (const Body& body : bodies_) {
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
