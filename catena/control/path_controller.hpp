#pragma once
// Follows a path. At every state it computes the inputs that give the chosen coordinates the
// accelerations of the path (computed torque, also with loops and with more inputs than
// coordinates). A mechanism held by stiff cables is treated as if the cables were rigid:
// tensegrity thesis, secs. 3.2, 5.3 and 5.4. Coordinates that the path leaves free may be led
// through planned postures.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/control/near_rigid.hpp"
#include "catena/control/posture_planner.hpp"
#include "catena/control/splines.hpp"

namespace catena {

struct PathSettings {
  std::vector<int> desired;          // velocity coordinates that follow the path, with dq/dt = v
  HermiteSpline path;                // one number per desired coordinate
  std::vector<int> actuated;         // velocity coordinates of the inputs
  Eigen::VectorXd most_effort = {};  // of each input; empty: as much as it takes
  double least_stress = 0.0;         // that cables shall keep, Pa
  double most_stress = 0.0;          // Pa; 0: as much as it takes
  // 1/s: errors of the path shall die away as exp(-rate t); 0: they are not looked at.
  double rate = 0.0;
  // 1/s: vibrations of the strains shall die away at this rate faster than they do by themselves.
  double strain_rate = 0.0;
  bool stops = false;  // where bounds do not allow the motion, see solve()
  std::vector<PrescribedMotion> prescribed = {};  // coordinates that move on paths of time
  // All positions of the start. Where they are given, of all inputs those are taken with which the
  // strains of the cables are nearest to those of the start.
  Eigen::VectorXd start = {};
  // Of what the path leaves free. Without it nothing is asked of that, as in the thesis.
  struct FreeMotion {
    double stress = 0.0;    // that cables shall have in the postures, as nearly as can be, Pa
    double rate = 0.0;      // 1/s: errors of the postures shall die away as exp(-rate t)
    double spacing = 0.25;  // s between postures
    Eigen::VectorXd start;  // all positions; the first posture is looked for from here on
  };
  std::optional<FreeMotion> postures = {};
};

class PathController {
 public:
  // The strains of the cables, of joints `involute_eps` or on routes, are the superfluous
  // coordinates; there may be none. Plans the postures. Throws std::invalid_argument where
  // coordinates do not exist or a cable is of another kind, std::runtime_error where postures
  // cannot be found.
  PathController(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                 PathSettings settings);

  // Another one that follows the same plan and shares nothing that changes with this one.
  std::unique_ptr<PathController> fresh() const;

  const PathSettings& settings() const { return settings_; }
  // Times at which the inputs may jump: knots of the path and of the postures.
  std::vector<double> breaks() const;

  // The inputs at a state over all coordinates, which must satisfy the loops. `acting`: what acts
  // besides joints' own springs and friction; null: the cables alone. Where bounds do not
  // allow the motion, the inputs that come closest to it, measured by the kinetic energy of the
  // error; or std::runtime_error, with these bounds, if it `stops`. Throws it also where desired
  // coordinates and strains are not independent.
  const NearRigidChoice& solve(double t, In<double> q, In<double> v,
                               const Acting* acting = nullptr);
  // The problem of the last solve(): its rows are the accelerations of desired coordinates and of
  // strains, scaled so that the sum of their squares is that energy.
  const NearRigidDemand& demand() const { return demand_; }
  // Of the last solve(): the part of the demand that is not met, the error of the accelerations
  // against that of gravity or what is demanded, measured by kinetic energy.
  double shortfall() const;
  // The bounds of the last solve() that do not allow the motion, in words.
  std::string obstacles() const;
  // How many of the accelerations that it demands inputs and tensions can choose at the place of
  // the last solve(), and how many these are.
  struct Rank {
    int found = 0, needed = 0;
  };
  Rank rank() const;

 private:
  struct Fresh {};
  PathController(const PathController& plan, Fresh);
  std::string name_of(const NearRigidBound& bound) const;
  void plan_postures();
  void demand_path(double t, In<double> q, In<double> v);
  void demand_posture(double t, In<double> q, In<double> v);
  // L^-1 (G, wanted - a_0) at coordinates, with L L^T the inverse of the inertia that they see.
  Eigen::MatrixXd scaled_rows(const std::vector<int>& coordinates, bool with_routes,
                              const Eigen::VectorXd& wanted);
  void set_heading(double t, In<double> v);
  void prefer_strains_of_start();

  std::shared_ptr<const Loops> loops_;
  std::vector<Cable> cables_;
  PathSettings settings_;
  StrainedMechanism mechanism_;
  std::vector<int> demanded_;          // desired coordinates and strains
  std::vector<Eigen::Index> in_path_;  // 0, 1, ...: the numbers of the path, all of them
  std::vector<double> times_;          // of the postures
  std::vector<Posture> postures_;
  std::optional<HermiteSpline> posture_path_;  // all positions
  Eigen::VectorXd strains_of_start_;           // empty: they are not preferred
  double weight_ = 1.0;                        // see shortfall()
  NearRigidDemand demand_;
  NearRigidChoice choice_;
};

}  // namespace catena
