#pragma once
// Poses, velocities and accelerations of all frames. A Kinematics object is the result for one
// state; it never changes by itself.

#include <span>

#include "catena/math/views.hpp"
#include "catena/model/model.hpp"

namespace catena {

// In which axes, and about which point, the motion of a frame F is expressed.
enum class Reference {
  World,         // world axes, about the world's origin
  Local,         // F's axes, about F's origin
  WorldAligned,  // world axes, about F's origin: what most people mean by "velocity of F"
};

template <class T>
class Kinematics {
 public:
  explicit Kinematics(const Model& model);
  // Keeps poses from the roots of the trees, too.
  struct FromRoots {};
  Kinematics(const Model& model, FromRoots);

  // Poses only; poses and velocities; poses, velocities and accelerations.
  void compute(const Model& model, In<T> q);
  void compute(const Model& model, In<T> q, In<T> v);
  void compute(const Model& model, In<T> q, In<T> v, In<T> a);

  // X_WF: pose of the frame in the world.
  Transform<T> pose(const Model& model, FrameId frame) const;
  // V_WF: spatial velocity of the frame.
  Motion<T> velocity(const Model& model, FrameId frame, Reference in) const;
  // d/dt of velocity() in the same reference, without gravity: spatial acceleration for World and
  // Local; for WorldAligned the linear part is the acceleration of the frame's origin.
  Motion<T> acceleration(const Model& model, FrameId frame, Reference in) const;
  // Acceleration of the frame's origin as an accelerometer's user sees it (d^2p/dt^2, world axes).
  Vec3<T> point_acceleration(const Model& model, FrameId frame) const;

  // For kernels, per node: X_WN, and velocity and acceleration in node axes about the node's
  // origin.
  std::span<const Transform<T>> node_poses() const { return poses_; }
  std::span<const Motion<T>> node_velocities() const;
  std::span<const Motion<T>> node_accelerations() const;
  // Where it was made with FromRoots, per node: the origin of the root of its tree in the world,
  // and the pose from there in world axes. A mechanism far from the world's origin loses no digits.
  std::span<const Vec3<T>> node_roots() const { return roots_; }
  std::span<const Transform<T>> node_poses_from_roots() const { return from_roots_; }
  // Per dof: the column of the world Jacobian, in world axes about the world's origin.
  std::span<const Motion<T>> columns() const;

 private:
  template <int Order>
  void run(const Model& model, const T* q, const T* v, const T* a);
  Transform<T> place_from_root(std::size_t node, std::size_t parent, const Transform<T>& X);

  int order_ = -1;  // 0: poses, 1: and velocities, 2: and accelerations
  std::vector<Transform<T>> poses_;
  std::vector<Vec3<T>> roots_;  // empty where nobody asks for them
  std::vector<Transform<T>> from_roots_;
  std::vector<Motion<T>> velocities_, accelerations_, columns_;
};

}  // namespace catena
