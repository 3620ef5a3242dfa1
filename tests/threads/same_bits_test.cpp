// Runs on one, two and three threads are the same, bit for bit: positions, velocities, forces,
// energies and events of every step.

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <thread>

#include "tests/support/sample_meshes.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena::test {
namespace {

struct Chance {
  std::mt19937 random{7};
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  Vec3<double> vector(double size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }
};

struct Bits {
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> events;

  void add(double x) { numbers.push_back(std::bit_cast<std::uint64_t>(x)); }
  void add(const State& state) {
    add(state.t);
    for (const double x : state.q) add(x);
    for (const double x : state.v) add(x);
    for (const double x : state.spent) add(x);
    add(state.impact_loss);
    add(state.solver_residual);
    for (const StepReaction& reaction : state.reactions) {
      numbers.push_back(reaction.key.feature);
      numbers.push_back(static_cast<std::uint64_t>(reaction.key.item));
      for (const double x : reaction.force) add(x);
    }
  }
  void add(const SimulationEvent& event) {
    events.push_back(std::to_string(static_cast<int>(event.kind)) + " " + event.name + " " +
                     event.note);
    for (const double x : {event.t, event.v_before, event.v_after, event.impulse}) add(x);
  }
  friend bool operator==(const Bits&, const Bits&) = default;
};

RunObserver noting(Bits& bits) {
  RunObserver observer;
  observer.step = [&](const State& state) { return bits.add(state), true; };
  observer.event = [&](const SimulationEvent& event) { bits.add(event); };
  return observer;
}

Bits bits_of(SimulationSetup setup, int threads, double duration) {
  setup.contact_options.threads = threads;
  Bits bits;
  Simulation simulation(setup);
  simulation.advance(duration, noting(bits));
  return bits;
}

void expect_same(const SimulationSetup& setup, double duration) {
  const Bits one = bits_of(setup, 1, duration);
  EXPECT_GT(one.numbers.size(), 1000u);
  for (const int threads : {2, 3}) EXPECT_TRUE(bits_of(setup, threads, duration) == one) << threads;
}

FreeScene stacks() {
  FreeScene scene;
  Chance chance;
  scene.setup.shape_contacts.ground = true;
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < 3; ++k)
      scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {0.3 * i, 0.02 * k, 0.05 + 0.1 * k}, {0, 0, 0},
                {0, 0, 0},
                k == 2 ? chance(0.0, 0.8) * Vec3<double>{1, 0, 0} : Vec3<double>{0, 0, 0});
  return scene;
}

TEST(SameBits, SeparateStacks) {
  expect_same(stacks().finish(), 0.15);
}

TEST(SameBits, APile) {
  FreeScene scene;
  Chance chance;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.tolerance = 1e-5;
  for (int i = 0; i < 18; ++i)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0,
              {0.12 * (i % 3) + chance(-0.01, 0.01), 0.12 * (i / 3 % 2), 0.06 + 0.13 * (i / 6)},
              chance.vector(0.2));
  expect_same(scene.finish(), 0.2);
}

// Concave and convex meshes, thrown at a thin one; they rebound.
TEST(SameBits, ThrownMeshes) {
  const auto meshed = [](const TriangleSoup& soup) {
    return mesh_shape(std::make_shared<const TriangleMesh>(mesh_of(soup)));
  };
  FreeScene scene;
  Chance chance;
  scene.builder.add_shape(world_body, meshed(box_soup({-1.0, -1.0, -0.002}, {1.0, 1.0, 0.0})));
  scene.setup.shape_contacts.otherwise.restitution = 0.4;
  for (int i = 0; i < 9; ++i) {
    const double s = chance(0.01, 0.03);
    TriangleSoup soup = i % 2 == 0
                            ? box_soup({-s, -s, -s}, {s, s, s})
                            : prism_soup({{-s, -s}, {s, -s}, {s, 0}, {0, 0}, {0, s}, {-s, s}}, s);
    scene.add(meshed(soup), 0.1, {0.2 * (i % 3) - 0.2, 0.2 * (i / 3) - 0.2, 0.06},
              chance.vector(1.0), chance.vector(10.0),
              {chance(-1.0, 1.0), chance(-1.0, 1.0), chance(-5.0, -1.0)});
  }
  expect_same(scene.finish(), 0.06);
}

