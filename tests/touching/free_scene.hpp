#pragma once
// Scenes of free bodies whose shapes touch.

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "catena/contact/shape_contacts.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

struct FreeScene {
  ModelBuilder builder = {};
  std::vector<double> q = {}, v = {};
  SimulationSetup setup = {};

  FreeScene() {
    setup.shape_contacts.enabled = true;
    setup.contact_options.method = ContactMethod::Stepping;
  }

  // Turned by `turn` (axis times angle), with velocities in the axes of the body.
  void add(const BodyShape& shape, double mass, const Vec3<double>& at,
           const Vec3<double>& turn = {0, 0, 0}, const Vec3<double>& angular = {0, 0, 0},
           const Vec3<double>& linear = {0, 0, 0}) {
    add(shape, solid_inertia(shape, mass), at, turn, angular, linear);
  }
  void add(const BodyShape& shape, const Inertia<double>& inertia, const Vec3<double>& at,
           const Vec3<double>& turn = {0, 0, 0}, const Vec3<double>& angular = {0, 0, 0},
           const Vec3<double>& linear = {0, 0, 0}) {
    const std::string name = "b" + std::to_string(q.size() / 7);
    const BodyId body = builder.add_body(name, inertia);
    builder.add_shape(body, shape);
    builder.add_joint(free_joint("j" + name), world_body, body);
    const double angle = norm(turn), s = angle > 0.0 ? std::sin(0.5 * angle) / angle : 0.0;
    q.insert(q.end(),
             {std::cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z, at.x, at.y, at.z});
    v.insert(v.end(), {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z});
  }
  const SimulationSetup& finish() {
    setup.model = std::make_shared<const Model>(builder.build());
    setup.q = Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
    setup.v = Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
    return setup;
  }
};

// A run of one, with how many steps it has taken.
struct FreeRun {
  explicit FreeRun(const SimulationSetup& setup) : simulation(setup) {}

  void to(double t) {
    RunObserver observer;
    observer.step = [this](const State&) {
      ++steps;
      return true;
    };
    simulation.advance(t, observer);
  }
  // The deepest overlap of two bodies now, m.
  double overlap() {
    MotionEquations& equations = simulation.observed();
    ShapeContacts shapes(equations.coordinates(), simulation.setup().shape_contacts, 0);
    double deepest = 0.0;
    for (const BodyOverlap& found : shapes.overlaps(equations.look(simulation.state()), 0.0))
      deepest = std::max(deepest, found.depth);
    return deepest;
  }
  double speed() const { return simulation.state().v.lpNorm<Eigen::Infinity>(); }
  EnergyBalance energy() { return simulation.energy(simulation.state()); }

  Simulation simulation;
  long steps = 0;
};

}  // namespace catena
