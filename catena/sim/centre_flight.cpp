#include "catena/sim/centre_flight.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

Vec3<double> vector_at(const double* x) {
  return {x[0], x[1], x[2]};
}

void add_at(const Vec3<double>& d, double* x) {
  for (int i = 0; i < 3; ++i) x[i] += d[i];
}

// 1 - sin(x) / x, without loss of digits where x is small.
double arc_less_chord(double x) {
  const double square = x * x;
  return x < 0.02 ? square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0))
                  : 1.0 - std::sin(x) / x;
}

// What a fixed vector changes by along axes that turn by the vector `by`.
Vec3<double> change_by_turning(const Vec3<double>& by, const Vec3<double>& fixed) {
  const double angle = norm(by), half = 1.0 - arc_less_chord(0.5 * angle);
  const Vec3<double> across = cross(by, fixed);
  return (arc_less_chord(angle) - 1.0) * across + (0.5 * half * half) * cross(by, across);
}

}  // namespace

CentreFlight::CentreFlight(const Model& tree, bool has_loops)
    : has_loops_(has_loops), is_all_(!has_loops) {
  for (int i = 0; i < static_cast<int>(tree.nodes().size()); ++i) {
    const Node& node = tree.nodes()[static_cast<std::size_t>(i)];
    if (node.kind == NodeKind::Free && node.parent == 0 && node.subtree_end == i + 1 &&
        !node.has_armature)
      bodies_.push_back({i, node.q, node.v, node.com, true});
    else
      is_all_ &= node.nv == 0;
  }
}

void CentreFlight::find_flying(const RowList& rows) {
  if (!has_loops_) return;
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

void CentreFlight::turn(const double* turning, double time, double* v) const {
  if (has_loops_) return;
  for (const Body& body : bodies_) {
    const Vec3<double> by = time * vector_at(turning + body.v);
    if (dot(by, by) == 0.0) continue;
    const Vec3<double> centre =
        vector_at(v + body.v + 3) + cross(vector_at(v + body.v), body.centre);
    add_at(change_by_turning(by, centre), v + body.v + 3);
  }
}

void CentreFlight::find_turning(const double* v, Eigen::VectorXd& a) const {
  a.setZero();
  if (has_loops_) return;
  for (const Body& body : bodies_) {
    const Vec3<double> w = vector_at(v + body.v);
    add_at(cross(w, vector_at(v + body.v + 3) + cross(w, body.centre)), a.data() + body.v + 3);
  }
}

// The centre turns by R1 c - R0 c = 2 sin(w h / 2) / w R (w x c), R in the middle of the time h; it
// should move by h R (w x c), R in the middle of the step.
void CentreFlight::correct(const double* q_middle, const double* v, double h, double later,
                           double* xi) const {
  for (const Body& body : bodies_) {
    if (!body.flies || dot(body.centre, body.centre) == 0.0) continue;
    const Vec3<double> w = vector_at(v + body.v), arc = cross(w, body.centre);
    const double part = arc_less_chord(0.5 * h * norm(w));
    if (part == 0.0) continue;
    Vec3<double> off = part * arc;
    if (later != 0.0) off -= (1.0 - part) * change_by_turning(later * w, arc);
    add_at(h * (rotation_matrix(Quaternion<double>::load(q_middle + body.q)) * off),
           xi + body.v + 3);
  }
}

}  // namespace catena
