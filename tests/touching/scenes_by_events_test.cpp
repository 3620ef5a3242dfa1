// Scenes of shapes by events beside the same by time steps, which come nearer as these become
// shorter; and what runs promise: constants, energies, the same bits again and from a checkpoint.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/support/checkpoints.hpp"
#include "tests/touching/event_scene.hpp"

namespace catena {
namespace {

// How far a run by time steps is from one by events in the end.
double difference(const SimulationSetup& by_events, const EventRun& run, double t, double step) {
  SimulationSetup setup = by_events;
  setup.contact_options.method = ContactMethod::Stepping;
  setup.contact_options.step = step;
  EventRun other(setup);
  other.to(t);
  return (other.q() - run.q()).lpNorm<Eigen::Infinity>();
}

// L . (R z - a axis) about the mass centre.
double jellett(const EventRun& run, double R, double a, double A, double C) {
  const Eigen::VectorXd &q = run.q(), &v = run.v();
  const Eigen::Matrix3d turn =
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  const Eigen::Vector3d momentum = turn * Eigen::Vector3d(A * v[0], A * v[1], C * v[2]);
  return R * momentum.z() - a * momentum.dot(turn.col(2));
}

TEST(ScenesByEvents, TheTippeTopKeepsJellettsConstant) {
  const double R = 0.02, a = 0.003, A = 3e-6, C = 3.1e-6, tilt = 0.2, spin = 150.0;
  EventScene scene(0.1);
  scene.setup.shape_contacts.ground = true;
  scene.add(sphere_shape(R), inertia_about_com(0.02, {0, 0, -a}, {A, 0, 0, A, 0, C}), {0, 0, R},
            {tilt, 0, 0}, {0, spin * std::sin(tilt), spin * std::cos(tilt)},
            {spin * std::sin(tilt) * a, 0, 0});
  EventRun run(scene.finish());
  const double before = jellett(run, R, a, A, C);
  run.to(3.0);
  EXPECT_NEAR(jellett(run, R, a, A, C) / before, 1.0, 1e-10);
  const double upright = 1.0 - 2.0 * (run.q()[1] * run.q()[1] + run.q()[2] * run.q()[2]);
  EXPECT_LT(upright, -0.99);  // it stands on its head
  EXPECT_LT(std::abs(run.energy().balance), 1e-12);
  EXPECT_FALSE(run.has_stepped());
}

// It tips about the border once its centre is beyond, and leaves it when its back edge passes.
TEST(ScenesByEvents, ABoxSlidesOffATable) {
  EventScene scene(0.2);
  scene.builder.add_shape(world_body,
                          box_shape({1.0, 1.0, 0.1}, Transform<double>::at({0, 0, -0.05})));
  scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.3, 0, 0.05}, {0, 0, 0}, {0, 0, 0}, {1.6, 0, 0});
  EventRun run(scene.finish());
  // Friction at its bottom presses on its front: it tips where its centre is mu h/2 before the
  // border.
  const double way = 0.2 - 0.2 * 0.05, speed = std::sqrt(1.6 * 1.6 - 2.0 * 0.2 * earth * way),
               over = (1.6 - speed) / (0.2 * earth);
  run.to(over);
  EXPECT_NEAR(run.at(0).x(), 0.3 + way, 1e-10);
  EXPECT_NEAR(run.v()[1], 0.0, 1e-9);
  run.to(over + 1e-3);
  EXPECT_GT(run.v()[1], 1e-4);
  run.to(0.21);
  const double coarse = difference(scene.setup, run, 0.21, 1e-3),
               fine = difference(scene.setup, run, 0.21, 1.25e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.3 * coarse);
  // Its back edge slides over the border: nothing is struck, and it falls on as it turned.
  run.to(0.5);
  EXPECT_FALSE(run.has_stepped());
  EXPECT_EQ(run.of(EventKind::Impact).size(), 0U);
  EXPECT_EQ(run.of(EventKind::Lift).size(), 1U);
  EXPECT_LT(std::abs(run.energy().impact), 1e-9);
  EXPECT_LT(std::abs(run.energy().balance), 1e-8);
}

