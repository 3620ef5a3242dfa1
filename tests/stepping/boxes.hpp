#pragma once
// Boxes on corners, for tests of time steps.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "tests/sim/touching.hpp"

namespace catena::test {

// Gravity of a plane z = 0 that falls by `slope` towards the azimuth.
inline Eigen::Vector3d sloping_gravity(double slope, double azimuth = 0.0) {
  return gravity * Eigen::Vector3d(std::sin(slope) * std::cos(azimuth),
                                   std::sin(slope) * std::sin(azimuth), -std::cos(slope));
}

// Boxes of side 0.2 m one on the other, the first on the ground; four corners each stand on what is
// below. `masses` from below.
inline SimulationSetup stack(const std::vector<double>& masses, const Eigen::Vector3d& weight,
                             double friction) {
  constexpr double side = 0.2;
  ModelBuilder builder;
  builder.set_gravity(weight);
  SimulationSetup setup;
  setup.q.resize(static_cast<Eigen::Index>(7 * masses.size()));
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const std::string name = "box" + std::to_string(i);
    const BodyId body = builder.add_body(name, solid_box(masses[i], {side, side, side}));
    builder.add_joint(free_joint(name), builder.world(), body);
    setup.q.segment<7>(static_cast<Eigen::Index>(7 * i)) =
        numbers({1, 0, 0, 0, 0, 0, side * (static_cast<double>(i) + 0.5)});
    for (int k = 0; k < 4; ++k) {
      Contact contact =
          on_plane(name + "." + std::to_string(k), body,
                   {k % 2 ? -0.1 : 0.1, k / 2 ? -0.1 : 0.1, -0.1}, 0.0, {0.0, friction});
      if (i > 0) contact.b = BodyId{body.index - 1}, contact.p_B = {0, 0, 0.1};
      setup.contacts.push_back(contact);
    }
  }
  setup.model = std::make_shared<Model>(builder.build());
  setup.v.setZero(static_cast<Eigen::Index>(6 * masses.size()));
  setup.contact_options.method = ContactMethod::Stepping;
  return setup;
}

}  // namespace catena::test
