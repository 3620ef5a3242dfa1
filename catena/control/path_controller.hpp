#pragma once
// Follows a path with a mechanism that stiff cables hold, as if they were rigid: at every state it
// asks NearRigidOptimizer for the inputs. Tensegrity thesis, secs. 3.2, 5.3 and 5.4.

#include <memory>
#include <vector>

#include "catena/cables/cable_forces.hpp"
#include "catena/control/near_rigid.hpp"
#include "catena/control/splines.hpp"
#include "catena/loops/independent_dynamics.hpp"

namespace catena {

struct NearRigidSettings {
  std::vector<int> desired;     // velocity coordinates that follow the path, with dq/dt = v
  HermiteSpline path;           // one number per desired coordinate
  std::vector<int> actuated;    // velocity coordinates of the inputs
  Eigen::VectorXd most_effort;  // of each input; empty: as much as it takes
  double least_stress = 0.0;    // that cables shall keep, Pa
  double rate =
      0.0;  // 1/s: errors of the path shall die away as exp(-rate t); 0: they are not looked at
};

class NearRigidController {
 public:
  // Cables of joints `involute_eps` hold the mechanism; their strains are the superfluous
  // coordinates. What is neither desired nor superfluous is free. Throws std::invalid_argument
  // where coordinates do not exist or no cable is of that kind.
  NearRigidController(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                      NearRigidSettings settings);

  const NearRigidSettings& settings() const { return settings_; }

  // The inputs at a state over all coordinates, which must satisfy the loops. Where bounds do not
  // allow the motion, the inputs that come closest to it. Throws std::runtime_error where a desired
  // coordinate cannot be chosen freely.
  const NearRigidChoice& solve(double t, In<double> q, In<double> v);
  // The problem of the last solve().
  const NearRigidDemand& demand() const { return demand_; }

 private:
  struct Strain {
    int cable, dof;  // `dof`: of the angle; the strain's is the next one
  };
  Eigen::VectorXd desired_accelerations(double t, In<double> q, In<double> v) const;

  std::shared_ptr<const Loops> loops_;
  NearRigidSettings settings_;
  CableForces cables_;
  std::vector<Strain> strains_;
  IndependentDynamics dynamics_;
  NearRigidDemand demand_;
  NearRigidChoice choice_;
};

}  // namespace catena
