// 25 balls roll on a box that is pushed (the rolling scene of SimBenchmark, Kang & Hwangbo 2018),
// and spinning bodies fly: velocities are known in closed form, and are right to rounding.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/dynamics/kinematics.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

constexpr double g = 9.81;

Vec3<double> velocity_of(const Simulation& simulation, int body) {
  const Model& model = simulation.model();
  const State& state = simulation.state();
  Kinematics<double> kinematics(model);
  kinematics.compute(model, In<double>(state.q.data(), model.nq()),
                     In<double>(state.v.data(), model.nv()));
  return kinematics.velocity(model, model.body_frame(BodyId{body}), Reference::WorldAligned).linear;
}

constexpr const char* pushed_box = R"(
model:
  bodies:
    - {{name: box, shapes: [{{box: {{sides: [20, 20, 1]}}, mass: 10, material: box}}]}}
    - {{for: [i in 0..4, j in 0..4], name: ball_$i$j, shapes: [{{sphere: {{radius: 0.5}}, mass: 1, material: ball}}]}}
  joints:
    - {{name: move_box, kind: free, parent: world, child: box, at: [0, 0, 0.5]}}
    - {{for: [i in 0..4, j in 0..4], name: move_$i$j, kind: free, parent: world, child: ball_$i$j, at: [2*($i - 2), 2*($j - 2), 1.5]}}
  forces: [{{name: push, on: box, force: [{:.17g}, {:.17g}, 0]}}]
contact:
  method: stepping
  shapes: all
  ground: true
  ground_material: floor
  materials: {{box/floor: {{friction: 0.4}}, ball/box: {{friction: 0.8}}}}
duration: 4
)";

// 150 N, less the friction of 35 kg on the ground, move 10 kg and 2/7 of 25 kg: a ball that rolls
// on an accelerated plane follows with 2/7 of it.
void expect_rolling(double azimuth) {
  constexpr double push = 150.0;
  constexpr double of_box = (push - 0.4 * 35.0 * g) / (10.0 + 25.0 * 2.0 / 7.0);
  const double x = std::cos(azimuth), y = std::sin(azimuth);
  Simulation simulation(
      parse_scenario(fmt::format(pushed_box, push * x, push * y), "rolling.yaml", ".").setup);
  double box = 0.0, balls = 0.0;
  constexpr int samples = 40;
  for (int k = 1; k <= samples; ++k) {
    simulation.advance(4.0 * k / samples);
    const double speed = of_box * simulation.state().t;
    for (int body = 1; body <= 26; ++body) {
      const double part = body == 1 ? speed : 2.0 / 7.0 * speed;
      const Vec3<double> off = velocity_of(simulation, body) - Vec3<double>{part * x, part * y, 0};
      (body == 1 ? box : balls) += dot(off, off) / (body == 1 ? samples : 25.0 * samples);
    }
  }
  std::printf("[ measured ] mean squares: box %.1e, balls %.1e m2/s2\n", box, balls);
  EXPECT_LT(box, 1e-24);
  EXPECT_LT(balls, 1e-24);
}

TEST(PushedBox, BallsRollOnItAlongX) {
  expect_rolling(0.0);
}

TEST(PushedBox, BallsRollOnItDiagonally) {
  expect_rolling(0.25 * std::numbers::pi);
}

// The frame of the second body is off its centre of mass.
TEST(SpinningBodies, FlyAsBallsDo) {
  for (const double off : {0.0, 0.07}) {
    FreeScene scene;
    const Vec3<double> spin{20, -30, 35};
    BodyShape ball = sphere_shape(0.05, Transform<double>::at({off, 0, -off}));
    scene.add(ball, ball.X_BS * solid_inertia(ball, 1.0), {0, 0, 10}, {0.3, 0.2, 0.1}, spin,
              {1, 2, 3});
    Simulation simulation(scene.finish());
    const Vec3<double> centre{off, 0, -off};
    const auto of_centre = [&] {
      const Model& model = simulation.model();
      const State& state = simulation.state();
      Kinematics<double> kinematics(model);
      kinematics.compute(model, In<double>(state.q.data(), model.nq()),
                         In<double>(state.v.data(), model.nv()));
      const FrameId frame = model.body_frame(BodyId{1});
      const Motion<double> v = kinematics.velocity(model, frame, Reference::WorldAligned);
      const Transform<double> X = kinematics.pose(model, frame);
      const Vec3<double> arm = X.rotation * centre;
      return std::pair{X.translation + arm, v.linear + cross(v.angular, arm)};
    };
    const auto [p, v] = of_centre();
    simulation.advance(1.0);
    const auto [p_end, v_end] = of_centre();
    EXPECT_LT(norm(v_end - v - Vec3<double>{0, 0, -g}), 1e-12) << off;
    EXPECT_LT(norm(p_end - p - v - Vec3<double>{0, 0, -0.5 * g}), 1e-12) << off;
  }
}

}  // namespace
}  // namespace catena
