// ClosureGeometry: the rows of rods, couplings and rolling constraints.

#include <cmath>

#include "catena/constraints/closure_poses.hpp"

namespace catena {

using detail::at;
using detail::force_along;
using detail::pose_from;
using detail::seen_from;

// u . (p_B - p_A)'' = -(|d'|^2 - (u . d')^2) / |d|, d = p_B - p_A and u its direction; the spatial
// acceleration of a point lacks w x v.
void ClosureGeometry::compute_rod(std::size_t i, const TreeState& tree, ClosureRows& out) const {
  const Rod& rod = loops_.specs().rods[i];
  struct End {
    int node;
    Transform<double> X;  // node from the rod's end
    Vec3<double> p, v, w;
  };
  const auto end = [&](BodyId id, const Vec3<double>& p_B) {
    const BodyInfo& body = loops_.tree().body(id);
    const Transform<double> X_WN = pose_from(tree, loops_.tree().body(rod.b).node, body.node);
    const Vec3<double> p = X_WN * (body.X_NB * p_B);
    const Transform<double> X = seen_from(p, X_WN);
    const Motion<double> v = X * at(tree.velocities, body.node);
    return End{body.node, X, p, v.linear, v.angular};
  };
  const End a = end(rod.a, rod.p_A), b = end(rod.b, rod.p_B);
  const Vec3<double> d = b.p - a.p, rate = b.v - a.v;
  const double length = norm(d);
  const Vec3<double> u = (1.0 / length) * d;
  const double along = dot(u, rate);
  out.rows = 1;
  out.wrenches[0].node = a.node;
  out.wrenches[1].node = b.node;
  out.wrenches[0].reach = norm(a.X.translation);
  out.wrenches[1].reach = norm(b.X.translation);
  out.wrenches[0].of_row[0] = -inverse_times(a.X, force_along(u));
  out.wrenches[1].of_row[0] = inverse_times(b.X, force_along(u));
  out.target[0] =
      -(dot(rate, rate) - along * along) / length - dot(u, cross(b.w, b.v) - cross(a.w, a.v));
  out.error[0] = length - rod.length;
}

Coupling::Value ClosureGeometry::value_of(const Coupling& coupling, const double* branches) {
  if (branches == nullptr) return coupling.evaluate(x_.data(), rate_.data(), gradient_.data());
  const std::size_t n = coupling.dofs.size();
  const std::span<const double> x(x_.data(), n), rate(rate_.data(), n);
  return {coupling.kinked->gradient_on(branches, x, {gradient_.data(), n}),
          coupling.kinked->jet_on(branches, x, rate).second};
}

// grad phi . x'' = -x'^T (d^2 phi / dx^2) x'.
void ClosureGeometry::compute_coupling(std::size_t i, const double* q, const double* v,
                                       ClosureRows& out) {
  const Coupling& coupling = loops_.specs().couplings[i];
  for (std::size_t k = 0; k < coupling.dofs.size(); ++k) {
    const auto place = static_cast<Eigen::Index>(k);
    x_[place] = q[loops_.place(coupling.dofs[k])];
    rate_[place] = v[coupling.dofs[k]];
  }
  const Coupling::Value value = value_of(coupling, branches_[i]);
  out.rows = 1;
  out.target[0] = -value.curvature;
  out.error[0] = value.phi;
  std::size_t effort = 0, wrench = 0;
  for (std::size_t k = 0; k < coupling.dofs.size(); ++k) {
    const double slope = gradient_[static_cast<Eigen::Index>(k)];
    const int link_dof = coupling.dofs[k] - loops_.tree().nv();
    if (link_dof < 0) {
      out.efforts[effort++].of_row = slope;
      continue;
    }
    const int node = at(loops_.links().dof_node(), link_dof);
    const int j = at(loops_.links().nodes(), node).joint;
    const LoopJointState& joint = at(joints_, j);
    const LoopJoint& spec = at(loops_.specs().joints, j);
    const Force<double> f = slope * at(joint.active, link_dof - loops_.links().joint(JointId{j}).v);
    out.wrenches[wrench].node = loops_.tree().body(spec.a).node;
    out.wrenches[wrench].reach = norm(joint.X_PA.translation);
    out.wrenches[wrench++].of_row[0] = -inverse_times(joint.X_PA, f);
    out.wrenches[wrench].node = loops_.tree().body(spec.b).node;
    out.wrenches[wrench].reach = norm(joint.X_PB.translation);
    out.wrenches[wrench++].of_row[0] = inverse_times(joint.X_PB, f);
    out.target[0] += dot(f, joint.bias);
  }
}

// The point of contact p = c + rho is at rest on the plane: its velocities as a point of either
// body are equal. d/dt (v + w x (p - c)) is the spatial acceleration at p plus w x p'.
void ClosureGeometry::compute_rolling(std::size_t i, const TreeState& tree,
                                      ClosureRows& out) const {
  const Rolling& rolling = loops_.specs().rollings[i];
  const BodyInfo &a = loops_.tree().body(rolling.a), &b = loops_.tree().body(rolling.b);
  const Transform<double> X_WA = pose_from(tree, b.node, a.node);
  const Transform<double> X_WB = pose_from(tree, b.node, b.node);
  const Transform<double> X_WC = X_WA * (a.X_NB * rolling.X_AC);
  const Transform<double> X_WP = X_WB * (b.X_NB * rolling.X_BP);
  const Vec3<double>&n = X_WP.rotation.c2, &u = X_WC.rotation.c2;
  const Transform<double> from_centre = seen_from(X_WC.translation, X_WA);
  const Motion<double> v_C = from_centre * at(tree.velocities, a.node);
  const Vec3<double> w_A = v_C.angular;
  const Vec3<double> w_B = at(tree.poses, b.node).rotation * at(tree.velocities, b.node).angular;
  // Down to the plane: -n for a ball, and in the wheel's plane for a wheel.
  Vec3<double> up = n, up_rate = cross(w_B, n);
  if (rolling.is_wheel) {
    const Vec3<double> u_rate = cross(w_A, u);
    const double lean = dot(n, u), lean_rate = dot(up_rate, u) + dot(n, u_rate);
    const Vec3<double> m = n - lean * u, m_rate = up_rate - lean_rate * u - lean * u_rate;
    const double s = norm(m);
    up = (1.0 / s) * m;
    up_rate = (1.0 / s) * (m_rate - dot(up, m_rate) * up);
  }
  const Vec3<double> p = X_WC.translation - rolling.radius * up;
  const Vec3<double> p_rate = v_C.linear - rolling.radius * up_rate;
  const Transform<double> X_A = seen_from(p, X_WA);
  const Transform<double> X_B = seen_from(p, X_WB);
  out.rows = 3;
  out.wrenches[0].node = a.node;
  out.wrenches[1].node = b.node;
  out.wrenches[0].reach = norm(X_A.translation);
  out.wrenches[1].reach = norm(X_B.translation);
  for (int r = 0; r < 3; ++r) {
    const Vec3<double>& e = X_WP.rotation.column(r);
    at(out.wrenches[0].of_row, r) = inverse_times(X_A, force_along(e));
    at(out.wrenches[1].of_row, r) = -inverse_times(X_B, force_along(e));
    at(out.target, r) = -dot(e, cross(w_A - w_B, p_rate));
    at(out.error, r) = r == 2 ? dot(n, p - X_WP.translation) : 0.0;
  }
}

}  // namespace catena
