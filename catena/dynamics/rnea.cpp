// Recursive Newton-Euler algorithm. All quantities of a node are in its own axes about its own
// origin; X is X_PC, so that inverse_times(X, .) brings a motion from the parent and X * f brings a
// force to it.

#include "catena/dynamics/rnea.hpp"

#include <limits>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

// What a call of the recursion is asked to include.
struct Terms {
  bool velocity, acceleration;
};

template <class T, Terms terms>
void sweep_out(const Model& model, const T* q, const T* v, const T* a, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  auto* const levels = ws.levels.data();
  detail::prepare_turns(model, q, ws);
  levels[0].v = Motion<T>::zero();
  levels[0].a = {Vec3<T>::zero(), Vec3<T>::from(-model.gravity())};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const auto& up = levels[node.depth - 1];
    auto& me = levels[node.depth];
    auto& local = ws.local[i];
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q, terms.velocity ? v : nullptr, ws, X);
      local.X = X;
      const Inertia<T> I = Inertia<T>::from(node.inertia);
      // A root's parent is at rest but for gravity.
      const bool root = node.parent == 0;
      Motion<T> node_a = root ? Motion<T>{Vec3<T>::zero(), transpose_times(X.rotation, up.a.linear)}
                              : inverse_times(X, up.a);
      if constexpr (terms.velocity) {
        Motion<T> node_v = root ? Motion<T>::zero() : inverse_times(X, up.v);
        joint.add_motion(node_v, v + node.v);
        me.v = node_v;
        joint.add_bias(node_a, node_v, v + node.v);
        if constexpr (terms.acceleration) joint.add_motion(node_a, a + node.v);
        me.a = node_a;
        local.f = add_cross(I * node_a, node_v, I * node_v);
      } else {
        me.a = node_a;
        local.f = I * node_a;
      }
    });
  }
}

template <class T>
void sweep_in(const Model& model, T* tau, Workspace<T>& ws) {
  const auto nodes = model.nodes();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const auto& local = ws.local[i];
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      joint.project(local.f, tau + node.v);
    });
    if (node.parent == 0) continue;
    Force<T>& parent_f = at(ws.local, node.parent).f;
    parent_f = add_transformed(parent_f, local.X, local.f);
  }
}

template <class T>
void run(const char* function, const Model& model, In<T> q, In<T> v, In<T> a, Out<T> tau,
         Workspace<T>& ws, ExternalWrenches<T> external) {
  detail::require_size(function, "q", q.size(), model.nq());
  detail::require_workspace(function, model, ws);
  detail::require_size(function, "v", v.size(), model.nv());
  detail::require_size(function, "a", a.size(), model.nv());
  detail::require_size(function, "tau", tau.size(), model.nv());
  sweep_out<T, Terms{true, true}>(model, q.data(), v.data(), a.data(), ws);
  if (detail::gather_external(function, model, external, ws))
    for (std::size_t i = 1; i < ws.local.size(); ++i) ws.local[i].f -= ws.external[i];
  sweep_in(model, tau.data(), ws);
  if (model.has_armature())
    for (int k = 0; k < model.nv(); ++k) tau[k] += T(model.armature()[k]) * a[k];
}

}  // namespace

template <class T>
void rnea(const Model& model, In<T> q, In<T> v, In<T> a, Out<T> tau, Workspace<T>& ws,
          ExternalWrenches<T> external) {
  run("rnea", model, q, v, a, tau, ws, external);
}

template <class T>
void rnea_with_wrenches(const Model& model, In<T> q, In<T> v, In<T> a, Out<T> tau,
                        VectorView<Force<std::type_identity_t<T>>> joint_wrenches, Workspace<T>& ws,
                        ExternalWrenches<T> external) {
  detail::require_size("rnea_with_wrenches", "joint_wrenches", joint_wrenches.size(),
                       model.body_count());
  run("rnea_with_wrenches", model, q, v, a, tau, ws, external);
  // The world carries the weight of what is fused to it, less what acts on that from outside.
  const Motion<T> rest = {Vec3<T>::zero(), Vec3<T>::from(-model.gravity())};
  joint_wrenches[0] = -(Inertia<T>::from(model.nodes()[0].inertia) * rest);
  if (!external.empty()) joint_wrenches[0] += ws.external[0];
  for (std::size_t i = 1; i < ws.local.size(); ++i)
    if (model.nodes()[i].parent == 0) joint_wrenches[0] -= ws.local[i].X * ws.local[i].f;
  for (int b = 1; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    const JointInfo& joint = model.joint(body.inboard_joint);
    if (joint.last_node < joint.first_node) {
      const T unknown(std::numeric_limits<double>::quiet_NaN());  // a fused weld
      joint_wrenches[b] = {{unknown, unknown, unknown}, {unknown, unknown, unknown}};
      continue;
    }
    // From the node's axes to the body's; the node's origin is the joint frame's.
    const Mat3<T> R = Mat3<T>::from(body.X_NB.rotation);
    const Force<T>& f = at(ws.local, body.node).f;
    joint_wrenches[b] = {transpose_times(R, f.angular), transpose_times(R, f.linear)};
  }
}

template <class T>
void bias_efforts(const Model& model, In<T> q, In<T> v, Out<T> h, Workspace<T>& ws) {
  detail::require_size("bias_efforts", "q", q.size(), model.nq());
  detail::require_workspace("bias_efforts", model, ws);
  detail::require_size("bias_efforts", "v", v.size(), model.nv());
  detail::require_size("bias_efforts", "h", h.size(), model.nv());
  sweep_out<T, Terms{true, false}>(model, q.data(), v.data(), nullptr, ws);
  sweep_in(model, h.data(), ws);
}

template <class T>
void gravity_efforts(const Model& model, In<T> q, Out<T> g, Workspace<T>& ws) {
  detail::require_size("gravity_efforts", "q", q.size(), model.nq());
  detail::require_workspace("gravity_efforts", model, ws);
  detail::require_size("gravity_efforts", "g", g.size(), model.nv());
  sweep_out<T, Terms{false, false}>(model, q.data(), nullptr, nullptr, ws);
  sweep_in(model, g.data(), ws);
}

#define CATENA_INSTANTIATE(T)                                                                 \
  template void rnea(const Model&, In<T>, In<T>, In<T>, Out<T>, Workspace<T>&,                \
                     ExternalWrenches<T>);                                                    \
  template void rnea_with_wrenches(const Model&, In<T>, In<T>, In<T>, Out<T>,                 \
                                   VectorView<Force<T>>, Workspace<T>&, ExternalWrenches<T>); \
  template void bias_efforts(const Model&, In<T>, In<T>, Out<T>, Workspace<T>&);              \
  template void gravity_efforts(const Model&, In<T>, Out<T>, Workspace<T>&);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
