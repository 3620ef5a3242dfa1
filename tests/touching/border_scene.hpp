#pragma once
// Bodies on a table whose border they leave, by time steps beside the same by events.

#include <gtest/gtest.h>

#include "tests/touching/event_scene.hpp"

namespace catena {

inline void add_table(EventScene& scene, double x = 0.0, double top = 0.0) {
  scene.builder.add_shape(world_body,
                          box_shape({1.0, 1.0, 0.1}, Transform<double>::at({x, 0, top - 0.05})));
}

inline SimulationSetup by_steps(const EventScene& scene, double step) {
  SimulationSetup setup = scene.setup;
  setup.contact_options.method = ContactMethod::Stepping;
  setup.contact_options.step = step;
  return setup;
}

// What impacts take in all, J.
inline double lost_at_events(const EventRun& run) {
  double sum = 0.0;
  for (const SimulationEvent& event : run.of(EventKind::Impact)) sum += event.energy_lost;
  return sum;
}

struct Off {
  double q = 0.0, v = 0.0;  // at the end
  double lost = 0.0;        // J, at impacts
};

// A run by time steps beside one by events.
inline Off compare(const EventScene& scene, const EventRun& exact, double t, double step) {
  EventRun run(by_steps(scene, step));
  run.to(t);
  EXPECT_LT(run.overlap(), 1e-6);
  EXPECT_LT(std::abs(run.energy().balance), 1e-6);
  return {(run.q() - exact.q()).lpNorm<Eigen::Infinity>(),
          (run.v() - exact.v()).lpNorm<Eigen::Infinity>(), lost_at_events(run)};
}

}  // namespace catena