// On a corner first, then on others, an edge, a face.
TEST(ScenesByEvents, ABoxFallsOnACornerAndComesToRest) {
  EventScene scene(0.4);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.14, 0.1}), 1.0, {0, 0, 0.16}, {0.3, 0.2, 0.1}, {0.1, 0.2, 0.3},
            {0.1, 0, 0});
  EventRun run(scene.finish());
  run.to(0.3);
  const double coarse = difference(scene.setup, run, 0.3, 1e-3),
               fine = difference(scene.setup, run, 0.3, 1.25e-4);
  EXPECT_LT(coarse, 1e-2);
  EXPECT_LT(fine, 0.3 * coarse);
  run.to(2.0);
  EXPECT_LT(run.speed(), 1e-9);
  EXPECT_NEAR(run.at(0).z(), 0.05, 1e-12);
  EXPECT_LT(std::abs(run.energy().balance), 1e-9);
  EXPECT_FALSE(run.has_stepped());
}

// The front passes from one to the next; its times are those of time steps as these become short.
TEST(ScenesByEvents, DominoesFall) {
  const double h = 0.048, d = 0.0075, s = std::hypot(h, d);
  const double turn = 1.05 * std::sqrt(3.0 * earth * (s - h)) / s;
  EventScene scene(0.3);
  scene.setup.shape_contacts.ground = true;
  for (int i = 0; i < 5; ++i) {
    const bool first = i == 0;
    scene.add(box_shape({d, 0.024, h}), 0.01, {0.024 * i, 0, 0.5 * h}, {0, 0, 0},
              {0, first ? turn : 0.0, 0},
              {first ? 0.5 * turn * h : 0.0, 0, first ? 0.5 * turn * d : 0.0});
  }
  const auto times = [](const SimulationSetup& setup) {
    EventRun run(setup);
    run.to(0.45);
    std::vector<double> front;
    for (int i = 0; i < 4; ++i) {
      const std::string name = "b" + std::to_string(i) + " b" + std::to_string(i + 1);
      for (const SimulationEvent& event : run.events)
        if ((event.kind == EventKind::Impact || event.kind == EventKind::Touch) &&
            event.name == name) {
          front.push_back(event.t);
          break;
        }
    }
    return front;
  };
  const std::vector<double> exact = times(scene.finish());
  ASSERT_EQ(exact.size(), 4U);
  SimulationSetup stepping = scene.setup;
  stepping.contact_options.method = ContactMethod::Stepping;
  double last = 0.0;
  for (const double step : {1e-3, 1.25e-4}) {
    stepping.contact_options.step = step;
    const std::vector<double> found = times(stepping);
    ASSERT_EQ(found.size(), 4U);
    double worst = 0.0;
    for (std::size_t i = 0; i < 4; ++i) worst = std::max(worst, std::abs(found[i] - exact[i]));
    EXPECT_LT(worst, last == 0.0 ? 5e-3 : 0.5 * last);
    last = worst;
  }
}

// Five balls in touch, and one that comes: the last one leaves as fast.
TEST(ScenesByEvents, ACradleHandsTheImpactOn) {
  EventScene scene(0.0, 1.0);
  scene.builder.set_gravity({0, 0, 0});
  scene.setup.contact_options.order = ImpactOrder::Sequential;
  scene.add(sphere_shape(0.05), 1.0, {-0.5, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
  for (int i = 0; i < 5; ++i) scene.add(sphere_shape(0.05), 1.0, {0.1 * i, 0, 0});
  EventRun run(scene.finish());
  run.to(1.0);
  EXPECT_NEAR(run.velocity(5).x(), 1.0, 1e-12);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(run.velocity(i).x(), 0.0, 1e-12) << i;
  EXPECT_NEAR(run.at(5).x(), 0.4 + 0.6, 1e-12);  // since 0.4 s
}

TEST(ScenesByEvents, TwentyBoxesFallByThemselves) {
  EventScene scene(0.5);
  scene.setup.shape_contacts.ground = true;
  for (int i = 0; i < 20; ++i)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0,
              {0.2 * (i % 5), 0.2 * static_cast<double>(i / 5), 0.05 + 0.02 * (i + 1)});
  EventRun run(scene.finish());
  run.to(0.5);
  for (int i = 0; i < 20; ++i) {
    const std::string name = "ground b" + std::to_string(i);
    const auto first = std::find_if(
        run.events.begin(), run.events.end(),
        [&](const SimulationEvent& e) { return e.kind == EventKind::Impact && e.name == name; });
    ASSERT_NE(first, run.events.end()) << name;
    EXPECT_NEAR(first->t, std::sqrt(0.04 * (i + 1) / earth), 1e-12);
    EXPECT_NEAR(run.at(i).z(), 0.05, 1e-13);
  }
  EXPECT_LT(run.speed(), 1e-12);
  EXPECT_FALSE(run.has_stepped());
}

TEST(ScenesByEvents, WhatStartsInsideIsMovedOut) {
  EventScene scene(0.5);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0, 0, 0.099});
  EventRun run(scene.finish());
  EXPECT_NEAR(run.at(0).z(), 0.1, 1e-9);
  run.to(0.5);
  EXPECT_NEAR(run.at(0).z(), 0.1, 1e-9);
  EXPECT_LT(run.speed(), 1e-12);
}

