#pragma once
// Pieces that scenes are made of, and ways to judge them.

#include "scene.hpp"

namespace catena::bench {

// Moments of a uniform box.
Triple box_moments(double mass, const Triple& sides);

// A free box at rest, and a free ball.
SceneBody box(std::string name, double mass, const Triple& sides, const Triple& position);
SceneBody ball(std::string name, double mass, double radius, const Triple& position);

// The four lower corners of a box, on the floor or on top of another box.
void stand_on_floor(Scene& scene, int body);
void stand_on(Scene& scene, int body, int below);

// Gravity of a floor that falls by `slope` towards an azimuth, rad.
Triple sloping_gravity(double slope, double azimuth = 0.0);

// A vector in the axes of a rotated body, seen in the world.
Triple rotated(const Quadruple& rotation, const Triple& x);

double distance(const Triple& a, const Triple& b);
// The first state of a trace at t or later.
const SceneState& state_at(const Trace& trace, double t);
// The largest distance that a body of the scene has moved from one time to the end.
double largest_move(const Trace& trace, double from);
// How far joints were beyond their stops.
Figures worst_stop(const Scene& scene, const Trace& trace);

}  // namespace catena::bench
