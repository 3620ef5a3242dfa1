// Which contacts share a load in a way that no law determines.

#include "catena/sim/undetermined_forces.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

std::vector<std::string> names_after(const std::string& text, double t) {
  WatchedRun run(text, t);
  return undetermined_contacts(run.simulation.observed(), run.simulation.state());
}

// A board on so many legs under its corners, each a contact of its own.
std::string board_on_legs(int legs, const char* method) {
  std::string contacts;
  for (int i = 0; i < legs; ++i)
    contacts += fmt::format(
        "    - {{name: leg{}, point: {{body: board, at: [{}, {}, -0.1]}}, plane: {{}}}}\n", i,
        i % 2 == 0 ? 0.3 : -0.3, i < 2 ? 0.2 : -0.2);
  return fmt::format(
      "contact: {{method: {}}}\n"
      "model:\n"
      "  bodies: [{{name: board, shapes: [{{box: {{sides: [0.7, 0.5, 0.02]}}, mass: 4}}]}}]\n"
      "  joints: [{{name: free, kind: free, parent: world, child: board, at: [0, 0, 0.1]}}]\n"
      "  contacts:\n{}duration: 1\n",
      method, contacts);
}

TEST(UndeterminedForces, AreThoseOfATableOnFourLegs) {
  using Names = std::vector<std::string>;
  for (const char* method : {"events", "stepping"}) {
    EXPECT_EQ(names_after(board_on_legs(4, method), 0.05), (Names{"leg0", "leg1", "leg2", "leg3"}));
    // Three that carry it, or one corner that falls, leave no choice.
    EXPECT_EQ(names_after(board_on_legs(2, method), 0.0), Names{});
  }
}

// Corners of a face share what they carry, but the force between the two bodies is determined.
TEST(UndeterminedForces, OfABoxOnTheGroundThereAreNone) {
  const std::string box =
      "contact: {ground: true, friction: 0.5}\n"
      "model:\n"
      "  bodies: [{name: box, shapes: [{box: {sides: [0.2, 0.2, 0.2]}, mass: 1}]}]\n"
      "  joints: [{name: free, kind: free, parent: world, child: box, at: [0, 0, 0.1]}]\n"
      "duration: 1\n";
  EXPECT_TRUE(names_after(box, 0.1).empty());
}

// How hard the walls press on a beam between them, nothing says.
TEST(UndeterminedForces, OfABeamBetweenWallsAreNamed) {
  const std::string beam =
      "contact: {method: events}\n"
      "model:\n"
      "  bodies: [{name: beam, shapes: [{box: {sides: [1, 0.1, 0.1]}, mass: 1}]}]\n"
      "  joints: [{name: z, kind: prismatic, parent: world, child: beam, axis: [1, 0, 0]}]\n"
      "  contacts:\n"
      "    - {name: left, point: {body: beam, at: [-0.5, 0, 0]}, plane: {at: [-0.5, 0, 0], normal: "
      "[1, 0, 0]}}\n"
      "    - {name: right, point: {body: beam, at: [0.5, 0, 0]}, plane: {at: [0.5, 0, 0], normal: "
      "[-1, 0, 0]}}\n"
      "duration: 1\n";
  EXPECT_EQ(names_after(beam, 0.1), (std::vector<std::string>{"left", "right"}));
}

}  // namespace
}  // namespace catena
