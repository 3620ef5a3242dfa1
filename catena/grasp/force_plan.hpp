#pragma once
// Contact forces that hold a load: the smallest that friction and the motors allow.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/slip.hpp"
#include "catena/solvers/cone_program.hpp"

namespace catena::grasp {

enum class ForceGoal { LeastMaximum, LeastSum };  // of the normal forces

enum class ForceStatus { Held, Impossible, Inaccurate };

struct ForcePlan {
  ForceStatus status = ForceStatus::Inaccurate;
  double objective = 0.0;  // the largest normal force, or their sum [N]
  // Forces in contact frames as in GraspMap: normal, tangents, torsion.
  Eigen::VectorXd forces;
  Eigen::VectorXd torques;  // of the motors that are not locked
  // How well the conditions of the optimum hold, load and forces scaled to 1.
  double residual = 0.0;
  // Where Impossible, the proof: contacts give nothing along this unit wrench, beyond what motors
  // at their limits (`motors_at_limit`) allow, and the load asks for `demand` more. Contacts need
  // it against the load.
  Eigen::VectorXd blocked;
  double demand = 0.0;
  std::vector<int> motors_at_limit;
  bool warm = false;  // found from the last answer
};

// Of contact i, from the forces of a plan.
ContactForce contact_force(const ContactSet& set, const WrenchCones& cones,
                           const Eigen::VectorXd& forces, int i);

// min max or sum of normal forces, with G f = -load, f in its cones (true ones; Boyd & Wegbreit
// 2007) and torques of the hand within limits. Starts at the last answer; then nothing allocates as
// long as the contacts keep their number and kinds.
class ForcePlanner {
 public:
  explicit ForcePlanner(ForceGoal goal = ForceGoal::LeastMaximum) : goal_(goal) {}

  // The load is a wrench on the object, at the set's reference and with torques divided by rho.
  // Without `hand` torques have no limits. The plan stays valid until the next call. Throws
  // GraspError.
  const ForcePlan& plan(const ContactSet& set, const Eigen::VectorXd& load,
                        const TorqueRows* hand = nullptr);

  void forget() { solver_.forget(); }
  const ConeProblem& problem() const { return problem_; }  // of the last plan
  const ConeResult& result() const { return solver_.result(); }
  const WrenchCones& cones() const { return cones_; }

 private:
  void build(const Eigen::VectorXd& load, const TorqueRows* hand);
  void read(const TorqueRows* hand);
  void read_proof(const TorqueRows* hand);

  ForceGoal goal_;
  WrenchCones cones_;
  ConeProblem problem_;
  ConeSolver solver_{1e-9};
  std::vector<int> row_motor_;  // of rows of limits, after those of wrenches
  ForcePlan plan_;
};

// Whether it is held, or what is in the way.
std::string explain(const ContactSet& set, const ForcePlan& plan);

}  // namespace catena::grasp
