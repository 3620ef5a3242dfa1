#include "catena/dynamics/inverse_inertia.hpp"

#include "catena/dynamics/recursion.hpp"

namespace catena {

namespace {

using Exchanged = ArticulatedInertia<double>;

// Psi f.
Motion<double> times(const Exchanged& psi, const Force<double>& f) {
  const Force<double> m = psi * Motion<double>{f.linear, f.angular};
  return {m.linear, m.angular};
}

// psi - (s t^T + t s^T).
void subtract_both(const Motion<double>& s, const Motion<double>& t, Exchanged& psi) {
  const Vec3<double>&sa = s.angular, &sl = s.linear, &ta = t.angular, &tl = t.linear;
  const auto symmetric = [](const Vec3<double>& x, const Vec3<double>& y, Sym3<double>& m) {
    m = {m.xx - 2.0 * x.x * y.x, m.xy - x.x * y.y - x.y * y.x, m.xz - x.x * y.z - x.z * y.x,
         m.yy - 2.0 * x.y * y.y, m.yz - x.y * y.z - x.z * y.y, m.zz - 2.0 * x.z * y.z};
  };
  symmetric(sl, tl, psi.a);
  psi.b = {psi.b.c0 - ta.x * sl - sa.x * tl, psi.b.c1 - ta.y * sl - sa.y * tl,
           psi.b.c2 - ta.z * sl - sa.z * tl};
  symmetric(sa, ta, psi.c);
}

// One coordinate of (4.19): (1 - S D^-1 U^T) Psi (1 - U D^-1 S^T) + S D^-1 S^T, which with w = Psi
// U is Psi - S t^T - t S^T for t = D^-1 w - 1/2 D^-1 (1 + U^T w D^-1) S.
void free_axis(const ArticulatedTree::Axis& axis, Exchanged& psi) {
  const Motion<double> w = times(psi, axis.U);
  const double half = 0.5 * axis.D_inverse * (1.0 + dot(axis.U, w) * axis.D_inverse);
  subtract_both(axis.S, axis.D_inverse * w - half * axis.S, psi);
}

}  // namespace

InverseInertia::InverseInertia(const Model& model)
    : tree_(model), psi_(model.nodes().size(), Exchanged::zero()) {}

void InverseInertia::compute(In<double> q, Held held, Workspace<double>& ws) {
  tree_.compute(q, held, ws);
  sweep();
}

void InverseInertia::take(const Workspace<double>& ws) {
  tree_.take(ws);
  sweep();
}

void InverseInertia::sweep() {
  const auto nodes = tree_.model().nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Exchanged psi = node.parent == 0
                        ? Exchanged::zero()
                        : inverse(tree_.pose(static_cast<int>(i))) * detail::at(psi_, node.parent);
    for (int k = node.v; k < node.v + node.nv; ++k) free_axis(tree_.axis(k), psi);
    psi_[i] = psi;
  }
}

InverseInertia::Matrix6 InverseInertia::at(BodyId body) const {
  const BodyInfo& info = tree_.model().body(body);
  const Exchanged psi = inverse(info.X_NB) * detail::at(psi_, info.node);
  const Eigen::Matrix3d b = to_eigen(psi.b);
  return (Matrix6() << to_eigen(psi.c), b.transpose(), b, to_eigen(psi.a)).finished();
}

Eigen::Matrix3d InverseInertia::at_point(BodyId body, const Vec3<double>& p_B) const {
  const BodyInfo& info = tree_.model().body(body);
  const Transform<double> X_NP = info.X_NB * Transform<double>::at(p_B);
  return to_eigen((inverse(X_NP) * detail::at(psi_, info.node)).a);
}

// In the axes of the body's node.
InverseInertia::Wrenches InverseInertia::unit_wrenches(const BodyInfo& body) const {
  Wrenches out;
  for (int k = 0; k < 6; ++k) {
    Force<double> unit = Force<double>::zero();
    unit[k] = 1.0;
    detail::at(out, k) = body.X_NB * unit;
  }
  return out;
}

// E_a Psi_c E_b^T, where E_b^T carries the impulses on b in to the common ancestor c and E_a, which
// carries the motion of c out to a, is the transpose of what carries impulses on a in to c.
InverseInertia::Matrix6 InverseInertia::between(BodyId body_a, BodyId body_b) const {
  const auto nodes = tree_.model().nodes();
  const BodyInfo &a = tree_.model().body(body_a), &b = tree_.model().body(body_b);
  Wrenches on_a = unit_wrenches(a), on_b = unit_wrenches(b);
  const auto carry = [&](int& node, Wrenches& wrenches) {
    for (Force<double>& f : wrenches) f = tree_.carry(node, f);
    node = detail::at(nodes, node).parent;
  };
  int at_a = a.node, at_b = b.node;
  while (at_a != at_b) {
    if (detail::at(nodes, at_a).depth >= detail::at(nodes, at_b).depth)
      carry(at_a, on_a);
    else
      carry(at_b, on_b);
  }
  if (at_a == 0) return Matrix6::Zero();
  Matrix6 out;
  for (int j = 0; j < 6; ++j) {
    const Motion<double> m = times(detail::at(psi_, at_a), detail::at(on_b, j));
    for (int i = 0; i < 6; ++i) out(i, j) = dot(detail::at(on_a, i), m);
  }
  return out;
}

}  // namespace catena
