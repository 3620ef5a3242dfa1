// Random shapes that fall onto each other, and a threshold that is known.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

class RandomShapes {
 public:
  explicit RandomShapes(unsigned seed) : random_(seed) {}

  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vec3<double> vector(double size) {
    return {number(-size, size), number(-size, size), number(-size, size)};
  }
  BodyShape shape() {
    const double size = number(0.03, 0.1);
    switch (std::uniform_int_distribution<int>(0, 5)(random_)) {
      case 0:
        return box_shape({2.0 * size, size, 1.5 * size});
      case 1:
        return sphere_shape(size);
      case 2:
        return capsule_shape(size, 2.0 * size);
      case 3:
        return cylinder_shape(size, 2.0 * size);
      case 4:
        return cone_shape(size, 2.0 * size);
      default:
        return ellipsoid_shape({size, 1.3 * size, 0.7 * size});
    }
  }

 private:
  std::mt19937 random_;
};

// Nothing overlaps, nothing is thrown, all energy has its explanation. CATENA_SCENES: how many.
TEST(RandomShapes, FallOntoEachOther) {
  const char* const asked = std::getenv("CATENA_SCENES");
  const int scenes = asked != nullptr ? std::max(1, std::atoi(asked)) : 4;
  for (int i = 0; i < scenes; ++i) {
    SCOPED_TRACE("scene " + std::to_string(i));
    RandomShapes random(static_cast<unsigned>(i));
    FreeScene scene;
    scene.setup.shape_contacts.ground = true;
    for (int k = 0; k < 3; ++k)
      scene.add(random.shape(), random.number(0.1, 2.0),
                {random.number(-0.05, 0.05), random.number(-0.05, 0.05), 0.25 + 0.45 * k},
                random.vector(2.0), random.vector(3.0));
    FreeRun run(scene.finish());
    const double begin = run.energy().stored();
    for (int k = 1; k <= 6; ++k) {
      run.to(0.1 * k);
      EXPECT_LT(run.overlap(), 1e-6);
      EXPECT_TRUE(run.simulation.state().q.allFinite());
      EXPECT_LE(run.energy().stored(), begin * (1.0 + 1e-6));
    }
    EXPECT_LT(std::abs(run.energy().balance), 1e-5 * begin);
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
