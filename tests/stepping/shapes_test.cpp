// Contacts that are found between shapes, by scenarios: what stands, slides, rolls, strikes and
// falls as it should, and what does not touch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

constexpr double g = 9.81;

std::string body(const std::string& name, const std::string& shape) {
  return "    - {name: " + name + ", shapes: [{" + shape + "}]}\n";
}

// Free bodies (name, shape, start), and what `contact` says.
struct Thing {
  std::string name, shape, start;
};
std::string scene(const std::vector<Thing>& things, const std::string& contact,
                  const std::string& world = "", const std::string& gravity = "[0, 0, -9.81]") {
  std::string text = "model:\n  gravity: " + gravity + "\n" + world + "  bodies:\n";
  for (const Thing& thing : things) text += body(thing.name, thing.shape);
  text += "  joints:\n";
  for (const Thing& thing : things)
    text +=
        "    - {name: j" + thing.name + ", kind: free, parent: world, child: " + thing.name + "}\n";
  text += "initial:\n";
  for (const Thing& thing : things) text += "  j" + thing.name + ": " + thing.start + "\n";
  return text + "contact: {method: stepping, " + contact + "}\n";
}

const std::string cube = "box: {sides: [0.2, 0.2, 0.2]}, mass: 1";
const std::string ball = "sphere: {radius: 0.1}, mass: 1";

TEST(TouchingShapes, ABoxFallsOnTheGroundAndStays) {
  WatchedRun run(scene({{"a", cube, "{position: [0, 0, 0.3]}"}}, "ground: true"), 1.0);
  EXPECT_NEAR(run.q(6), 0.1, 1e-9);
  EXPECT_LT(run.simulation.state().v.norm(), 1e-9);
  EXPECT_LT(run.unexplained(), 1e-9);
  EXPECT_FALSE(run.of(EventKind::Impact).empty());
}

// As corners that are given do, to rounding.
TEST(TouchingShapes, ABoxSticksAndSlidesOnAPlane) {
  const double slope = 20.0 * std::numbers::pi / 180.0;
  const std::string tilted = "[9.81*sin(20 deg), 0, -9.81*cos(20 deg)]";
  const auto text = [&](double mu) {
    return scene({{"a", cube, "{position: [0, 0, 0.1]}"}},
                 "ground: true, friction: " + std::to_string(mu), "", tilted);
  };
  WatchedRun sticks(text(0.5), 2.0);
  EXPECT_LT(std::abs(sticks.q(4)), 1e-12);
  WatchedRun slides(text(0.3), 1.0);
  const double a = g * (std::sin(slope) - 0.3 * std::cos(slope));
  EXPECT_NEAR(slides.q(4), 0.5 * a, 1e-9);
  EXPECT_NEAR(slides.q(6), 0.1, 1e-9);
}

TEST(TouchingShapes, BoxesStandOnEachOther) {
  std::vector<Thing> things;
  for (int i = 0; i < 5; ++i)
    things.push_back({"b" + std::to_string(i), cube,
                      "{position: [0, 0, " + std::to_string(0.1 + 0.2 * i) + "]}"});
  WatchedRun run(scene(things, "ground: true"), 2.0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(run.q(7 * i + 6), 0.1 + 0.2 * i, 1e-9);
    EXPECT_LT(std::hypot(run.q(7 * i + 4), run.q(7 * i + 5)), 1e-9);
  }
}

// As a sphere against a plane that is given does, to rounding; 5/7 g sin down a slope.
TEST(TouchingShapes, ABallRolls) {
  const std::string slope = "[1, 0, -9.81]", start = "{position: [0, 0, 0.1]}";
  WatchedRun run(scene({{"a", ball, start}}, "ground: true, friction: 0.5", "", slope), 1.0);
  std::string given = scene({{"a", ball, start}}, "step: 1 ms", "", slope);
  given.insert(given.find("initial:"),
               "  contacts: [{name: c, point: a, radius: 0.1, plane: ground, friction: 0.5}]\n");
  WatchedRun other(given, 1.0);
  EXPECT_NEAR(run.q(4), other.q(4), 1e-12);
  EXPECT_NEAR(run.q(4), 0.5 * 5.0 / 7.0, 2e-6);  // second order in the step
  EXPECT_NEAR(run.q(6), 0.1, 1e-9);
}

