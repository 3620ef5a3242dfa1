#pragma once
// What elements can know of one instant. Const once made; valid as long as what it was made from.

#include <Eigen/Core>

#include "catena/constraints/closure_rows.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/structure/coordinates.hpp"

namespace catena {

class Look {
 public:
  // `bodies` holds poses and velocities at (q, v), `nodes` those of nodes; null and empty where no
  // element asks for them.
  Look(double time, const Eigen::VectorXd& positions, const Eigen::VectorXd& velocities,
       const Coordinates& numbering, const Kinematics<double>* bodies,
       ClosureGeometry::TreeState nodes)
      : t(time),
        q(positions),
        v(velocities),
        coordinates(numbering),
        bodies_(bodies),
        nodes_(nodes) {}

  const double t;
  const Eigen::VectorXd &q, &v;  // over all coordinates
  const Coordinates& coordinates;

  // X_WB, and the velocity of a body in world axes about its origin.
  Transform<double> pose(BodyId body) const {
    const Model& tree = coordinates.tree();
    return bodies_->pose(tree, tree.body_frame(body));
  }
  Motion<double> velocity(BodyId body) const {
    const Model& tree = coordinates.tree();
    return bodies_->velocity(tree, tree.body_frame(body), Reference::WorldAligned);
  }
  // The velocity of a point of a body, given by its place in the world.
  Vec3<double> point_velocity(BodyId body, const Vec3<double>& point) const {
    const Motion<double> motion = velocity(body);
    return motion.linear + cross(motion.angular, point - pose(body).translation);
  }
  const Kinematics<double>& bodies() const { return *bodies_; }
  const Kinematics<double>* bodies_or_null() const { return bodies_; }

  // Nodes, from the roots of their trees; for elements with needs_nodes().
  const ClosureGeometry::TreeState& nodes() const { return nodes_; }

 private:
  const Kinematics<double>* bodies_;
  ClosureGeometry::TreeState nodes_;
};

}  // namespace catena
