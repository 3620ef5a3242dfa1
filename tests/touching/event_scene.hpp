#pragma once
// Scenes of free bodies whose shapes touch, by events.

#include <numbers>
#include <vector>

#include "tests/touching/free_scene.hpp"

namespace catena {

inline constexpr double earth = 9.81;  // m/s^2
inline constexpr double right_angle = 0.5 * std::numbers::pi;

struct EventScene : FreeScene {
  explicit EventScene(double friction, double restitution = 0.0) {
    setup.contact_options.method = ContactMethod::Events;
    setup.shape_contacts.otherwise = {.restitution = restitution, .friction = friction};
  }
  void set_slope(double slope, double azimuth = 0.0) {
    builder.set_gravity({earth * std::sin(slope) * std::cos(azimuth),
                         earth * std::sin(slope) * std::sin(azimuth), -earth * std::cos(slope)});
  }
};

// A run of one that keeps its events.
struct EventRun : FreeRun {
  explicit EventRun(const SimulationSetup& setup) : FreeRun(setup) {}

  void to(double t) {
    RunObserver observer;
    observer.event = [this](const SimulationEvent& event) { events.push_back(event); };
    observer.step = [this](const State&) {
      ++steps;
      return true;
    };
    simulation.advance(t, observer);
  }
  std::vector<SimulationEvent> of(EventKind kind) const {
    std::vector<SimulationEvent> out;
    for (const SimulationEvent& event : events)
      if (event.kind == kind) out.push_back(event);
    return out;
  }
  const Eigen::VectorXd& q() const { return simulation.state().q; }
  const Eigen::VectorXd& v() const { return simulation.state().v; }
  bool has_stepped() const { return simulation.state().has_stepped; }
  // The centre of a body, and its velocity in the world.
  Eigen::Vector3d at(int body) const { return q().segment<3>(7 * body + 4); }
  Eigen::Vector3d velocity(int body) const {
    const Eigen::VectorXd::ConstSegmentReturnType turn = q().segment(7 * body, 4);
    return Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]) * v().segment<3>(6 * body + 3);
  }

  std::vector<SimulationEvent> events;
};

}  // namespace catena
