// Random shapes that fall onto each other, and a threshold that is known.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "catena/contact/shape_queries.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/touching/random_scene.hpp"

namespace catena {
namespace {

// The worst of a run: looked at after every step.
struct Watched {
  double overlap = 0.0, at = 0.0;  // m, s
  double unexplained = 0.0;        // of what was exchanged
  long steps = 0;
  std::string pair = {};
  bool finite = true;
};

Watched watch(const SimulationSetup& setup, double end) {
  Watched seen;
  Simulation simulation(setup);
  ShapeQueries queries(setup.model, setup.shape_contacts);
  EnergyWatch energies(setup);
  RunObserver observer;
  observer.step = [&](const State& state) {
    ++seen.steps;
    seen.finite &= state.q.allFinite() && state.v.allFinite();
    energies.see(simulation, state);
    queries.place(In<double>(state.q.data(), static_cast<int>(state.q.size())));
    for (const ShapeMeeting& met : queries.meetings(0.0)) {
      if (!(-met.distance.value > seen.overlap)) continue;
      seen.overlap = -met.distance.value, seen.at = state.t;
      const auto name = [&](BodyId id) { return setup.model->body(id).name; };
      seen.pair = name(met.a) + " in " + name(met.b);
    }
    return true;
  };
  simulation.advance(end, observer);
  seen.unexplained = energies.unexplained() / energies.exchanged();
  return seen;
}

// Nothing overlaps, nothing is thrown, all energy has its explanation. CATENA_SCENES: how many,
// CATENA_FIRST_SCENE: from which on.
TEST(RandomShapes, FallOntoEachOther) {
  const auto asked = [](const char* name, int usual) {
    const char* const text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : usual;
  };
  const int first = asked("CATENA_FIRST_SCENE", 0), scenes = asked("CATENA_SCENES", 4);
  long steps = 0;
  double deepest = 0.0, unexplained = 0.0;
  for (int i = first; i < first + scenes; ++i) {
    RandomScene random(static_cast<unsigned>(i));
    FreeScene scene = random.make();
    SCOPED_TRACE("scene " + std::to_string(i) + ": " + random.words());
    try {
      const Watched seen = watch(scene.finish(), 0.6);
      EXPECT_TRUE(seen.finite);
      EXPECT_LT(seen.overlap, 1e-6) << seen.pair << " at " << seen.at << " s";
      EXPECT_LT(seen.unexplained, 1e-6);
      steps += seen.steps;
      deepest = std::max(deepest, seen.overlap);
      unexplained = std::max(unexplained, seen.unexplained);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  std::printf("[ measured ] %d scenes, %ld steps: overlap %.1e m, unexplained %.1e\n", scenes,
              steps, deepest, unexplained);
}

// Nearly parallel faces of meshes whose edges cross (263, 475) overlapped by 1.3e-6 and 2.3e-6 m
// where the crossing had the normal of a face, and a corner on the side of a cone (423) by 1.7e-6 m
// where it slid round it; a fast spin in flight (247) left 1.1e-6 of the
// energy unexplained where the velocity in the middle of a step was found to 1e-8 only, and one
// between a hull and the floor (649) as much where its axes turned within the step. Rims of
// cones (262, 649, 1001) were thrown by planes of faces that they did not touch with their lowest
// point. The base of a cone on an edge of a height field (175) lost one of its two points there, by
// turns, because two triangles share the edge and counted its points in opposite order: it
// overlapped by 2e-5 m and took 3,500 steps. Rims of cylinders on such edges (375, 1116) had the
// normal of a face beside the edge, or no curvature: they took 3,700 and 2,400 steps. A hull that
// was taken to pass the border of a cylinder (1290) went into it by 2.7 mm, and a rim that was
// taken for a point of an edge (1243) into a hull by 1.7e-6 m.
TEST(RandomShapes, ScenesThatOnceFailed) {
  for (const unsigned number :
       {175U, 247U, 262U, 263U, 375U, 423U, 475U, 649U, 1001U, 1116U, 1243U, 1290U}) {
    FreeScene scene = RandomScene(number).make();
    const Watched seen = watch(scene.finish(), 0.6);
    EXPECT_LT(seen.overlap, 5e-7) << number << ": " << seen.pair << " at " << seen.at << " s";
    // What steps gain is not taken from what others lose: 7e-7 in the worst of them.
    EXPECT_LT(seen.unexplained, 1e-6) << number;
    EXPECT_LT(seen.steps, 800) << number;
  }
}

// Three balls carry a fourth as long as friction is at least sqrt(3) - sqrt(2).
TEST(RandomShapes, CannonballsHoldByFriction) {
  const auto sinks = [](double part) {
    const double r = 0.1;
    FreeScene scene;
    scene.setup.shape_contacts.ground = true;
    scene.setup.shape_contacts.otherwise.friction = part * (std::sqrt(3.0) - std::sqrt(2.0));
    scene.add(sphere_shape(r), 1.0, {2.0 * r / std::sqrt(3.0), 0, r});
    scene.add(sphere_shape(r), 1.0, {-r / std::sqrt(3.0), r, r});
    scene.add(sphere_shape(r), 1.0, {-r / std::sqrt(3.0), -r, r});
    const double top = r + 2.0 * r * std::sqrt(2.0 / 3.0);
    scene.add(sphere_shape(r), 1.0, {0, 0, top});
    FreeRun run(scene.finish());
    run.to(0.3);
    return top - run.simulation.state().q[27];
  };
  EXPECT_LT(std::abs(sinks(1.0001)), 1e-9);
  EXPECT_GT(sinks(0.9999), 1e-6);
}

}  // namespace
}  // namespace catena
