#pragma once
// The common impact: the velocities after impacts on stops and surfaces, all of them at once. It
// uses rows and their laws, independently of their owners.

#include <optional>
#include <vector>

#include "catena/contact/impact_laws.hpp"
#include "catena/elements/event.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/step_impulses.hpp"

namespace catena {

class Impact {
 public:
  Impact(MotionEquations& equations, ImpactLaw law, ImpactOrder order)
      : equations_(equations), law_(law), order_(order) {}

  // Coordinates at a stop that move against it and contacts that approach get the velocities that
  // restitution and friction demand (impact_laws.hpp). Dry friction in joints is finite and does
  // not take part. What the triggers marks as returned comes to rest in any case.
  void resolve(State& state, const Triggers& triggers, std::vector<SimulationEvent>& events);

 private:
  // Adds to `after` what the impulses do to velocities along the rows.
  ImpactResult resolve_islands(const Response& response, const Eigen::VectorXd& sign,
                               const Eigen::VectorXd& u, Eigen::VectorXd& after) const;

  bool is_for_steps() const;
  Eigen::VectorXd set_targets(double slow);
  bool creates_energy(const Eigen::VectorXd& x, const Eigen::VectorXd& before,
                      const Eigen::VectorXd& after) const;
  std::optional<ImpactResult> resolve_by_steps(const State& state, const Eigen::VectorXd& sign,
                                               const Eigen::VectorXd& u, Eigen::VectorXd& dv);

  // Books it under the names of the paths, and returns the sum.
  double add_work_of_paths(const Eigen::VectorXd& x, const Eigen::VectorXd& before, State& state);

  MotionEquations& equations_;
  ImpactLaw law_;
  ImpactOrder order_;
  RowList list_;
  std::optional<StepImpulses> steps_;
  std::vector<char> arriving_;  // per block
};

// J v of the rows.
Eigen::VectorXd velocities(const RowList& list);
// In world axes, on body a, of a force or impulse p along the three rows of a contact.
Eigen::Vector3d world_force(const RowList& list, Eigen::Index row, const Eigen::Vector3d& p);

}  // namespace catena
