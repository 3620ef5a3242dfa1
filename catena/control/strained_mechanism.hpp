#pragma once
// A mechanism that cables may hold, with its equations of motion solved for the accelerations of
// all coordinates:
//
//   a = a_0 + G (u, dq_s),
//
// where u are the inputs and dq_s a change of the cables' strains (tensegrity thesis, (3.2.3),
// (5.4.1)). Accelerations that nothing is demanded of are free, and need not be chosen. Cables are
// those of joints `involute_eps`, whose strains are coordinates, and those that run from body to
// body. What stretches one of these is u with du/dt = J v; a tension of 1 puts the efforts -J^T on
// the coordinates.

#include <memory>
#include <vector>

#include "catena/cables/cable_forces.hpp"
#include "catena/constraints/loop_solver.hpp"
#include "catena/control/cable_pulls.hpp"
#include "catena/dynamics/held.hpp"
#include "catena/elements/drives.hpp"
#include "catena/elements/planner.hpp"

namespace catena {

class StrainedMechanism {
 public:
  // `actuated`: velocity coordinates of the inputs. `prescribed`: what moves on paths of time.
  // Throws std::invalid_argument where one does not exist, or a cable is of another kind.
  StrainedMechanism(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                    std::vector<int> actuated, std::vector<PrescribedMotion> prescribed = {});

  const Loops& loops() const { return *loops_; }
  LoopSolver& solver() { return solver_; }
  const std::vector<int>& actuated() const { return actuated_; }
  // Cables of joints come first, then those of routes.
  int cable_count() const { return cables_.count() + pulls_.count(); }
  const Cable& cable(int c) const {
    return c < cables_.count() ? cables_.cable(c) : pulls_.cable(c - cables_.count());
  }
  // Velocity coordinates of the strains of joints.
  const std::vector<int>& strains() const { return strains_; }
  // The strain of each cable under a stress, Pa.
  Eigen::VectorXd strains_under(double stress) const;
  // The strain of each cable at a position, which is that of the last place(); none where it is
  // slack.
  Eigen::VectorXd strains_at(In<double> q) const;
  // Those of a start: as descriptions give them.
  Eigen::VectorXd strains_of_start(const Eigen::VectorXd& q) const;

  // What acts on coordinates by dry friction: that of a motion in the direction of these
  // velocities; empty: of the velocities of place().
  void set_heading(const Eigen::VectorXd& velocities) { heading_ = velocities; }

  // Takes a state over all coordinates, which must satisfy the loops, and finds its a_0: that of
  // gravity, springs, dampers, sliding friction of joints, all that acts besides (null: the cables
  // alone), and efforts u (empty: none). Throws where loops do, or std::runtime_error where a cable
  // is not there.
  void place(double t, In<double> q, In<double> v, const Eigen::VectorXd& u = {},
             const Acting* acting = nullptr);

  // All that follows is for the state of place().
  const Eigen::VectorXd& acceleration() const { return a_0_; }
  // Rows over the accelerations of all coordinates: these coordinates, then, if asked for, what
  // stretches the cables of routes. Columns: what unit efforts along these rows do.
  Eigen::MatrixXd mobility(const std::vector<int>& coordinates, bool with_routes = false);
  // These rows of columns over all coordinates.
  Eigen::MatrixXd at_rows(const Eigen::MatrixXd& columns, const std::vector<int>& coordinates,
                          bool with_routes = false) const;
  // The second rate of what stretches the cables of routes where all accelerations are a_0.
  Eigen::VectorXd stretch_accelerations() const;
  Eigen::VectorXd stretch_rates() const;
  // The rows of G at the rows of a mobility(); it is symmetric, so that this is all of it.
  Eigen::MatrixXd responses(const Eigen::MatrixXd& mobility) const;

 private:
  void add_cables(double t, In<double> v);
  void add_friction();
  void find_tensions(const Acting* acting);

  std::shared_ptr<const Loops> loops_;
  std::vector<int> actuated_, strains_;
  std::vector<PrescribedMotion> prescribed_;
  CableForces cables_;  // of joints
  std::vector<CableMode> modes_;
  CablePulls pulls_;  // of routes
  Eigen::VectorXd route_strains_;
  Eigen::VectorXd friction_, heading_;  // per coordinate
  HeldArray held_;
  LoopSolver solver_;
  Workspace<double> tree_ws_, links_ws_;
  Eigen::VectorXd q_, v_, tau_, a_0_;
};

}  // namespace catena
