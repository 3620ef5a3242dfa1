// Small bodies that are thrown at thin plates of all kinds, as fast as 100 m/s: none passes.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "catena/contact/shape_queries.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "tests/support/sample_meshes.hpp"
#include "tests/touching/random_scene.hpp"

namespace catena {
namespace {

constexpr double plate_side = 2.0, plate_thickness = 0.002, bumps = 0.002;

// A sheet of n x n cells at these heights, without a lower side: an open mesh.
TriangleSoup sheet(int n, const std::function<double()>& height) {
  TriangleSoup soup;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      soup.vertices.push_back(
          {plate_side * (i / double(n) - 0.5), plate_side * (j / double(n) - 0.5), height()});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int p = j * (n + 1) + i, q = p + 1, r = q + n + 1, s = r - 1;
      soup.triangles.push_back({p, q, r});
      soup.triangles.push_back({p, r, s});
    }
  return soup;
}

BodyShape meshed(const TriangleSoup& soup) {
  return mesh_shape(std::make_shared<const TriangleMesh>(test::mesh_of(soup)));
}

enum class Plate { Box, Mesh, Hull, Sheet, Bumps, Field };

BodyShape plate(Plate kind, RandomScene& random) {
  const double half = 0.5 * plate_side;
  const auto bump = [&] { return random.number(-bumps, 0.0); };
  switch (kind) {
    case Plate::Box:
      return box_shape({plate_side, plate_side, plate_thickness},
                       Transform<double>::at({0, 0, -0.5 * plate_thickness}));
    case Plate::Mesh:
      return meshed(test::box_soup({-half, -half, -plate_thickness}, {half, half, 0.0}));
    case Plate::Hull:
      return hull_shape(std::make_shared<const ConvexHull>(hull_of_points(
          test::box_soup({-half, -half, -plate_thickness}, {half, half, 0.0}).vertices)));
    case Plate::Sheet:
      return meshed(sheet(8, [] { return 0.0; }));
    case Plate::Bumps:
      return meshed(sheet(40, bump));
    case Plate::Field:
      break;
  }
  HeightField field{.nx = 41, .ny = 41, .dx = plate_side / 40, .dy = plate_side / 40};
  for (int i = 0; i < 41 * 41; ++i) field.heights.push_back(bump());
  return height_field_shape(std::make_shared<const HeightField>(field));
}

// The deepest overlap of a throw, m; where it ends, m above the plate.
struct Thrown {
  double overlap = 0.0, height = 0.0;
};

// One that spins is a primitive near the plate, at thousands of rad/s.
Thrown throw_one(RandomScene& random, Plate kind, double speed, bool rebounds, bool spins = false) {
  FreeScene scene;
  scene.builder.set_gravity({0, 0, 0});
  scene.builder.add_shape(world_body, plate(kind, random));
  const double size = random.number(0.003, 0.01);
  const double which = spins ? 0.0 : random.number(0.0, 3.0);
  const BodyShape shape = which < 1.0   ? random.primitive(size)
                          : which < 2.0 ? random.hull(size)
                                        : random.mesh(size);
  const Vec3<double> turn = random.vector(2.0), angular = random.vector(spins ? 3000.0 : 30.0);
  const Inertia<double> inertia = inertia_of_any(shape, 0.01);
  scene.add(shape, inertia, {0, 0, random.number(0.03, spins ? 0.06 : 0.2)}, turn, angular);
  scene.setup.shape_contacts.otherwise.restitution = rebounds ? 0.5 : 0.0;
  // Velocities are in the axes of the body: downwards in the world.
  FreeRun start(scene.finish());
  const Mat3<double> R =
      start.simulation.observed().look(start.simulation.state()).pose(BodyId{1}).rotation;
  const Vec3<double> down = transpose_times(
      R, {random.number(-0.3, 0.3) * speed, random.number(-0.3, 0.3) * speed, -speed});
  scene.v[3] = down.x, scene.v[4] = down.y, scene.v[5] = down.z;
  Simulation simulation(scene.finish());
  ShapeQueries queries(scene.setup.model, scene.setup.shape_contacts);
  Thrown thrown;
  RunObserver observer;
  observer.step = [&](const State& state) {
    queries.place(In<double>(state.q.data(), 7));
    for (const ShapeMeeting& met : queries.meetings(0.0))
      thrown.overlap = std::max(thrown.overlap, -met.distance.value);
    return true;
  };
  simulation.advance(0.3 / speed + 0.005, observer);
  // A hull need not hold its origin: of its centre of mass.
  thrown.height = (queries.pose(BodyId{1}) * ((1.0 / inertia.mass) * inertia.moment)).z;
  return thrown;
}

// A cone that strikes a sheet with its rim turns by 5 rad in a step of 1 ms after that. It went
// through within one step, in the end of which nothing overlapped.
TEST(Throws, NothingPassesASheetWithinAStep) {
  RandomScene random(1842U);
  const double speed = std::pow(10.0, random.number(0.0, 2.0));
  EXPECT_GT(throw_one(random, Plate::Sheet, speed, false).height, 0.0);
}

// What turns by several radians within a step was put back onto the wrong side of a mesh, by ten
// times as far as it moves.
TEST(Throws, WhatSpinsFastDoesNotPass) {
  for (const unsigned i : {28U, 44U}) {
    RandomScene random(i);
    const double speed = std::pow(10.0, random.number(0.0, 2.0));
    const Thrown thrown = throw_one(random, Plate::Bumps, speed, false, true);
    EXPECT_GT(thrown.height, -bumps) << i << " (" << random.words() << ") at " << speed << " m/s";
    EXPECT_LT(thrown.overlap, 1e-6) << i << " (" << random.words() << ") at " << speed << " m/s";
  }
}

// CATENA_SCENES: how many at each plate; 2,000 are more than 10,000 in all. CATENA_FIRST_SCENE:
// from which on.
TEST(Throws, NothingPassesAThinPlate) {
  const auto asked = [](const char* name, int usual) {
    const char* const text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : usual;
  };
  const int first = asked("CATENA_FIRST_SCENE", 0), throws = asked("CATENA_SCENES", 20);
  for (const Plate kind :
       {Plate::Box, Plate::Mesh, Plate::Hull, Plate::Sheet, Plate::Bumps, Plate::Field}) {
    double deepest = 0.0;
    for (int i = first; i < first + throws; ++i) {
      RandomScene random(static_cast<unsigned>(i));
      const double speed = std::pow(10.0, random.number(0.0, 2.0));
      const Thrown thrown = throw_one(random, kind, speed, i % 2 != 0);
      deepest = std::max(deepest, thrown.overlap);
      EXPECT_GT(thrown.height, -bumps) << "plate " << static_cast<int>(kind) << ", throw " << i
                                       << " (" << random.words() << ") at " << speed << " m/s";
      EXPECT_LT(thrown.overlap, 1e-6) << "plate " << static_cast<int>(kind) << ", throw " << i
                                      << " (" << random.words() << ") at " << speed << " m/s";
    }
    std::printf("[ measured ] %d throws at plate %d: overlap %.1e m\n", throws,
                static_cast<int>(kind), deepest);
  }
}

}  // namespace
}  // namespace catena
