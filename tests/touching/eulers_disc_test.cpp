// Euler's disc against its steady motions.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
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

SimulationSetup disc_with(const std::string& resistance, const std::string& step = "0.5 ms") {
  std::ostringstream file;
  file << std::ifstream(CATENA_SOURCE_DIR "/examples/bodies/eulers_disc.yaml").rdbuf();
  std::string text = file.str();
  const std::string usual = "c: 0.4 mm";
  text.replace(text.find(usual), usual.size(), "c: " + resistance);
  const std::string usual_step = "step: 0.5 ms";
  text.replace(text.find(usual_step), usual_step.size(), "step: " + step);
  return parse_scenario(text, "eulers_disc.yaml", ".").setup;
}

// How far a disc without resistance is off its steady motion within 0.45 s at most: its tilt and
// rate, relatively, and where it is on its way round, rad.
struct OffSteady {
  double tilt = 0.0, rate = 0.0, way = 0.0;
};

OffSteady off_steady(const std::string& step) {
  Simulation disc(disc_with("0 mm", step));
  const DiscMotion start = disc_motion(disc.state());
  EXPECT_NEAR(start.rate / start.steady_rate, 1.0, 1e-12);
  // The lowest point of the rim goes round the vertical with the steady rate.
  const auto azimuth = [&] {
    const Eigen::VectorXd& q = disc.state().q;
    const Eigen::Vector3d axis =
        Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix().col(2);
    return std::atan2(axis.y(), axis.x());
  };
  const double begin = azimuth(), turn = 2.0 * std::acos(-1.0);
  OffSteady off;
  for (double t = 0.05; t < 0.5; t += 0.05) {
    disc.advance(t);
    const DiscMotion now = disc_motion(disc.state());
    off.tilt = std::max(off.tilt, std::abs(now.tilt / start.tilt - 1.0));
    off.rate = std::max(off.rate, std::abs(now.rate / start.rate - 1.0));
    const double turned = azimuth() - begin;
    off.way =
        std::max(off.way, std::min(std::abs(std::remainder(turned - start.steady_rate * t, turn)),
                                   std::abs(std::remainder(turned + start.steady_rate * t, turn))));
  }
  std::printf("[ measured ] disc, steps of %s: tilt %.1e, rate %.1e, way %.1e rad\n", step.c_str(),
              off.tilt, off.rate, off.way);
  return off;
}

TEST(EulersDisc, WithoutResistanceGoesOnSteadily) {
  const OffSteady off = off_steady("0.5 ms"), half = off_steady("0.25 ms");
  EXPECT_LT(off.tilt, 1e-4);
  EXPECT_LT(off.rate, 1e-4);
  EXPECT_LT(off.way, 1e-3);
  EXPECT_GT(off.tilt, 3.5 * half.tilt);
  EXPECT_GT(off.rate, 3.5 * half.rate);
  EXPECT_GT(off.way, 3.5 * half.way);
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
