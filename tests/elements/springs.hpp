#pragma once
// What tests of springs share: setups with elements, ledgers, and wrenches on bodies.

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "catena/dynamics/body_forces.hpp"
#include "catena/elements/element_set.hpp"
#include "catena/model/configuration.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {

template <class Set, class Element>
void add_element(SimulationSetup& setup, Element element) {
  auto set = std::make_shared<Set>();
  set->add(std::move(element));
  setup.elements.push_back(std::move(set));
}

// A mass on a slider along z, without weight.
inline SimulationSetup weightless_slider(double q0, double v0) {
  return lone_body(prismatic("slide", Eigen::Vector3d::UnitZ()), solid_sphere(slider_mass, 0.1),
                   Eigen::Vector3d::Zero(), numbers({q0}), numbers({v0}));
}

inline double difference(const State& a, const State& b) {
  return std::max((a.q - b.q).cwiseAbs().maxCoeff(), (a.v - b.v).cwiseAbs().maxCoeff());
}

inline State state_at(const SimulationSetup& setup, double t) {
  Simulation simulation(setup);
  simulation.advance(t);
  return simulation.state();
}

inline SimulationSetup with_radau(SimulationSetup setup) {
  setup.integrator.kind = IntegratorKind::Radau;
  setup.integrator.relative_tolerance = setup.integrator.absolute_tolerance = 1e-12;
  return setup;
}

// Runs to t and returns the largest error of the ledger, as a part of the most energy that kinetic
// or elastic energy were apart from their start.
inline double ledger_error(const SimulationSetup& setup, double t) {
  Simulation simulation(setup);
  const EnergyBalance start = simulation.energy(simulation.state());
  double error = 0.0, exchanged = 0.0;
  RunObserver observer;
  observer.sample_interval = t / 200.0;
  observer.sample = [&](const State& s) {
    const EnergyBalance e = simulation.energy(s);
    error = std::max(error, std::abs(e.balance));
    exchanged = std::max(
        {exchanged, std::abs(e.kinetic - start.kinetic), std::abs(e.elastic - start.elastic)});
  };
  simulation.advance(t, observer);
  return exchanged > 0.0 ? error / exchanged : INFINITY;
}

// What a group exerts at (q, v): efforts on the coordinates, and wrenches per body in world axes
// about the world's origin.
struct Exerted {
  Eigen::VectorXd tau;
  std::vector<Force<double>> wrenches;
  double energy = 0.0;
};

inline Exerted exerted(Group& group, const Coordinates& coordinates, const State& state) {
  const Model& tree = coordinates.tree();
  LookMaker looks(std::make_shared<const Coordinates>(coordinates));
  const Look look = looks.make(0.0, state.q, state.v);
  const Kinematics<double>& bodies = look.bodies();
  Exerted out;
  out.energy = group.stored_energy(look, state);
  group.compute(look);
  BodyForces forces(tree);
  group.add_body_forces(look, forces);
  out.tau = Eigen::VectorXd::Zero(tree.nv());
  group.add_efforts(out.tau);
  forces.add_efforts(bodies, out.tau);
  std::vector<Force<double>> local(static_cast<std::size_t>(tree.body_count()),
                                   Force<double>::zero());
  forces.add_body_wrenches(bodies, local);
  for (int b = 0; b < tree.body_count(); ++b)
    out.wrenches.push_back(bodies.pose(tree, tree.body_frame(BodyId{b})) *
                           local[static_cast<std::size_t>(b)]);
  return out;
}

// The size of the sum of all wrenches, as a part of the largest.
inline double imbalance(const Exerted& all) {
  Force<double> sum = Force<double>::zero();
  double largest = 0.0;
  for (const Force<double>& f : all.wrenches)
    sum += f, largest = std::max(largest, norm(f.linear) + norm(f.angular));
  return largest > 0.0 ? (norm(sum.linear) + norm(sum.angular)) / largest : INFINITY;
}

// The first group that a setup's elements make, with its modes at the start.
class LoneGroup {
 public:
  explicit LoneGroup(const SimulationSetup& setup)
      : simulation_(setup), coordinates_(setup.model, setup.loops) {
    const int index = static_cast<int>(simulation_.state().modes.size()) - 1;
    group_ = setup.elements.at(0)->make_group(coordinates_);
    group_->set_index(index);
    HeldArray held = HeldArray::Constant(coordinates_.nv(), false);
    group_->begin(simulation_.state(), true, held);
  }
  const State& start() const { return simulation_.state(); }
  Group& group() { return *group_; }
  const Coordinates& coordinates() const { return coordinates_; }
  Exerted at(const State& state) { return exerted(*group_, coordinates_, state); }

  // The power of the efforts against the change of the energy along the velocity, per unit of the
  // largest of both, by a difference with steps of sixth order.
  double gradient_error(const State& state) {
    const double power = at(state).tau.dot(state.v), h = 4e-4;
    const auto energy = [&](double dt) {
      State there = state;
      const Eigen::VectorXd step = dt * state.v;
      integrate<double>(coordinates_.tree(), state.q, step, there.q);
      return at(there).energy;
    };
    const double slope = (45.0 * (energy(h) - energy(-h)) - 9.0 * (energy(2 * h) - energy(-2 * h)) +
                          (energy(3 * h) - energy(-3 * h))) /
                         (60.0 * h);
    return std::abs(power + slope) / std::max({std::abs(power), std::abs(slope), 1e-6});
  }

 private:
  Simulation simulation_;
  Coordinates coordinates_;
  std::unique_ptr<Group> group_;
};

}  // namespace catena::test
