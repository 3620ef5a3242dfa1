// Tables as functions in formulas: exact values, derivatives and integrals, and motions against
// closed solutions.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/expressions/expression.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

using std::numbers::pi;

// 1 kg on a straight guide.
std::string guided_mass(const std::string& tables, const std::string& rest) {
  return "tables: [" + tables +
         "]\n"
         "model:\n"
         "  bodies: [{name: m, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]\n"
         "  joints: [{name: x, kind: prismatic, parent: world, child: m, axis: [1, 0, 0]}]\n" +
         rest;
}

TEST(Tables, AreFunctionsWithExactDerivatives) {
  Constants constants;
  constants.tables["f"] = std::make_shared<const Table>(
      std::vector<double>{0.0, 1.0, 3.0, 4.0}, std::vector<double>{1.0, 2.0, 0.0, 1.0},
      Table::Interpolation::MonotoneCubic, Table::Range::Periodic);
  const std::vector<std::string> names = {"x"};
  const Expression value = Expression::parse("2*f(3*x)", names, constants),
                   integral = Expression::parse("f.integral(x)", names, constants);
  for (const double x : {-2.3, 0.1, 0.4, 0.9, 1.2, 7.7}) {
    const double h = 1e-4;
    const auto at = [&](double shift) { return value.value(std::vector<double>{x + shift}); };
    const Jet jet = value.jet(std::vector<double>{x}, 0);
    EXPECT_NEAR(jet.first, (at(h) - at(-h)) / (2.0 * h), 1e-5);
    EXPECT_NEAR(jet.second, (at(h) + at(-h) - 2.0 * at(0.0)) / (h * h), 1e-4);
    const Jet area = integral.jet(std::vector<double>{x}, 0);
    EXPECT_NEAR(area.first, constants.tables["f"]->value(x), 1e-14);
    EXPECT_NEAR(area.second, constants.tables["f"]->slope(x), 1e-13);
  }
  EXPECT_EQ(value.switches().size(), 1u);
}

// A spring that is four times as stiff on one side: half a period of each.
TEST(Tables, ALinearSpringWithAKneeIsExact) {
  WatchedRun run(guided_mass("{name: force, points: [[-1, -4], [0, 0], [1, 1]]}",
                             "initial: {x: 1}\nmotors: [{joint: x, effort: -force(q.x)}]\n"),
                 0.0);
  const double period = pi + pi / 2.0;
  run.to(pi / 2.0 + pi / 4.0);  // the middle of the stiff side: as far as energy says
  EXPECT_NEAR(run.q(), -0.5, 1e-10);
  EXPECT_NEAR(run.v(), 0.0, 1e-10);
  run.to(period);
  EXPECT_NEAR(run.q(), 1.0, 1e-10);
  EXPECT_NEAR(run.v(), 0.0, 1e-10);
  run.to(4.0 * period + 0.7);
  EXPECT_NEAR(run.q(), std::cos(0.7), 1e-9);
  EXPECT_LT(run.unexplained(), 1e-10);
}

// Work of an effort by table is the exact integral.
TEST(Tables, TheIntegralIsThePotential) {
  for (const char* kind : {"linear", "monotone_cubic"}) {
    WatchedRun run(
        guided_mass("{name: force, points: [[0, 0], [0.3, 2], [0.7, -1], [1, 0]], range: "
                    "periodic, interpolation: " +
                        std::string(kind) + "}",
                    "initial: {x: {q: 0.05, v: 1.5}}\n"
                    "motors: [{name: m, joint: x, effort: -force(q.x)}]\n"),
        3.0);
    Table table({0.0, 0.3, 0.7, 1.0}, {0.0, 2.0, -1.0, 0.0},
                std::string(kind) == "linear" ? Table::Interpolation::Linear
                                              : Table::Interpolation::MonotoneCubic,
                Table::Range::Periodic);
    EXPECT_GT(run.q(), 1.2) << kind;  // over several periods
    const double work = -table.integral(0.05, run.q());
    EXPECT_NEAR(0.5 * run.v() * run.v() - 0.5 * 1.5 * 1.5, work, 1e-10) << kind;
    const int source = run.simulation.ledger().find(EnergyKind::Work, "m");
    EXPECT_NEAR(run.simulation.state().spent[source], work, 1e-10) << kind;
    EXPECT_LT(run.unexplained(), 1e-10) << kind;
  }
}

