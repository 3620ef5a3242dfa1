#pragma once
// Bodies that touch the ground and each other, for tests against closed solutions.

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/sim/slider.hpp"

namespace catena::test {

inline constexpr double degree = std::numbers::pi / 180.0;

// A point of a body, or a sphere about it, against a plane through the world's origin.
inline Contact on_plane(std::string name, BodyId body, const Vec3<double>& p, double radius,
                        const ContactMaterial& material, const Vec3<double>& normal = {0, 0, 1}) {
  Contact contact;
  contact.name = std::move(name), contact.a = body, contact.b = world_body;
  contact.p_A = p, contact.radius = radius, contact.normal_B = normal;
  contact.material = material;
  return contact;
}

// One body that a joint connects to the world; `weight` is the acceleration of gravity.
inline SimulationSetup lone_body(const JointSpec& joint, const Inertia<double>& inertia,
                                 const Eigen::Vector3d& weight, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v) {
  ModelBuilder builder;
  builder.set_gravity(weight);
  const BodyId body = builder.add_body("body", inertia);
  builder.add_joint(joint, builder.world(), body);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = q, setup.v = v;
  return setup;
}

inline constexpr BodyId only_body{1};

inline Eigen::VectorXd numbers(std::initializer_list<double> x) {
  return Eigen::Map<const Eigen::VectorXd>(x.begin(), static_cast<Eigen::Index>(x.size()));
}

// Velocity of a body's origin, and its angular velocity, in world axes.
inline Motion<double> world_velocity(const Simulation& simulation, BodyId body) {
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  const State& s = simulation.state();
  kinematics.compute(model, In<double>(s.q.data(), model.nq()), In<double>(s.v.data(), model.nv()));
  return kinematics.velocity(model, model.body_frame(body), Reference::WorldAligned);
}

// What a recording says in one column now.
inline double recorded(Simulation& simulation, const std::string& column) {
  Recorder recorder(simulation, {});
  const std::vector<double>& row = recorder.row(simulation.state());
  for (std::size_t i = 0; i < row.size(); ++i)
    if (recorder.columns()[i] == column) return row[i];
  throw std::invalid_argument("no column " + column);
}

// All ways to resolve an impact.
inline constexpr ContactOptions all_laws[] = {{ImpactLaw::Newton, ImpactOrder::Simultaneous},
                                              {ImpactLaw::Newton, ImpactOrder::Sequential},
                                              {ImpactLaw::Poisson, ImpactOrder::Simultaneous},
                                              {ImpactLaw::Poisson, ImpactOrder::Sequential}};

inline std::vector<SimulationEvent> of_kind(const std::vector<SimulationEvent>& events,
                                            EventKind kind) {
  std::vector<SimulationEvent> out;
  for (const SimulationEvent& e : events)
    if (e.kind == kind) out.push_back(e);
  return out;
}

}  // namespace catena::test
