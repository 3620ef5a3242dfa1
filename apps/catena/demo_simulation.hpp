#pragma once
// The motion that the demonstration shows: a body thrown into the air, with nothing but gravity
// acting on it. What mechanics says must not change, is measured on the way.

#include <vector>

#include "catena/model/model.hpp"
#include "catena/spatial/motion_force.hpp"

namespace catena::app {

struct FlightSample {
  double t;
  Eigen::VectorXd q, v;
  double kinetic, potential;      // J; potential is zero on the ground, z = 0
  Vec3<double> centre;            // of mass, world axes
  Force<double> centre_momentum;  // about the centre of mass, world axes
};

struct Flight {
  std::vector<FlightSample> samples;  // equally spaced in time
  int steps = 0;                      // of the integrator
  double step_size = 0.0;             // s
  double wall_seconds = 0.0;          // spent on the steps alone
};

// How far what should be kept has moved since the first sample.
struct Drift {
  double energy;            // relative to the first total energy
  double linear_momentum;   // minus what gravity adds; relative to the first
  double angular_momentum;  // about the centre of mass; relative to the first
};

// Throws the built-in humanoid up: pelvis 1.2 m above the ground, slightly twisted, turning over
// forwards, with its limbs in motion. One second, 101 samples.
Flight fly(const Model& humanoid);

Drift drift(const Model& model, const FlightSample& first, const FlightSample& now);

}  // namespace catena::app
