// Bodies of one mechanism that overlap where a run starts: they are ignored, and nothing is thrown.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "catena/library/builtin_models.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// Three links in a row; the first and the last overlap by 2 cm.
std::string folded_chain(const std::string& contact) {
  return "model:\n  gravity: [0, 0, 0]\n  bodies:\n"
         "    - {name: a, shapes: [{box: {sides: [0.2, 0.1, 0.1]}, mass: 1}]}\n"
         "    - {name: b, shapes: [{box: {sides: [0.02, 0.02, 0.02]}, mass: 1}]}\n"
         "    - {name: c, shapes: [{box: {sides: [0.2, 0.1, 0.1]}, mass: 1}]}\n"
         "  joints:\n"
         "    - {name: base, kind: free, parent: world, child: a}\n"
         "    - {name: first, kind: revolute, parent: a, child: b, axis: [0, 1, 0], at: [0.1, 0, "
         "0.04]}\n"
         "    - {name: second, kind: prismatic, parent: b, child: c, axis: [0, 0, 1], at: [0, 0, "
         "0.04]}\n"
         "contact: {method: stepping, shapes: all" +
         contact + "}\n";
}

TEST(StartOverlaps, LinksOfOneMechanismAreIgnored) {
  WatchedRun run(folded_chain(""), 0.2);
  const auto ignored = run.of(EventKind::Ignore);
  ASSERT_EQ(ignored.size(), 1u);
  EXPECT_EQ(ignored[0].name, "a c");
  EXPECT_NEAR(ignored[0].x_before, -0.02, 1e-9);
  EXPECT_TRUE(run.of(EventKind::Impact).empty());
  EXPECT_EQ(run.simulation.state().v.norm(), 0.0);
}

TEST(StartOverlaps, OrMovedApartWhereThatIsAskedFor) {
  WatchedRun run(folded_chain(", part_links: true"), 0.2);
  EXPECT_TRUE(run.of(EventKind::Ignore).empty());
  EXPECT_EQ(run.of(EventKind::Outside).size(), 1u);
  EXPECT_LT(run.simulation.state().v.norm(), 1e-9);
  EXPECT_LT(run.unexplained(), 1e-12);
}

// Its trunk starts at height 0. It is lifted as it stands, and falls when it is pushed.
TEST(StartOverlaps, AQuadrupedInTheGroundIsLiftedOutOfIt) {
  WatchedRun run(
      "model: {builtin: quadruped}\ncontact: {shapes: all, ground: true}\n"
      "initial: {LF_HFE: 0.4, LF_KFE: -0.8, floating_base: {v: [0, 0, 0, 0.5, 0, 0]}}\n",
      1.0);
  const auto lifted = run.of(EventKind::Outside);
  ASSERT_EQ(lifted.size(), 1u);
  EXPECT_EQ(lifted[0].name, "trunk");
  EXPECT_LT(lifted[0].x_before, -0.3);
  EXPECT_LT(run.unexplained(), 1e-4);
}

// Without any list of what is to be ignored. CATENA_SCENES lets it come to rest.
TEST(StartOverlaps, AHumanFigureFallsAndIsNeverThrown) {
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(human_figure());
  setup.q = neutral_configuration(*setup.model);
  setup.q[0] = std::cos(0.15), setup.q[1] = std::sin(0.15), setup.q[6] = 1.3;
  setup.shape_contacts.enabled = setup.shape_contacts.ground = true;
  WatchedRun run(setup);
  EXPECT_GE(run.of(EventKind::Ignore).size(), 4u);
  const double begin = run.simulation.energy(run.simulation.state()).stored();
  double last = begin;
  const bool to_rest = std::getenv("CATENA_SCENES") != nullptr;
  for (int i = 1; i <= (to_rest ? 60 : 14); ++i) {
    run.to(0.05 * i);
    const double stored = run.simulation.energy(run.simulation.state()).stored();
    EXPECT_LE(stored, last + 1e-5 * begin) << "at " << 0.05 * i << " s";
    last = stored;
  }
  EXPECT_LT(last, 0.8 * begin);
  EXPECT_LT(run.unexplained(), 3e-5 * begin);
  // Its joints have no friction: a hand or a foot may go on to swing a little.
  if (to_rest) {
    EXPECT_LT(run.simulation.energy(run.simulation.state()).kinetic, 1e-4 * begin);
  }
}

}  // namespace
}  // namespace catena
