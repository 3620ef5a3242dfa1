// Forward kinematics. Poses X_WN are in the world; velocities and accelerations of a node are in
// its own axes about its own origin (the acceleration is spatial: d/dt of the velocity components).

#include "catena/dynamics/kinematics.hpp"

#include <stdexcept>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

template <class T>
Kinematics<T>::Kinematics(const Model& model)
    : poses_(model.nodes().size(), Transform<T>::identity()),
      velocities_(model.nodes().size(), Motion<T>::zero()),
      accelerations_(model.nodes().size(), Motion<T>::zero()),
      columns_(static_cast<std::size_t>(model.nv())) {}

template <class T>
Kinematics<T>::Kinematics(const Model& model, FromRoots) : Kinematics(model) {
  roots_.assign(poses_.size(), Vec3<T>::zero());
  from_roots_.assign(poses_.size(), Transform<T>::identity());
}

// The pose in the world of a node that X is the pose of in its parent.
template <class T>
Transform<T> Kinematics<T>::place_from_root(std::size_t node, std::size_t parent,
                                            const Transform<T>& X) {
  roots_[node] = parent == 0 ? X.translation : roots_[parent];
  from_roots_[node] =
      parent == 0 ? Transform<T>{X.rotation, Vec3<T>::zero()} : from_roots_[parent] * X;
  return {from_roots_[node].rotation, roots_[node] + from_roots_[node].translation};
}

template <class T>
template <int Order>
void Kinematics<T>::run(const Model& model, const T* q, const T* v, const T* a) {
  detail::require_size("Kinematics::compute", "model nodes",
                       static_cast<Eigen::Index>(poses_.size()),
                       static_cast<Eigen::Index>(model.nodes().size()));
  const auto nodes = model.nodes();
  CustomJointKinematics<T> custom;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const auto parent = static_cast<std::size_t>(node.parent);
    visit_joint<T>(node.kind, node.pitch, node.nv, &custom, [&](const auto& joint) {
      Transform<T> X;
      detail::joint_pose(model, node, joint, q, Order > 0 ? v : nullptr, &custom, X);
      poses_[i] = roots_.empty() ? poses_[parent] * X : place_from_root(i, parent, X);
      for (int k = 0; k < node.nv; ++k) at(columns_, node.v + k) = joint.column_in(poses_[i], k);
      if constexpr (Order > 0) {
        velocities_[i] = inverse_times(X, velocities_[parent]);
        joint.add_motion(velocities_[i], v + node.v);
      }
      if constexpr (Order > 1) {
        accelerations_[i] = inverse_times(X, accelerations_[parent]);
        joint.add_bias(accelerations_[i], velocities_[i], v + node.v);
        if (a != nullptr) joint.add_motion(accelerations_[i], a + node.v);
      }
    });
  }
  order_ = Order;
}

template <class T>
void Kinematics<T>::compute(const Model& model, In<T> q) {
  detail::require_size("Kinematics::compute", "q", q.size(), model.nq());
  run<0>(model, q.data(), nullptr, nullptr);
}

template <class T>
void Kinematics<T>::compute(const Model& model, In<T> q, In<T> v) {
  detail::require_size("Kinematics::compute", "q", q.size(), model.nq());
  detail::require_size("Kinematics::compute", "v", v.size(), model.nv());
  run<1>(model, q.data(), v.data(), nullptr);
}

template <class T>
void Kinematics<T>::compute(const Model& model, In<T> q, In<T> v, In<T> a) {
  detail::require_size("Kinematics::compute", "q", q.size(), model.nq());
  detail::require_size("Kinematics::compute", "v", v.size(), model.nv());
  detail::require_size("Kinematics::compute", "a", a.size(), model.nv());
  run<2>(model, q.data(), v.data(), a.data());
}

namespace {

void require_order(int found, int needed, const char* what) {
  if (found < needed)
    throw std::logic_error(std::string("Kinematics: ") + what +
                           " asked for, but compute() was called without " +
                           (needed == 2   ? "v and a"
                            : needed == 1 ? "v"
                                          : "q") +
                           "; pass it to compute()");
}

// A motion in node axes about the node's origin, as the motion of a frame fixed to the node.
template <class T>
Motion<T> express(const Transform<T>& X_WN, const Transform<T>& X_NF, const Motion<T>& m,
                  Reference in) {
  if (in == Reference::World) return X_WN * m;
  const Motion<T> local = inverse_times(X_NF, m);
  if (in == Reference::Local) return local;
  const Mat3<T> R_WF = X_WN.rotation * X_NF.rotation;
  return {R_WF * local.angular, R_WF * local.linear};
}

}  // namespace

template <class T>
Transform<T> Kinematics<T>::pose(const Model& model, FrameId frame) const {
  require_order(order_, 0, "a pose");
  const FrameInfo& f = model.frame(frame);
  return at(poses_, f.node) * Transform<T>::from(f.X_NF);
}

template <class T>
Motion<T> Kinematics<T>::velocity(const Model& model, FrameId frame, Reference in) const {
  require_order(order_, 1, "a velocity");
  const FrameInfo& f = model.frame(frame);
  return express(at(poses_, f.node), Transform<T>::from(f.X_NF), at(velocities_, f.node), in);
}

template <class T>
Motion<T> Kinematics<T>::acceleration(const Model& model, FrameId frame, Reference in) const {
  require_order(order_, 2, "an acceleration");
  const FrameInfo& f = model.frame(frame);
  Motion<T> a =
      express(at(poses_, f.node), Transform<T>::from(f.X_NF), at(accelerations_, f.node), in);
  if (in == Reference::WorldAligned) {
    // The reference point moves with the frame while the axes stand still, so the derivative of
    // (w, v_F) is the classical acceleration.
    const Motion<T> v = velocity(model, frame, in);
    a.linear += cross(v.angular, v.linear);
  }
  return a;
}

template <class T>
Vec3<T> Kinematics<T>::point_acceleration(const Model& model, FrameId frame) const {
  return acceleration(model, frame, Reference::WorldAligned).linear;
}

template <class T>
std::span<const Motion<T>> Kinematics<T>::node_velocities() const {
  require_order(order_, 1, "velocities");
  return velocities_;
}

template <class T>
std::span<const Motion<T>> Kinematics<T>::node_accelerations() const {
  require_order(order_, 2, "accelerations");
  return accelerations_;
}

template <class T>
std::span<const Motion<T>> Kinematics<T>::columns() const {
  require_order(order_, 0, "a Jacobian");
  return columns_;
}

template class Kinematics<double>;
template class Kinematics<Pack4>;

}  // namespace catena
