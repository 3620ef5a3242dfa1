#include "catena/dynamics/jacobians.hpp"

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

template <class T>
void jacobians(const Model& model, In<T> q, OutMatrix<T> J, Workspace<T>& ws) {
  detail::require_size("jacobians", "q", q.size(), model.nq());
  detail::require_workspace("jacobians", model, ws);
  detail::require_shape("jacobians", "J", J, 6, model.nv());
  const auto nodes = model.nodes();
  ws.world[0].X = Transform<T>::identity();
  detail::prepare_turns(model, q.data(), ws);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    auto& X_WN = ws.world[i].X;
    detail::visit_node(node, ws, [&](const auto& joint) CATENA_INLINE_LAMBDA {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q.data(), static_cast<const T*>(nullptr), ws, X);
      X_WN = at(ws.world, node.parent).X * X;
      for (int k = 0; k < node.nv; ++k) {
        const Motion<T> column = joint.column_in(X_WN, k);
        T* out = J.column(node.v + k);
        out[0] = column.angular.x, out[1] = column.angular.y, out[2] = column.angular.z;
        out[3] = column.linear.x, out[4] = column.linear.y, out[5] = column.linear.z;
      }
    });
  }
}

namespace {

// Calls f(dof) for every dof that moves the node, from the node to the root.
template <class F>
void for_each_moving_dof(const Model& model, int node, F&& f) {
  for (int n = node; n != 0; n = at(model.nodes(), n).parent)
    for (int k = at(model.nodes(), n).nv - 1; k >= 0; --k) f(at(model.nodes(), n).v + k);
}

}  // namespace

template <class T>
void frame_jacobian(const Model& model, const Kinematics<T>& kinematics, FrameId frame,
                    Reference in, OutMatrix<T> J) {
  detail::require_shape("frame_jacobian", "J", J, 6, model.nv());
  for (int j = 0; j < model.nv(); ++j)
    for (int i = 0; i < 6; ++i) J(i, j) = T(0.0);
  const Transform<T> X_WF = kinematics.pose(model, frame);
  const auto columns = kinematics.columns();
  for_each_moving_dof(model, model.frame(frame).node, [&](int dof) {
    Motion<T> column = at(columns, dof);
    if (in == Reference::Local)
      column = inverse_times(X_WF, column);
    else if (in == Reference::WorldAligned)
      column.linear += cross(column.angular, X_WF.translation);
    for (int i = 0; i < 6; ++i) J(i, dof) = column[i];
  });
}

template <class T>
Motion<T> frame_jacobian_dot_v(const Model& model, const Kinematics<T>& kinematics_zero_a,
                               FrameId frame, Reference in) {
  return kinematics_zero_a.acceleration(model, frame, in);
}

#define CATENA_INSTANTIATE(T)                                                          \
  template void jacobians(const Model&, In<T>, OutMatrix<T>, Workspace<T>&);           \
  template void frame_jacobian(const Model&, const Kinematics<T>&, FrameId, Reference, \
                               OutMatrix<T>);                                          \
  template Motion<T> frame_jacobian_dot_v(const Model&, const Kinematics<T>&, FrameId, Reference);
CATENA_INSTANTIATE(double)
CATENA_INSTANTIATE(Pack4)
#undef CATENA_INSTANTIATE

}  // namespace catena
