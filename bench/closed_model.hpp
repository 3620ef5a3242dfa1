#pragma once
// Mechanisms with loops as every engine receives them: a tree and the points that are joined. The
// case is the N-four-bar, benchmark A02 of the IFToMM library: N + 1 uprights on the ground, N
// couplers between their upper ends, all links of 1 m and 1 kg; it has one degree of freedom, and
// N + 1 where all links lie in one line. Plane x-y, gravity along -y.

#include <vector>

#include "neutral_model.hpp"

namespace catena::bench {

// A pin about the tree's common z axis: two points of two bodies stay together.
struct NeutralLoop {
  int body = 0, other = 0;  // indices in the tree's bodies
  Eigen::Vector3d point;    // in the axes of `body` ...
  Eigen::Vector3d other_point;
};

struct ClosedModel {
  NeutralModel tree;  // its loops are closed at q = 0
  std::vector<NeutralLoop> loops;
};

// Bodies in the order upright 0, coupler 0, upright 1, ...; coupler i hangs on upright i, and a
// loop joins its end with upright i + 1. All uprights stand at q = 0.
ClosedModel n_four_bar(int n);

// What is looked at, from the definitions alone, not from any engine.
struct FourBarView {
  double x = 0.0, y = 0.0;  // upper end of upright 0, m
  double gap = 0.0;         // largest distance of two joined points, m
  double energy = 0.0;      // kinetic and potential, zero of the latter at the ground, J
};
FourBarView four_bar_view(int n, const std::vector<double>& q, const std::vector<double>& v);

// All uprights parallel at the angle q and the rate v: the motion that the loops allow.
BenchState four_bar_state(int n, double q, double v);

// d2q/dt2 of the uprights in that motion. Lagrange's equation gives K sin q with
// K = g ((N + 1) / 2 + N) / ((N + 1) / 3 + N).
double four_bar_acceleration(int n, double q);

// The uprights' angle and rate at time t, from q = 0 and a rate of -1 rad/s at t = 0.
struct FourBarMotion {
  double q = 0.0, v = -1.0;
};
FourBarMotion four_bar_motion(int n, double t);

}  // namespace catena::bench
