// Cylinders with a hole, read, weighed, written and drawn.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

std::string tube(const std::string& keys) {
  return "model:\n"
         "  bodies: [{name: tube, shapes: [{cylinder: {" +
         keys +
         "}, density: 2700}]}]\n"
         "  joints: [{name: f, kind: free, parent: world, child: tube}]\n";
}

TEST(Tubes, WeighWhatTheirWallWeighs) {
  const Scenario scenario =
      parse_scenario(tube("radius: 17.5 mm, inner_radius: 16 mm, length: 1"), "tube.yaml", ".");
  const double r2 = 0.0175 * 0.0175, i2 = 0.016 * 0.016,
               mass = 2700.0 * std::numbers::pi * (r2 - i2);
  const Inertia<double>& inertia = scenario.setup.model->body(BodyId{1}).inertia;
  EXPECT_NEAR(inertia.mass, mass, 1e-14);
  EXPECT_NEAR(inertia.rotational.zz, 0.5 * mass * (r2 + i2), 1e-17);
  EXPECT_NEAR(inertia.rotational.xx, mass * (3.0 * (r2 + i2) + 1.0) / 12.0, 1e-15);
}

TEST(Tubes, AreWrittenAsTheyWereRead) {
  const Mechanism read =
      parse_mechanism(tube("radius: 0.3, inner_radius: 0.25, length: 1"), "tube.yaml", ".");
  const std::string text = write_scenario(read);
  EXPECT_THAT(text, testing::HasSubstr("inner_radius: 0.25"));
  EXPECT_EQ(parse_mechanism(text, "again.yaml", ".").bodies[0].shapes, read.bodies[0].shapes);
}

TEST(Tubes, NeedAWall) {
  for (const char* inner : {"0.3", "0.4", "-0.1"}) {
    try {
      parse_scenario(tube(std::string("radius: 0.3, length: 1, inner_radius: ") + inner),
                     "tube.yaml", ".");
      FAIL() << inner;
    } catch (const std::exception& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("inner_radius"));
    }
  }
}

}  // namespace
}  // namespace catena
