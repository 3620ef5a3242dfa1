#pragma once
// A mechanism that cables of joints `involute_eps` may hold, with its equations of motion solved
// for the accelerations of all coordinates:
//
//   a = a_0 + G (u, dq_s),
//
// where u are the inputs and dq_s a change of the cables' strains (tensegrity thesis, (3.2.3),
// (5.4.1)). Accelerations that nothing is demanded of are free, and need not be chosen.

#include <memory>
#include <vector>

#include "catena/cables/cable_forces.hpp"
#include "catena/constraints/loop_solver.hpp"

namespace catena {

class StrainedMechanism {
 public:
  // `actuated`: velocity coordinates of the inputs. Throws std::invalid_argument where one does not
  // exist, or a cable is of another kind.
  StrainedMechanism(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                    std::vector<int> actuated);

  const Loops& loops() const { return *loops_; }
  LoopSolver& solver() { return solver_; }
  const std::vector<int>& actuated() const { return actuated_; }
  // Velocity coordinates of the strains.
  const std::vector<int>& strains() const { return strains_; }
  // The strain of each cable under a stress, Pa.
  Eigen::VectorXd strains_under(double stress) const;
  // The strain of each cable at a position; none where it is slack.
  Eigen::VectorXd strains_at(In<double> q) const;

  // Takes a state over all coordinates, which must satisfy the loops, and finds its a_0: that of
  // gravity, springs, dampers, cables and efforts u (empty: none). Throws where loops do.
  void place(double t, In<double> q, In<double> v, const Eigen::VectorXd& u = {});
  // All that follows is for the state of place().
  const Eigen::VectorXd& acceleration() const { return a_0_; }
  // What unit efforts on coordinates do to all accelerations, as columns.
  Eigen::MatrixXd mobility(const std::vector<int>& coordinates);
  // The rows of G at the coordinates of a mobility(); it is symmetric, so that this is all of it.
  Eigen::MatrixXd responses(const Eigen::MatrixXd& mobility) const;

 private:
  std::shared_ptr<const Loops> loops_;
  std::vector<int> actuated_, strains_;
  CableForces cables_;
  std::vector<CableMode> modes_;
  LoopSolver solver_;
  Workspace<double> tree_ws_, links_ws_;
  Eigen::VectorXd q_, tau_, a_0_;
};

}  // namespace catena
