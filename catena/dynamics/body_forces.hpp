#pragma once
// Forces on bodies, and their effect on the coordinates of the tree.

#include <Eigen/Core>
#include <vector>

#include "catena/dynamics/kinematics.hpp"

namespace catena {

class BodyForces {
 public:
  explicit BodyForces(const Model& tree);

  void clear();
  bool empty() const { return !any_; }
  // A force and a moment about a point; all in world axes.
  void add(BodyId body, const Vec3<double>& point, const Force<double>& force) {
    any_ = true;
    on_bodies_[static_cast<std::size_t>(body.index)] +=
        Force<double>{force.angular + cross(point, force.linear), force.linear};
  }

  // Adds J^T f to the efforts on the coordinates of the tree. `bodies` must
  // have velocities. Does not allocate.
  void add_efforts(const Kinematics<double>& bodies, Eigen::VectorXd& tau);
  // Adds the forces, per BodyId, in the body's axes about its origin.
  void add_body_wrenches(const Kinematics<double>& bodies,
                         std::vector<Force<double>>& external) const;

 private:
  const Model* tree_;
  bool any_ = false;
  // World axes, about the world's origin: per body; per node, with all that it carries.
  std::vector<Force<double>> on_bodies_, sums_;
};

}  // namespace catena
