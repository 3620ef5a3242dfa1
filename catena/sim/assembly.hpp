#pragma once
// Loops that are closed inside the stops of their joints.

#include <string>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/held.hpp"
#include "catena/structure/coordinates.hpp"

namespace catena {

class Assembly {
 public:
  Assembly(LoopSolver& loops, const Coordinates& coordinates);

  // Finds a configuration that closes all loops and lies inside the stops, near q; held coordinates
  // (one per velocity coordinate) stay. Returns false where it finds none: q is then the one whose
  // loops are open by the least.
  bool close(Eigen::VectorXd& q, Held held);

  // After close() has failed: which loops stay open, by how much, and between which stops.
  std::string failure() const { return failure_; }

 private:
  struct Stop {
    int dof, place;  // among velocities, in q
    double lower, upper;
  };
  bool is_inside(const Eigen::VectorXd& q) const;
  bool close_at_stops(Eigen::VectorXd& q, Held held);
  void explain(const Eigen::VectorXd& q, bool between_stops);

  LoopSolver& loops_;
  const Coordinates& coordinates_;
  std::vector<Stop> stops_;
  Eigen::VectorXd least_open_;
  double least_gap_ = 0.0;
  std::string failure_;
};

}  // namespace catena
