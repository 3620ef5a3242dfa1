// Column p of body b is the inverse dynamics of b alone with parameter p equal to one. In the
// body's own axes the force of a body with v, a (gravity included) is linear in its ten parameters:
//   f = m (a_l + w x v) + (alpha x + w x w x) h
//   n = J alpha + w x J w + h x (a_l + w x v)
// where a_l + w x v is the acceleration of the body's origin.

#include "catena/dynamics/regressor.hpp"

#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;

Eigen::VectorXd inertial_parameters(const Model& model) {
  Eigen::VectorXd parameters(inertial_parameter_count * (model.body_count() - 1));
  for (int b = 1; b < model.body_count(); ++b) {
    const Inertia<double>& i = model.body(BodyId{b}).inertia;
    const Sym3<double>& r = i.rotational;
    parameters.segment<inertial_parameter_count>(inertial_parameter_count * (b - 1)) << i.mass,
        i.moment.x, i.moment.y, i.moment.z, r.xx, r.xy, r.xz, r.yy, r.yz, r.zz;
  }
  return parameters;
}

namespace {

// Force of the body per unit of parameter p, in body axes about the body's origin.
template <class T>
Force<T> parameter_force(const Motion<T>& v, const Motion<T>& a, int p) {
  const Vec3<T> origin = a.linear + cross(v.angular, v.linear);
  Inertia<T> unit = Inertia<T>::zero();
  if (p == 0) return {Vec3<T>::zero(), origin};
  if (p < 4) {
    unit.moment[p - 1] = T(1.0);
    const Vec3<T>& h = unit.moment;
    return {cross(h, origin), cross(a.angular, h) + cross(v.angular, cross(v.angular, h))};
  }
  T* const entries[] = {&unit.rotational.xx, &unit.rotational.xy, &unit.rotational.xz,
                        &unit.rotational.yy, &unit.rotational.yz, &unit.rotational.zz};
  *entries[p - 4] = T(1.0);
  const Sym3<T>& J = unit.rotational;
  return {J * a.angular + cross(v.angular, J * v.angular), Vec3<T>::zero()};
}

}  // namespace

template <class T>
void torque_regressor(const Model& model, In<T> q, In<T> v, In<T> a, OutMatrix<T> Y,
                      Workspace<T>& ws) {
  detail::require_size("torque_regressor", "q", q.size(), model.nq());
  detail::require_workspace("torque_regressor", model, ws);
  detail::require_size("torque_regressor", "v", v.size(), model.nv());
  detail::require_size("torque_regressor", "a", a.size(), model.nv());
  detail::require_shape("torque_regressor", "Y", Y, model.nv(),
                        inertial_parameter_count * (model.body_count() - 1));
  detail::set_zero(Y);
  const auto nodes = model.nodes();
  ws.world[0].v = Motion<T>::zero();
  detail::prepare_turns(model, q.data(), ws);
  ws.world[0].a = {Vec3<T>::zero(), Vec3<T>::from(-model.gravity())};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& me = ws.world[i];
    auto& X = ws.local[i].X;
    detail::visit_node(node, ws, [&](const auto& joint) {
      detail::joint_pose(model, node, joint, q.data(), v.data(), ws, X);
      me.v = inverse_times(X, at(ws.world, node.parent).v);
      joint.add_motion(me.v, v.data() + node.v);
      me.a = inverse_times(X, at(ws.world, node.parent).a);
      joint.add_bias(me.a, me.v, v.data() + node.v);
      joint.add_motion(me.a, a.data() + node.v);
    });
  }
  for (int b = 1; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    if (body.node == 0) continue;
    const Transform<T> X_NB = Transform<T>::from(body.X_NB);
    const Motion<T> body_v = inverse_times(X_NB, at(ws.world, body.node).v);
    const Motion<T> body_a = inverse_times(X_NB, at(ws.world, body.node).a);
    for (int p = 0; p < inertial_parameter_count; ++p) {
      Force<T> f = X_NB * parameter_force(body_v, body_a, p);
      T* const column = Y.column(inertial_parameter_count * (b - 1) + p);
      for (int n = body.node; n != 0; n = at(nodes, n).parent) {
        const Node& node = at(nodes, n);
        detail::visit_node(node, ws, [&](const auto& joint) { joint.project(f, column + node.v); });
        f = at(ws.local, n).X * f;
      }
    }
  }
}

template void torque_regressor(const Model&, In<double>, In<double>, In<double>, OutMatrix<double>,
                               Workspace<double>&);
template void torque_regressor(const Model&, In<Pack4>, In<Pack4>, In<Pack4>, OutMatrix<Pack4>,
                               Workspace<Pack4>&);

}  // namespace catena
