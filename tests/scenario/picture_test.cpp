// How pictures are taken: read, written again, and refused where it makes no sense.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

const std::string arm = R"(model:
  bodies:
    - {name: arm, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}
  joints:
    - {name: elbow, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}
  frames: [{name: tip, body: arm, at: [1, 0, 0]}]
)";

Mechanism read_with(const std::string& picture) {
  return parse_mechanism(arm + "picture: " + picture + "\n", "arm.yaml", ".");
}

std::string picture_message(const std::string& picture) {
  try {
    parse_scenario(arm + "picture: " + picture + "\n", "arm.yaml", ".");
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(Picture, IsReadAndWrittenAgain) {
  const Mechanism mechanism = read_with(
      "{time: 0.5, phases: [0, 250 ms], from: [0.3, -1, 0.2], zoom: 1.5, around: arm, "
      "trails: [tip, arm], layers: [-grid, forces], film: {from: 0.1, to: 2, speed: 0.5}}");
  const PictureItem& picture = mechanism.picture;
  EXPECT_EQ(picture.time, 0.5);
  EXPECT_EQ(picture.phases, (std::vector<double>{0.0, 0.25}));
  EXPECT_EQ(picture.from, (std::array<double, 3>{0.3, -1.0, 0.2}));
  EXPECT_EQ(picture.zoom, 1.5);
  EXPECT_EQ(picture.around, std::vector<std::string>{"arm"});
  EXPECT_EQ(picture.trails, (std::vector<std::string>{"tip", "arm"}));
  EXPECT_EQ(picture.layers, (std::vector<std::string>{"-grid", "forces"}));
  EXPECT_EQ(picture.film[0], 0.1);
  EXPECT_EQ(picture.film[1], 2.0);
  EXPECT_EQ(picture.speed, 0.5);
  const Mechanism again = parse_mechanism(write_scenario(mechanism), "again.yaml", ".");
  EXPECT_EQ(again.picture, picture);
  const Mechanism named = read_with("{view: top}");
  EXPECT_EQ(parse_mechanism(write_scenario(named), "again.yaml", ".").picture, named.picture);
  EXPECT_EQ(parse_mechanism(arm, "arm.yaml", ".").picture, PictureItem{});
}

TEST(Picture, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"{trails: tipp}", "arm.yaml:7:19: picture.trails: "},
      {"{around: leg}", "arm.yaml:7:19: picture.around: "},
      {"{view: left}", "arm.yaml:7:17: picture.view: unknown view 'left'"},
      {"{layers: [-grids]}", "picture.layers[0]: unknown layer '-grids'"},
      {"{view: top, from: [1, 0, 0]}",
       "'view' already gives the direction of view; remove one of them"},
      {"{from: [0, 0, 0]}", "expected a direction that is not zero"},
      {"{film: {from: 2, to: 1}}", "picture.film.to: found '1', expected a moment after 'from'"},
      {"{zoom: 0}", "picture.zoom: found '0', expected a number, greater than 0"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_NE(picture_message(text).find(message), std::string::npos)
        << text << ": " << picture_message(text);
}

}  // namespace
}  // namespace catena
