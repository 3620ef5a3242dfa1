#pragma once
// Common parts of the recursions: checks of arguments, and access to a node's joint.

#include <algorithm>

#include "catena/dynamics/rnea.hpp"
#include "catena/joints/dispatch.hpp"

namespace catena::detail {

[[noreturn]] void throw_wrong_size(const char* function, const char* argument, Eigen::Index found,
                                   Eigen::Index expected);

// Throws std::invalid_argument that names the call, the argument and both sizes.
inline void require_size(const char* function, const char* argument, Eigen::Index found,
                         Eigen::Index expected) {
  if (found != expected) [[unlikely]]
    throw_wrong_size(function, argument, found, expected);
}

template <class T>
[[noreturn]] void throw_wrong_workspace(const char* function, const Model& model,
                                        const Workspace<T>& ws);

// Throws std::invalid_argument where the workspace was made for another tree: one comparison.
template <class T>
inline void require_workspace(const char* function, const Model& model, const Workspace<T>& ws) {
  if (ws.tree_hash != model.tree_hash()) [[unlikely]]
    throw_wrong_workspace(function, model, ws);
}

template <class T>
inline void require_shape(const char* function, const char* argument, const MatrixView<T>& m,
                          Eigen::Index rows, Eigen::Index cols) {
  require_size(function, argument, m.rows(), rows);
  require_size(function, argument, m.cols(), cols);
}

// The model's node i, and what belongs to it, without a cast at every use.
template <class Container>
CATENA_INLINE decltype(auto) at(Container&& container, int i) {
  return container[static_cast<std::size_t>(i)];
}

// Where the workspace keeps the node's custom joint; null for other kinds.
template <class T>
CATENA_INLINE CustomJointKinematics<T>* custom_of(const Node& node, Workspace<T>& ws) {
  return node.kind == NodeKind::Custom ? ws.custom.data() + node.custom : nullptr;
}

template <class T>
CATENA_INLINE const CustomJointKinematics<T>* custom_of(const Node& node, const Workspace<T>& ws) {
  return node.kind == NodeKind::Custom ? ws.custom.data() + node.custom : nullptr;
}

// Calls f(joint) with the type of the node's joint. A custom joint must have been evaluated by
// joint_pose() before.
template <class T, class F>
CATENA_INLINE void visit_node(const Node& node, const Workspace<T>& ws, F&& f) {
  visit_joint<T>(node.kind, node.pitch, node.nv, custom_of(node, ws), static_cast<F&&>(f));
}

// X_PC at q; evaluates a custom joint into *custom, with its bias where v is given.
template <class T, class Joint>
CATENA_INLINE void joint_pose(const Model& model, const Node& node, const Joint& joint, const T* q,
                              const T* v, CustomJointKinematics<T>* custom, Transform<T>& X_PC) {
  if constexpr (Joint::dofs >= 0) {
    joint.pose(node.X_PF, q + node.q, X_PC);
  } else {
    at(model.custom_joints(), node.custom)
        ->evaluate(q + node.q, v == nullptr ? nullptr : v + node.v, *custom);
    X_PC = Transform<T>::from(node.X_PF) * custom->pose;
  }
}

// Sines and cosines of all angles of a configuration, four at a time, for turn_of(). Lanes need no
// such pass: their sines are computed four at a time anyway.
template <class T>
CATENA_INLINE void prepare_turns(const Model& model, const T* q, Workspace<T>& ws) {
  if constexpr (std::is_same_v<T, double>) {
    const int nq = model.nq();
    for (int k = model.first_angle(); k < nq; k += 4) {
      const Pack4 angles =
          k + 4 <= nq ? Pack4::load(q + k)
                      : Pack4(q[k], q[std::min(k + 1, nq - 1)], q[std::min(k + 2, nq - 1)], q[k]);
      const auto [s, c] = sincos(angles);
      s.store(ws.sines.data() + k);
      c.store(ws.cosines.data() + k);
    }
  }
}
// Sine and cosine of a revolute node's angle; needs prepare_turns().
template <class T>
CATENA_INLINE SinCos<T> turn_of(const Node& node, const T* q, const Workspace<T>& ws) {
  if constexpr (std::is_same_v<T, double>)
    return {at(ws.sines, node.q), at(ws.cosines, node.q)};
  else
    return sincos(q[node.q]);
}

// The same as above, with prepare_turns(); the workspace keeps the evaluated custom joint for
// visit_node().
template <class T, class Joint>
CATENA_INLINE void joint_pose(const Model& model, const Node& node, const Joint& joint, const T* q,
                              const T* v, Workspace<T>& ws, Transform<T>& X_PC) {
  if constexpr (std::is_same_v<Joint, RevoluteJoint>)
    joint.pose(node.X_PF, turn_of(node, q, ws), X_PC);
  else
    joint_pose(model, node, joint, q, v, custom_of(node, ws), X_PC);
}

// Sums the external wrenches of the bodies on each node, in node axes. Returns false when there are
// none, in which case ws.external is not written.
template <class T>
bool gather_external(const char* function, const Model& model, ExternalWrenches<T> external,
                     Workspace<T>& ws);

}  // namespace catena::detail
