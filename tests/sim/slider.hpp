#pragma once
// A mass on a vertical slider: the smallest mechanism with a limit, with friction, with a motor.

#include <memory>

#include "catena/model/model_builder.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {

inline constexpr double slider_mass = 2.0, gravity = 9.81;

// Slides along z; `change` may add limits, friction ... to the joint.
template <class Change>
SimulationSetup slider(Change&& change, double q0, double v0) {
  JointSpec spec = prismatic("slide", Eigen::Vector3d::UnitZ());
  change(spec);
  ModelBuilder builder;
  const BodyId body = builder.add_body("mass", solid_sphere(slider_mass, 0.1));
  builder.add_joint(spec, builder.world(), body);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = Eigen::VectorXd::Constant(1, q0);
  setup.v = Eigen::VectorXd::Constant(1, v0);
  return setup;
}

// A motor with the effort f(t) on the only coordinate.
template <class F>
Motor pusher(F f) {
  return {"pusher", {0}, [f](double t, In<double>, In<double>, Out<double> e) { e[0] = f(t); }, {}};
}

// Runs to t_end and returns the events.
inline std::vector<SimulationEvent> events_of(Simulation& simulation, double t_end) {
  std::vector<SimulationEvent> events = simulation.start_events();
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  simulation.advance(t_end, observer);
  return events;
}

inline constexpr IntegratorKind all_integrators[] = {
    IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4,
    IntegratorKind::DormandPrince853, IntegratorKind::Radau};

}  // namespace catena::test
