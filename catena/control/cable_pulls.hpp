#pragma once
// What unit tensions of cables, which run from body to body without friction, do to the coordinates
// of a tree.

#include <vector>

#include "catena/cables/cable_section.hpp"
#include "catena/dynamics/body_forces.hpp"

namespace catena {

class CablePulls {
 public:
  // Throws std::invalid_argument where a cable has no single tension that follows from the motion:
  // with friction at a stop, gripped on the way, or let out by a winch.
  CablePulls(const Model& model, std::vector<Cable> cables);

  int count() const { return static_cast<int>(cables_.size()); }
  const Cable& cable(int c) const { return cables_[static_cast<std::size_t>(c)]; }

  // For a state of the tree.
  void place(In<double> q, In<double> v);
  // -J^T: the efforts of a tension of 1, one column per cable.
  const Eigen::MatrixXd& efforts() const { return efforts_; }
  // dJ/dt v: the second rate of what stretches a cable where no coordinate is accelerated.
  const Eigen::VectorXd& bends() const { return bends_; }
  // Of all that is not wound on circles, m.
  double length(int cable) const { return lengths_[cable]; }

 private:
  void find_efforts(In<double> q, Eigen::MatrixXd& out);

  const Model* model_;
  std::vector<Cable> cables_;
  Kinematics<double> kinematics_;
  BodyForces forces_;
  Eigen::MatrixXd efforts_, before_, after_;
  Eigen::VectorXd bends_, lengths_, zero_, q_, step_, column_;
};

}  // namespace catena
