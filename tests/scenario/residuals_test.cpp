// No answer that breaks a law of contact is silent, whoever finds it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/elements/simulation_error.hpp"
#include "catena/solvers/contact_chain.hpp"
#include "tests/support/two_bars.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A body on a given path that leads into the ground: no force and no impulse keeps them apart.
std::string pressed(const std::string& path, const std::string& method) {
  return "model:\n"
         "  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n"
         "  joints: [{name: z, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1]}]\n"
         "  contacts: [{name: ground, point: ball, radius: 0.1, plane: ground, friction: 0.5}]\n"
         "prescribed: [{joint: z, position: \"" +
         path + "\"}]\ncontact: " + method + "\n";
}

// The body arrives at 1 m/s and its path goes on, so that the motion cannot: the run ends when it
// arrives, and says what presses what.
TEST(Residuals, ImpactsWithoutASolutionEndTheRun) {
  for (const std::string method : {"events", "stepping", "automatic"}) {
    WatchedRun run(pressed("0.2 - t", method), 0.0995);
    EXPECT_TRUE(run.of(EventKind::Residual).empty()) << method;
    try {
      run.to(0.15);
      ADD_FAILURE() << method << ": the run goes on to " << run.simulation.state().t << " s";
    } catch (const SimulationError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("'ground' cannot be kept: the path of 'z'"))
          << method;
    }
    EXPECT_NEAR(run.simulation.state().t, 0.1, 2e-3) << method;
    EXPECT_NEAR(run.q(), 0.1, 2e-3) << method;
  }
}

// Where the path only begins to press, the run goes on, and each decision says that it has no
// answer.
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