// A cam: the follower moves as the table says, also in its speed.
TEST(Tables, ACamMovesItsFollower) {
  const std::string text =
      "tables: [{name: lift, points: [[0, 0], [1, 0.1], [3, 0.3], [5, 0.1], [2*pi, 0]], range: "
      "periodic, interpolation: monotone_cubic}]\n"
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies:\n"
      "    - {name: a, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "    - {name: b, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
      "  joints:\n"
      "    - {name: cam, kind: revolute, parent: world, child: a}\n"
      "    - {name: follower, kind: prismatic, parent: world, child: b}\n"
      "  loops: [{name: roller, coupling: {zero: q.follower - lift(q.cam)}}]\n"
      "initial: {cam: {q: 0.2, v: 3}}\n";
  WatchedRun run(text, 2.5);
  const Table lift({0.0, 1.0, 3.0, 5.0, 2.0 * pi}, {0.0, 0.1, 0.3, 0.1, 0.0},
                   Table::Interpolation::MonotoneCubic, Table::Range::Periodic);
  EXPECT_NEAR(run.q(1), lift.value(run.q(0)), 1e-10);
  EXPECT_NEAR(run.v(1), lift.slope(run.q(0)) * run.v(0), 1e-9);
  // No force does work: (1 + lift'^2) w^2 / 2 stays.
  const auto energy = [&](double q, double w) {
    return 0.5 * w * w * (1.0 + lift.slope(q) * lift.slope(q));
  };
  EXPECT_NEAR(energy(run.q(0), run.v(0)), energy(0.2, 3.0), 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
}

TEST(Tables, GivePathsAndNumbers) {
  WatchedRun run(guided_mass("{name: path, points: [[0, 0], [1, 2], [2, 1]], interpolation: "
                             "monotone_cubic, range: clamp}",
                             "prescribed: [{joint: x, position: path(t)}]\nduration: path(1)\n"),
                 0.6);
  const Table path({0.0, 1.0, 2.0}, {0.0, 2.0, 1.0}, Table::Interpolation::MonotoneCubic,
                   Table::Range::Clamp);
  EXPECT_NEAR(run.q(), path.value(0.6), 1e-12);
  EXPECT_NEAR(run.v(), path.slope(0.6), 1e-12);
}

TEST(Tables, AreReadFromFiles) {
  const ScratchFolder folder;
  folder.write("gusts.csv", "# measured\nheight, time, speed\n9, 0, 1\n9, 2, 5\n\n9, 4, -1e0\n");
  folder.write("plain.csv", "0 1\n2 5\n4 -1\n");
  for (const char* source : {"file: gusts.csv, columns: [time, speed]", "file: plain.csv",
                             "points: [[0, 1], [2, 5], [4, -1]]"}) {
    const Mechanism mechanism =
        parse_mechanism(guided_mass(std::string("{name: wind, ") + source + "}",
                                    "motors: [{joint: x, effort: wind(t)}]\n"),
                        "a.yaml", folder.path(""));
    const Table& table = *mechanism.parameters.tables.at("wind");
    EXPECT_EQ(table.x(), (std::vector<double>{0.0, 2.0, 4.0})) << source;
    EXPECT_EQ(table.y(), (std::vector<double>{1.0, 5.0, -1.0})) << source;
    const std::string written = write_scenario(mechanism);
    EXPECT_TRUE(parse_mechanism(written, "b.yaml", "") == mechanism) << written;
  }
}

TEST(Tables, SayWhatIsWrongWithThem) {
  const ScratchFolder folder;
  folder.write("bad.csv", "time, speed\n0, 1\n2, fast\n");
  const auto expect_error = [&](const std::string& table, const std::string& expected,
                                const std::string& effort = "f(t)") {
    try {
      parse_scenario(
          guided_mass("{" + table + "}", "motors: [{joint: x, effort: \"" + effort + "\"}]\n"),
          "bad.yaml", folder.path(""));
      ADD_FAILURE() << table;
    } catch (const std::exception& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("bad.yaml:"), std::string::npos) << error.what();
    }
  };
  expect_error("name: f, points: [[0, 0], [0, 1]]", "strictly increasing");
  expect_error("name: f, points: [[0, 0]]", "expected at least 2");
  expect_error("name: f, points: [[0, 0], [1, 1]], range: periodic", "make them equal");
  expect_error("name: f, points: [[0, 0, 1], [1, 1, 1]]", "numbers (x, y)");
  expect_error("name: sin, points: [[0, 0], [1, 1]]", "choose another name");
  expect_error("name: f 1, points: [[0, 0], [1, 1]]", "expected a name of letters");
  expect_error("name: f, file: none.csv", "cannot read the file");
  expect_error("name: f, file: bad.csv", "line 3 of the file: found 'fast', expected a number");
  expect_error("name: f, file: bad.csv, columns: [tim, speed]", "did you mean 'time'?");
  expect_error("name: f, points: [[0, 0], [1, 1]]", "'f' has 2 arguments, expected 1", "f(t, 1)");
  expect_error("name: lift, points: [[0, 0], [1, 1]]", "did you mean 'lift'?", "lifd(t)");
}

}  // namespace
}  // namespace catena
