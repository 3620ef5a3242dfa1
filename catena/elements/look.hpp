#pragma once
// The data of one instant that elements can use. A Look never changes once it is made; it stays
// valid as long as it is kept, whatever is computed in the meantime.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "catena/constraints/closure_rows.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/structure/coordinates.hpp"

namespace catena {

namespace detail {

// The numbers of an instant. How bodies stand and move is computed when it is first asked for.
class Instant {
 public:
  explicit Instant(std::shared_ptr<const Coordinates> numbering)
      : coordinates(std::move(numbering)),
        kinematics_(coordinates->tree(), Kinematics<double>::FromRoots{}) {}

  void set(double time, const Eigen::VectorXd& positions, const Eigen::VectorXd& velocities) {
    t = time, q = positions, v = velocities;
    has_kinematics_ = false;
  }
  const Kinematics<double>& kinematics() const {
    if (!has_kinematics_) compute();
    return kinematics_;
  }

  std::shared_ptr<const Coordinates> coordinates;
  double t = 0.0;
  Eigen::VectorXd q, v;

 private:
  void compute() const;

  mutable Kinematics<double> kinematics_;
  mutable bool has_kinematics_ = false;
};

}  // namespace detail

class Look {
 public:
  explicit Look(std::shared_ptr<const detail::Instant> instant)
      : t(instant->t),
        q(instant->q),
        v(instant->v),
        coordinates(*instant->coordinates),
        instant_(std::move(instant)) {}

  const double t;
  const Eigen::VectorXd &q, &v;  // over all coordinates
  const Coordinates& coordinates;

  // X_WB, and the velocity of a body in world axes about its origin.
  Transform<double> pose(BodyId body) const {
    const Model& tree = coordinates.tree();
    return bodies().pose(tree, tree.body_frame(body));
  }
  Motion<double> velocity(BodyId body) const {
    const Model& tree = coordinates.tree();
    return bodies().velocity(tree, tree.body_frame(body), Reference::WorldAligned);
  }
  // The velocity of a point of a body, given by its place in the world.
  Vec3<double> point_velocity(BodyId body, const Vec3<double>& point) const {
    const Motion<double> motion = velocity(body);
    return motion.linear + cross(motion.angular, point - pose(body).translation);
  }
  // Poses and velocities of all bodies.
  const Kinematics<double>& bodies() const { return instant_->kinematics(); }
  // Those of nodes, from the roots of their trees.
  ClosureGeometry::TreeState nodes() const {
    const Kinematics<double>& all = bodies();
    return {all.node_poses_from_roots(), all.node_velocities(), all.node_roots()};
  }

 private:
  std::shared_ptr<const detail::Instant> instant_;
};

// Makes the looks of a mechanism. The memory of looks that nobody keeps any more is used again, so
// that a simulation that goes on does not allocate. For one thread.
class LookMaker {
 public:
  explicit LookMaker(std::shared_ptr<const Coordinates> coordinates)
      : coordinates_(std::move(coordinates)) {}

  Look make(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

 private:
  std::shared_ptr<const Coordinates> coordinates_;
  std::vector<std::shared_ptr<detail::Instant>> instants_;
};

}  // namespace catena
