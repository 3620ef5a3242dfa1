// Euler's disc against its steady motions.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

struct DiscMotion {
  double tilt, rate, steady_rate;  // rad, rad/s: of precession, found and of steady motion
};

// W^2 = m g (r cos a - d sin a) / (sin a (A cos a - C sin a d/r)).
DiscMotion disc_motion(const State& state) {
  const double r = 0.0375, d = 0.0005, m = 0.4, g = 9.81;
  const double C = 0.5 * m * r * r, A = 0.25 * m * r * r + m * 4.0 * d * d / 12.0;
  const double x = state.q[1], y = state.q[2], cosine = 1.0 - 2.0 * (x * x + y * y);
  const double sine = 2.0 * std::sqrt((x * x + y * y) * (1.0 - x * x - y * y));
  return {std::atan2(sine, cosine), std::hypot(state.v[0], state.v[1]) / sine,
          std::sqrt(m * g * (r * cosine - d * sine) / (sine * (A * cosine - C * sine * d / r)))};
}

SimulationSetup disc_with(const std::string& resistance) {
  std::ostringstream file;
  file << std::ifstream(CATENA_SOURCE_DIR "/examples/bodies/eulers_disc.yaml").rdbuf();
  std::string text = file.str();
  const std::string usual = "c: 0.4 mm";
  text.replace(text.find(usual), usual.size(), "c: " + resistance);
  return parse_scenario(text, "eulers_disc.yaml", ".").setup;
}

TEST(EulersDisc, WithoutResistanceGoesOnSteadily) {
  Simulation disc(disc_with("0 mm"));
  const DiscMotion start = disc_motion(disc.state());
  EXPECT_NEAR(start.rate / start.steady_rate, 1.0, 1e-12);
  for (double t = 0.05; t < 0.5; t += 0.05) {
    disc.advance(t);
    const DiscMotion now = disc_motion(disc.state());
    EXPECT_NEAR(now.tilt / start.tilt, 1.0, 1e-5);
    EXPECT_NEAR(now.rate / start.rate, 1.0, 1e-5);
  }
}

// A start that rolls keeps its velocity, whatever resists rolling: less than 1e-3 of it goes in a
// step. Then the disc sinks through steady motions, and its energy never rises.
TEST(EulersDisc, WithResistanceSinksAndTurnsFaster) {
  Simulation disc(disc_with("0.4 mm"));
  const DiscMotion start = disc_motion(disc.state());
  EXPECT_NEAR(start.rate / start.steady_rate, 1.0, 1e-12);
  const bool whole = std::getenv("CATENA_SCENES") != nullptr;
  double energy = disc.energy(disc.state()).stored();
  for (double t = 0.02; t < (whole ? 4.5 : 1.0); t += 0.02) {
    disc.advance(t);
    const DiscMotion now = disc_motion(disc.state());
    const double stored = disc.energy(disc.state()).stored();
    EXPECT_LT(stored, energy) << t;
    energy = stored;
    EXPECT_NEAR(now.rate / now.steady_rate, 1.0, 0.065) << t;
    const double line = std::sqrt(std::sin(start.tilt)) -
                        2.0 * 0.4e-3 / (3.0 * 0.0375) * std::sqrt(9.81 / 0.0375) * t;
    EXPECT_NEAR(std::sqrt(std::sin(now.tilt)), line, 0.02) << t;
  }
}

}  // namespace
}  // namespace catena