TEST(TouchingShapes, BallsStrikeEachOther) {
  WatchedRun run(scene({{"a", ball, "{position: [0, 0, 0], v: [0, 0, 0, 1, 0, 0]}"},
                        {"b", ball, "{position: [1, 0, 0]}"}},
                       "shapes: all, friction: 0, restitution: 1", "", "[0, 0, 0]"),
                 1.5);
  EXPECT_NEAR(run.v(3), 0.0, 1e-10);
  EXPECT_NEAR(run.v(9), 1.0, 1e-10);
  const auto impacts = run.of(EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].name, "a b");
  EXPECT_NEAR(impacts[0].t, 0.8, 1e-9);
}

TEST(TouchingShapes, FiltersAndMaterials) {
  const std::vector<Thing> things = {{"a", cube + ", material: wood", "{position: [0, 0, 0.1]}"},
                                     {"b", cube, "{position: [0.1, 0, 0.5]}"}};
  WatchedRun ignored(scene(things, "ground: true, ignore: [[a, b]]"), 1.0);
  EXPECT_NEAR(ignored.q(13), 0.1, 1e-9);  // through the other one, onto the ground
  EXPECT_THROW(
      try {
        WatchedRun(scene({{"a", cube + ", material: wodo", "{}"}}, "shapes: all"), 0.0);
      } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("wood"));
        throw;
      },
      std::exception);
}

TEST(TouchingShapes, ABallOnAStepOfTheWorld) {
  const std::string world = "  world: {shapes: [{box: {sides: [2, 2, 0.4]}, at: [-1, 0, -0.2]}]}\n";
  // It rolls over the edge of the box and falls.
  WatchedRun run(scene({{"a", ball, "{position: [-0.2, 0, 0.1], v: [0, 5, 0, 0.5, 0, 0]}"}},
                       "shapes: all, friction: 0.5", world),
                 1.0);
  EXPECT_GT(run.q(4), 0.1);
  EXPECT_LT(run.q(6), -0.5);
  EXPECT_LT(run.unexplained(), 1e-3);
}

// Four blocks reach over the edge by nearly 25/24 of their length, and fall with a millionth more:
// slowly at first, 1e-6 m grow e-fold within a quarter of a second.
TEST(TouchingShapes, OverhangIsSharp) {
  std::ifstream file(CATENA_SOURCE_DIR "/examples/bodies/overhang.yaml");
  std::stringstream text;
  text << file.rdbuf();
  const auto top = [&](const std::string& part, double end = 1.0) {
    std::string changed = text.str();
    const std::string usual = "part: 0.999999";
    changed.replace(changed.find(usual), usual.size(), "part: " + part);
    WatchedRun run(changed, end);
    return run.q(27);
  };
  EXPECT_NEAR(top("0.999999", 3.0), 0.7, 1e-9);
  EXPECT_LT(top("1.000001", 3.0), 0.7 - 1e-4);
  EXPECT_LT(top("1.001"), 0.699);
}

TEST(TouchingShapes, GoesOnBitForBitFromAState) {
  const std::string text =
      scene({{"a", cube, "{position: [0, 0, 0.1]}"},
             {"b", cube, "{position: [0.03, 0.02, 0.31], v: [1, 0, 0, 0.2, 0, 0]}"},
             {"c", ball, "{position: [0.02, 0, 0.7]}"}},
            "ground: true");
  WatchedRun whole(text, 0.3);
  const State middle = whole.simulation.state();
  whole.to(0.6);
  WatchedRun again(text, 0.1);
  again.simulation.restore(middle);
  again.to(0.6);
  EXPECT_EQ(whole.simulation.state().q, again.simulation.state().q);
  EXPECT_EQ(whole.simulation.state().v, again.simulation.state().v);
}

}  // namespace
}  // namespace catena