// Two boxes tumble on each other and the ground.
SimulationSetup tumbling() {
  EventScene scene(0.4, 0.3);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.14, 0.1}), 1.0, {0, 0, 0.3}, {0.5, 0.7, 0.2}, {1, 2, 0.5},
            {0.3, 0.2, 0});
  scene.add(box_shape({0.3, 0.3, 0.05}), 1.0, {0.1, 0, 0.025});
  return scene.finish();
}

TEST(ScenesByEvents, RunsRepeatAndGoOnBitForBit) {
  const SimulationSetup setup = tumbling();
  const auto run_from = [&](const State* from, std::vector<State>* saved) {
    Simulation simulation(setup);
    if (from != nullptr) simulation.restore(*from);
    RunObserver observer;
    observer.step = [&](const State& s) {
      if (saved != nullptr && s.t < 0.9) saved->push_back(s);
      return true;
    };
    simulation.advance(1.0, observer);
    return simulation.state();
  };
  std::vector<State> saved;
  const State all = run_from(nullptr, &saved);
  const State again = run_from(nullptr, nullptr);
  EXPECT_TRUE(all.q == again.q && all.v == again.v && all.spent == again.spent);
  ASSERT_GT(saved.size(), 20U);
  for (std::size_t i = 3; i < saved.size(); i += saved.size() / 6) {
    const State read = test::through_text(saved[i], setup);
    const State end = run_from(&read, nullptr);
    EXPECT_TRUE(all.q == end.q && all.v == end.v && all.spent == end.spent) << saved[i].t;
  }
}

// Boxes, balls, capsules, ellipsoids, cylinders and cones, on a table from which they fall.
TEST(ScenesByEvents, RandomBodiesFall) {
  const char* const count = std::getenv("CATENA_SCENES");
  const int scenes = count != nullptr ? std::atoi(count) : 10;
  for (int seed = 0; seed < scenes; ++seed) {
    std::mt19937 bits(static_cast<unsigned>(seed));
    const auto number = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(bits()) * 0x1p-32;
    };
    const auto vector = [&](double most) {
      const double x = number(-most, most), y = number(-most, most);
      return Vec3<double>{x, y, number(-most, most)};
    };
    EventScene scene(0.3 * static_cast<double>(bits() % 4), 0.3 * static_cast<double>(bits() % 3));
    scene.builder.add_shape(world_body,
                            box_shape({0.6, 0.6, 0.1}, Transform<double>::at({0, 0, -0.05})));
    for (int i = 0; i < 3; ++i) {
      const double a = number(0.04, 0.12), b = number(0.04, 0.12), c = number(0.04, 0.12);
      const BodyShape shapes[] = {
          box_shape({2 * a, 2 * b, 2 * c}), sphere_shape(a),      capsule_shape(a, b),
          ellipsoid_shape({a, b, c}),       cylinder_shape(a, b), cone_shape(a, b)};
      const Vec3<double> at = vector(0.1), turn = vector(1.5), angular = vector(3.0);
      scene.add(shapes[bits() % 6], 1.0, {at.x, at.y, 0.4 + 0.4 * i}, turn, angular, vector(1.0));
    }
    EventRun run(scene.finish());
    for (const double t : {0.2, 0.4, 0.6, 0.8, 1.0}) {
      run.to(t);
      EXPECT_LT(run.overlap(), 1e-6) << "scene " << seed << " at " << t;
    }
    EXPECT_LT(std::abs(run.energy().balance), 1e-4) << "scene " << seed;
  }
}

TEST(ScenesByEvents, TheLedgerIsClosed) {
  EventRun run(tumbling());
  run.to(2.0);
  EXPECT_LT(std::abs(run.energy().balance), 1e-8);
  EXPECT_LT(run.overlap(), 1e-8);
}

}  // namespace
}  // namespace catena
