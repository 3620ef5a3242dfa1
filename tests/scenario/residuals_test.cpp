// No answer that breaks a law of contact is silent, whoever finds it.

#include <gtest/gtest.h>

#include "catena/solvers/contact_chain.hpp"
#include "tests/support/two_bars.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A body on a given path that leads into the ground: no force and no impulse keeps them apart. Nor
// does the run end.
std::string pressed(const std::string& path, const std::string& method) {
  return "model:\n"
         "  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n"
         "  joints: [{name: z, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1]}]\n"
         "  contacts: [{name: ground, point: ball, radius: 0.1, plane: ground, friction: 0.5}]\n"
         "prescribed: [{joint: z, position: \"" +
         path + "\"}]\ncontact: " + method + "\n";
}

TEST(Residuals, ImpactsWithoutASolutionAreNotSilent) {
  for (const std::string method : {"events", "stepping", "automatic"}) {
    WatchedRun run(pressed("0.2 - t", method), 0.1005);
    const auto residuals = run.of(EventKind::Residual);
    ASSERT_FALSE(residuals.empty()) << method;
    EXPECT_NEAR(residuals[0].t, 0.1, 2e-3) << method;
    EXPECT_GT(residuals[0].residual, 0.1) << method;
  }
}

TEST(Residuals, DecisionsWithoutASolutionAreNotSilent) {
  for (const std::string method : {"events", "{method: automatic}"}) {
    WatchedRun run(pressed("0.1 - t^2", method), 0.0025);
    const auto residuals = run.of(EventKind::Residual);
    ASSERT_FALSE(residuals.empty()) << method;
    EXPECT_GT(residuals[0].residual, 0.1) << method;
  }
}

// What keeps to the laws says so, and who found it.
TEST(Residuals, TheLinkIsRecordedAlsoByEvents) {
  const std::string box =
      "model:\n"
      "  bodies: [{name: box, shapes: [{box: {sides: [1, 1, 0.2]}, at: [0, 0, 0.1], mass: 1}]}]\n"
      "  joints: [{name: f, kind: free, parent: world, child: box}]\n"
      "  contacts:\n"
      "    - {name: a, point: {body: box, at: [0.5, 0.5, 0]}, plane: ground, friction: 0.5}\n"
      "    - {name: b, point: {body: box, at: [-0.5, 0.5, 0]}, plane: ground, friction: 0.5}\n"
      "    - {name: c, point: {body: box, at: [0, -0.5, 0]}, plane: ground, friction: 0.5}\n"
      "initial: {f: {q: [1, 0, 0, 0, 0, 0, 0]}}\ncontact: events\n";
  WatchedRun run(box, 0.01);
  EXPECT_TRUE(run.of(EventKind::Residual).empty());
  EXPECT_EQ(run.simulation.state().solver_link, static_cast<int>(ChainLink::Newton));
  EXPECT_LE(run.simulation.state().solver_residual, 1e-12);
}

}  // namespace
}  // namespace catena
