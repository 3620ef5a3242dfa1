#include "catena/solvers/body_sweeps.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/solvers/contact_chain.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena {
namespace {

Vec3<double> vec(const Eigen::Vector3d& x) {
  return {x[0], x[1], x[2]};
}

void put(const Vec3<double>& x, double* out) {
  out[0] = x.x, out[1] = x.y, out[2] = x.z;
}

constexpr double h = 1e-3;

// The same scene in the records of the sweeps: body 0 is the ground.
void write(const test::BodyScene& scene, const Eigen::Vector3d& gravity, BodySweeps& out) {
  out.clear(static_cast<int>(scene.bodies.size()) + 1);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const test::BodyScene::Body& body = scene.bodies[i];
    out.set_body(
        static_cast<int>(i) + 1, 1.0 / body.mass,
        Sym3<double>::diagonal(1.0 / body.inertia[0], 1.0 / body.inertia[1], 1.0 / body.inertia[2]),
        vec(body.velocity + h * gravity), vec(body.spin));
  }
  for (const test::BodyScene::Touch& touch : scene.touches) {
    SweptContact c;
    c.a = touch.a + 1, c.b = touch.b + 1;
    c.friction = touch.friction;
    const auto arm = [&](int body) {
      return vec(body < 0 ? touch.point
                          : Eigen::Vector3d(touch.point -
                                            scene.bodies[static_cast<std::size_t>(body)].position));
    };
    put(arm(touch.a), c.arm_a), put(arm(touch.b), c.arm_b);
    put(vec(touch.normal), c.normal);
    put(vec(touch.gap / h * touch.normal), c.rate);
    out.add(c, Vec3<double>::zero());
  }
}

// Velocities of the mass centres by the chain.
std::vector<Vec3<double>> by_chain(const test::BodyScene& scene, const Eigen::Vector3d& gravity) {
  StepProblem problem;
  scene.write(problem, h, gravity);
  std::vector<double> x(static_cast<std::size_t>(problem.rows()), 0.0), u(x.size()),
      v(static_cast<std::size_t>(problem.coordinates()));
  ContactChain chain;
  EXPECT_TRUE(chain.solve(problem, x, v, u).solved);
  test::BodyScene after = scene;
  after.set_velocities(v);
  std::vector<Vec3<double>> out;
  for (const test::BodyScene::Body& body : after.bodies) out.push_back(vec(body.velocity));
  return out;
}

double off(const BodySweeps& sweeps, const std::vector<Vec3<double>>& wanted) {
  double largest = 0.0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    largest = std::max(largest, norm(sweeps.velocity(static_cast<int>(i) + 1) - wanted[i]));
  return largest;
}

// Boxes that stick, slide and stand on each other, and walls: the velocities that the chain finds.
TEST(BodySweeps, AgreeWithTheChain) {
  BodySweeps sweeps;
  for (int i = 0; i < 12; ++i) {
    const double friction = 0.1 + 0.05 * i;
    const test::BodyScene scene = i % 3 == 0   ? test::box_on_floor(friction)
                                  : i % 3 == 1 ? test::box_stack(2 + i / 3, 1.0, friction)
                                               : test::brick_wall(2 + i % 2, 2 + i % 3, friction);
    const Eigen::Vector3d gravity = test::tilted_gravity(0.03 * i, 0.4);
    write(scene, gravity, sweeps);
    const BodySweeps::Outcome out = sweeps.solve({1e-13, 20000});
    EXPECT_LE(out.error, 1e-13) << i;
    EXPECT_LT(off(sweeps, by_chain(scene, gravity)), 1e-8) << i;
  }
}

// Without friction what arrives comes to rest at its gap and no further.
TEST(BodySweeps, StopWhatArrives) {
  std::mt19937_64 random(5);
  BodySweeps sweeps;
  for (int i = 0; i < 20; ++i) {
    test::BodyScene scene = test::random_impact(random, 4 + i, 3 + i / 3);
    for (test::BodyScene::Touch& touch : scene.touches)
      touch.friction = 0.0, touch.gap = 1e-4 * (i % 3);
    const Eigen::Vector3d gravity = test::tilted_gravity(0.0);
    write(scene, gravity, sweeps);
    sweeps.solve({1e-13, 20000});
    EXPECT_LT(off(sweeps, by_chain(scene, gravity)), 1e-7) << i;
    for (int k = 0; k < sweeps.count(); ++k)
      EXPECT_GT(dot(sweeps.rate(k), vec(scene.touches[static_cast<std::size_t>(k)].normal)), -1e-8);
  }
}

// Impulses that are right from the start are left where they are by the first sweep.
TEST(BodySweeps, BeginWithWhatIsGiven) {
  BodySweeps sweeps;
  const test::BodyScene scene = test::box_stack(4, 1.0, 0.5);
  const Eigen::Vector3d gravity = test::tilted_gravity(0.1);
  write(scene, gravity, sweeps);
  sweeps.solve({1e-13, 20000});
  std::vector<Vec3<double>> known;
  for (int k = 0; k < sweeps.count(); ++k) known.push_back(sweeps.impulse(k));
  BodySweeps again;
  write(scene, gravity, again);
  BodySweeps warm;
  warm.clear(static_cast<int>(scene.bodies.size()) + 1);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const test::BodyScene::Body& body = scene.bodies[i];
    warm.set_body(
        static_cast<int>(i) + 1, 1.0 / body.mass,
        Sym3<double>::diagonal(1.0 / body.inertia[0], 1.0 / body.inertia[1], 1.0 / body.inertia[2]),
        vec(body.velocity + h * gravity), vec(body.spin));
  }
  for (int k = 0; k < again.count(); ++k)
    warm.add(again.contact(k), known[static_cast<std::size_t>(k)]);
  const BodySweeps::Outcome out = warm.solve({1e-10, 100});
  EXPECT_EQ(out.sweeps, 1);
  for (int i = 1; i <= static_cast<int>(scene.bodies.size()); ++i)
    EXPECT_LT(norm(warm.velocity(i)), 1e-9);
}

}  // namespace
}  // namespace catena