// Arms of three links with stops and dry friction that fall onto the floor beside boxes.
FreeScene arms_and_boxes() {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  for (int i = 0; i < 5; ++i)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {0.3 * i, 1.0, 0.05}, {0, 0, 0}, {0, 0, 0},
              {0.1 * i, 0, 0});
  const BodyShape link = capsule_shape(0.02, 0.16, Transform<double>::at({0.1, 0, 0}));
  for (int arm = 0; arm < 4; ++arm) {
    BodyId parent = world_body;
    for (int k = 0; k < 3; ++k) {
      const std::string name = "l" + std::to_string(arm) + std::to_string(k);
      const BodyId body = scene.builder.add_body(
          name, Transform<double>::at({0.1, 0, 0}) * solid_sphere(0.3, 0.03));
      scene.builder.add_shape(body, link);
      JointSpec hinge = revolute("j" + name, Eigen::Vector3d::UnitY());
      hinge.position_lower = -0.4, hinge.position_upper = 0.4;
      hinge.coulomb_friction = 0.01;
      scene.builder.add_joint(hinge, parent, body,
                              Transform<double>::at(k == 0 ? Vec3<double>{0.7 * arm, -1.0, 0.1}
                                                           : Vec3<double>{0.2, 0, 0}),
                              Transform<double>::identity());
      parent = body;
      scene.q.push_back(0.0), scene.v.push_back(0.1 * arm);
    }
  }
  return scene;
}

TEST(SameBits, AFigureWithStopsBesideBoxes) {
  expect_same(arms_and_boxes().finish(), 0.25);
}

// The arms again, the tips of two of them joined: loops go another way.
TEST(SameBits, AFigureWithLoops) {
  FreeScene scene = arms_and_boxes();
  scene.finish();
  SimulationSetup setup = scene.setup;
  const auto body = [&](const std::string& name) { return setup.model->find_body(name); };
  LoopSpecs specs;
  specs.rods.push_back({"rod", body("l02"), body("l12"), {0.2, 0, 0}, {0.2, 0, 0}, 0.7});
  setup.loops = std::make_shared<const Loops>(setup.model, specs);
  expect_same(setup, 0.1);
}

// A run goes on from a state of a run on another number of threads, and simulations may be moved.
TEST(SameBits, GoesOnWithAnotherNumber) {
  SimulationSetup setup = stacks().finish();
  const auto run = [&](int first, int second) {
    Bits bits;
    setup.contact_options.threads = first;
    Simulation begun(setup);
    begun.advance(0.03, noting(bits));
    setup.contact_options.threads = second;
    Simulation next(setup);
    next.restore(begun.state());
    begun = std::move(next);
    Simulation moved = std::move(begun);
    moved.advance(0.06, noting(bits));
    return bits;
  };
  const Bits one = run(1, 1);
  EXPECT_TRUE(run(2, 1) == one);
  EXPECT_TRUE(run(1, 3) == one);
}

// Two simulations, each with its team, in two threads at once.
TEST(SameBits, SimulationsInThreadsWithThreads) {
  const SimulationSetup setup = stacks().finish();
  const Bits one = bits_of(setup, 1, 0.03);
  Bits a, b;
  std::thread first([&] { a = bits_of(setup, 2, 0.03); });
  b = bits_of(setup, 3, 0.03);
  first.join();
  EXPECT_TRUE(a == one);
  EXPECT_TRUE(b == one);
}

// Filters are of users: they are asked by the thread that runs the simulation, in order.
TEST(SameBits, FiltersAreAskedByOneThread) {
  const auto asked = [](int threads) {
    FreeScene scene = stacks();
    std::vector<std::pair<int, int>> pairs;
    const std::thread::id own = std::this_thread::get_id();
    scene.setup.shape_contacts.filter = [&, own](const NearShapes& near) {
      EXPECT_EQ(std::this_thread::get_id(), own);
      pairs.emplace_back(near.a.index, near.b.index);
      return near.b.index % 5 != 3;
    };
    scene.setup.contact_options.threads = threads;
    Simulation simulation(scene.finish());
    simulation.advance(0.01);
    return pairs;
  };
  EXPECT_EQ(asked(2), asked(1));
}

TEST(SameBits, NumbersThatMakeNoSenseAreRefused) {
  SimulationSetup setup = stacks().finish();
  for (const int threads : {0, -1, 257, 1000000}) {
    setup.contact_options.threads = threads;
    try {
      Simulation simulation(setup);
      ADD_FAILURE() << threads;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("1 to 256"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace catena::test
