// The examples of bodies that touch do what their comments say. By default the first part of each
// motion is looked at; with the environment variable CATENA_SCENES all of it.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catena/contact/shape_queries.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::bodies_examples {
namespace {

constexpr double g = 9.81;

bool whole() {
  return std::getenv("CATENA_SCENES") != nullptr;
}

class Example {
 public:
  explicit Example(const std::string& name)
      : scenario_(load_scenario(CATENA_SOURCE_DIR "/examples/bodies/" + name + ".yaml")),
        simulation(scenario_.setup),
        recorder_(simulation, scenario_.record),
        queries_(scenario_.setup.model, scenario_.setup.shape_contacts, scenario_.setup.loops) {}

  // To its end, or to `short_time` by default.
  void run(double short_time) { to(whole() ? scenario_.duration : short_time); }
  void to(double t) { simulation.advance(t); }
  double operator[](const std::string& column) {
    const std::vector<double>& row = recorder_.row(simulation.state());
    for (std::size_t i = 0; i < row.size(); ++i)
      if (recorder_.columns()[i] == column) return row[i];
    ADD_FAILURE() << "no column " << column;
    return std::nan("");
  }
  // How deep shapes are in each other, m.
  double overlap() {
    queries_.place(simulation.state().q.head(scenario_.setup.model->nq()));
    double deepest = 0.0;
    for (const ShapeMeeting& meeting : queries_.meetings(0.0))
      deepest = std::max(deepest, -meeting.distance.value);
    return deepest;
  }
  // What the ledger does not explain, in parts of what was exchanged.
  double unexplained() {
    const EnergyBalance energy = simulation.energy(simulation.state());
    return std::abs(energy.balance) / (std::abs(energy.dissipated) + std::abs(energy.impact) +
                                       std::abs(energy.work) + energy.kinetic + 1e-12);
  }
  double mass() const { return scenario_.setup.model->total_mass(); }
  const Eigen::VectorXd& start() const { return scenario_.setup.q; }

 private:
  Scenario scenario_;

 public:
  Simulation simulation;

 private:
  Recorder recorder_;
  ShapeQueries queries_;
};

TEST(BodiesExamples, TheHouseOfCardsStands) {
  Example house("card_house");
  const Eigen::VectorXd start = house.simulation.state().q;
  house.run(0.1);
  EXPECT_LT((house.simulation.state().q - start).lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_LT(house.overlap(), 1e-9);
  // The two cards of the top push against each other with W (tan theta - d/L) / 2.
  const double theta = 20.0 * std::acos(-1.0) / 180.0;
  EXPECT_NEAR(house["contact.card_5.card_6.fx"],
              -0.002 * g * 0.5 * (std::tan(theta) - 0.0022 / 0.088), 1e-9);
  EXPECT_NEAR(house["contact.deck.card_5.fz"], -0.002 * g, 1e-9);
}

// Three tents, two and one, on two decks. With CATENA_SCENES a minute of it.
TEST(BodiesExamples, AHouseOfThreeStoreysStands) {
  std::string text = R"(
name: house of three storeys
parameters: {theta: 20 deg, L: 0.088, d: 2.2 mm, w: 0.058, pitch: 0.07, lean: d/2*cos(theta) + L/2*sin(theta), rise: d/2*sin(theta) + L/2*cos(theta)}
model:
  bodies:
    - {for: [t in 1..6, s in 1..2], name: card_$t$s, shapes: [{box: {sides: [d, w, L]}, mass: 2 g}]}
    - {name: low, shapes: [{box: {sides: [3*L, w, d]}, mass: 6 g}]}
    - {name: high, shapes: [{box: {sides: [2*L, w, d]}, mass: 4 g}]}
  joints:
    - {for: [t in 1..3, s in 1..2], name: move_$t$s, kind: free, parent: world, child: card_$t$s, at: {position: [pitch*($t - 2) + lean*(2*$s - 3), 0, rise], rpy: [0, theta*(3 - 2*$s), 0]}}
    - {for: [t in 4..5, s in 1..2], name: move_$t$s, kind: free, parent: world, child: card_$t$s, at: {position: [pitch*($t - 4.5) + lean*(2*$s - 3), 0, 3*rise + d], rpy: [0, theta*(3 - 2*$s), 0]}}
    - {for: s in 1..2, name: move_6$s, kind: free, parent: world, child: card_6$s, at: {position: [lean*(2*$s - 3), 0, 5*rise + 2*d], rpy: [0, theta*(3 - 2*$s), 0]}}
    - {name: move_low, kind: free, parent: world, child: low, at: [0, 0, 2*rise + d/2]}
    - {name: move_high, kind: free, parent: world, child: high, at: [0, 0, 4*rise + 3*d/2]}
contact: {shapes: all, ground: true, friction: 0.4}
)";
  Simulation house(parse_scenario(text, "house.yaml", ".").setup);
  const Eigen::VectorXd start = house.state().q;
  house.advance(whole() ? 60.0 : 0.1);
  EXPECT_LT((house.state().q - start).lpNorm<Eigen::Infinity>(), 1e-9);
}

// L . (R z - a axis) about the mass centre.
double jellett(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double& tilt) {
  const double R = 0.02, a = 0.003, A = 3e-6, C = 3.1e-6;
  const Eigen::Matrix3d turn =
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  const Eigen::Vector3d momentum = turn * Eigen::Vector3d(A * v[0], A * v[1], C * v[2]);
  const Eigen::Vector3d axis = turn.col(2);
  tilt = std::acos(axis.z());
  return R * momentum.z() - a * momentum.dot(axis);
}

TEST(BodiesExamples, TheTippeTopKeepsJellettsConstant) {
  Example top("tippe_top");
  double tilt = 0.0, first_tilt = 0.0;
  const double before = jellett(top.simulation.state().q, top.simulation.state().v, first_tilt);
  top.run(0.4);
  const double after = jellett(top.simulation.state().q, top.simulation.state().v, tilt);
  EXPECT_NEAR(after / before, 1.0, 1e-6);
  EXPECT_GT(tilt, whole() ? 3.0 : 1.5 * first_tilt);
  EXPECT_LT(top.overlap(), 1e-9);
}

TEST(BodiesExamples, TheBreakKeepsItsEnergy) {
  Example table("billiard_break");
  table.run(0.25);
  EXPECT_NEAR(table["energy.kinetic"], 0.5 * 0.17 * 36.0, 1e-9);
  EXPECT_LT(table.overlap(), 1e-9);
}

TEST(BodiesExamples, TheQuadrupedStands) {
  Example robot("quadruped_stands");
  robot.run(0.3);
  EXPECT_LT(robot.overlap(), 1e-9);
  EXPECT_LT(robot.unexplained(), 1e-5);
  if (!whole()) return;
  EXPECT_NEAR(robot["touch.world.fz"], -robot.mass() * g, 1e-2);
  EXPECT_LT(robot.simulation.state().v.norm(), 1e-3);
}

TEST(BodiesExamples, ThreeFingersLiftABox) {
  Example hand("three_fingers");
  hand.run(0.4);
  EXPECT_LT(hand.overlap(), 1e-9);
  EXPECT_LT(hand.unexplained(), 1e-5);
  if (!whole()) return;
  EXPECT_NEAR(hand["q.move.6"], 0.13, 5e-3);
  EXPECT_NEAR(hand["touch.box.fz"], 0.3 * g, 1e-4);
  EXPECT_NEAR(
      hand["contact.box.far_1.fz"] + hand["contact.box.far_2.fz"] + hand["contact.box.far_3.fz"],
      0.3 * g, 1e-4);
  EXPECT_EQ(hand["contact.box.ground.points"], 0);
}

TEST(BodiesExamples, TheFigureFallsOnTheGround) {
  Example figure("humanoid_fall");
  figure.run(0.1);
  EXPECT_LT(figure.overlap(), 1e-6);
  EXPECT_LT(figure.unexplained(), 1e-4);
  if (!whole()) return;
  EXPECT_NEAR(figure["touch.world.fz"], -figure.mass() * g, 1.0);
}

TEST(BodiesExamples, TheGymnastLandsOnTheFloor) {
  Example figure("high_bar_lands");
  figure.run(0.1);
  EXPECT_LT(figure.overlap(), 1e-6);
  EXPECT_LT(figure.unexplained(), 1e-5);
  if (!whole()) return;
  EXPECT_NEAR(figure["touch.world.fz"], -75.0 * g, 1.0);
}

TEST(BodiesExamples, TheGymnastExplainsTheEnergyOfTheSwingAndTheFall) {
  const Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/bodies/high_bar_lands.yaml");
  Simulation simulation(scenario.setup);
  EnergyWatch energy(scenario.setup);
  RunObserver observer;
  observer.sample = [&](const State& state) { energy.see(simulation, state); };
  observer.sample_interval = 0.01;
  simulation.advance(scenario.duration, observer);
  EXPECT_LT(energy.unexplained(), 1e-6 * energy.exchanged());
}

TEST(BodiesExamples, TheFigureSitsOnTheSwing) {
  Example swing("swing_seat");
  const double end = whole() ? 4.0 : 0.3;
  for (double t = 0.1; t < end + 0.05; t += 0.1) {
    swing.to(t);
    EXPECT_LT(swing.overlap(), 1e-6) << t;
    EXPECT_GE(swing["contact.swing.left_thigh.points"], 1) << t;
    EXPECT_GE(swing["contact.swing.right_thigh.points"], 1) << t;
  }
  EXPECT_LT(swing.unexplained(), 1e-6);
}

TEST(BodiesExamples, ThePileDoesNotOverlap) {
  Example pile("pile");
  pile.run(0.08);
  EXPECT_LT(pile.overlap(), 2e-5);
  EXPECT_LT(pile.unexplained(), 1e-6);
  if (!whole()) return;
  EXPECT_NEAR(pile["touch.world.fz"], -216.0 * 10.0 * g, 0.01 * 21190.0);
}

TEST(BodiesExamples, AThousandBoxesDoNotOverlap) {
  Example pile("pile_of_boxes");
  pile.run(0.13);
  EXPECT_LT(pile.overlap(), 1e-5);
  EXPECT_LT(pile.unexplained(), 1e-6);
  EXPECT_LT(pile["touch.world.fz"], -100.0);
}

TEST(BodiesExamples, TheBallPitCarriesItsBalls) {
  Example pit("ball_pit");
  pit.run(0.08);
  EXPECT_LT(pit.overlap(), 2e-6);
  EXPECT_LT(pit.unexplained(), 1e-6);
  if (!whole()) return;
  // Also what has left the box and falls would be missing here.
  EXPECT_NEAR(pit["touch.world.fz"], -7.0 * g, 1e-2);
}

// The example with other words in the place of some of its own, wherever these stand.
SimulationSetup edited(const std::string& name,
                       const std::vector<std::pair<std::string, std::string>>& changes) {
  std::ostringstream file;
  file << std::ifstream(CATENA_SOURCE_DIR "/examples/bodies/" + name + ".yaml").rdbuf();
  std::string text = file.str();
  for (const auto& [usual, other] : changes) {
    std::size_t at = text.find(usual);
    EXPECT_NE(at, std::string::npos) << usual;
    for (; at != std::string::npos; at = text.find(usual, at + other.size()))
      text.replace(at, usual.size(), other);
  }
  return parse_scenario(text, name + ".yaml", ".").setup;
}

double tilt_of(const Simulation& simulation, int domino) {
  return 2.0 * std::acos(std::min(1.0, std::abs(simulation.state().q[7 * (domino - 1)])));
}

// How far a domino is tilted after a time, with another push.
double tilt_of(const std::string& push, int domino, double t) {
  Simulation simulation(edited("dominoes", {{"push: 1.05", "push: " + push}}));
  simulation.advance(t);
  return tilt_of(simulation, domino);
}

// When each of so many dominoes in a row has tilted by 0.1 rad, by linear interpolation.
std::vector<double> front_of(const std::string& count, double until) {
  Simulation row(edited(
      "dominoes", {{"1..9", "1.." + count}, {"q.fall_1.6, q.fall_5.6, q.fall_9.6", "q.fall_1.6"}}));
  std::vector<double> times;
  double before = 0.0;
  for (int k = 1; k * 0.001 < until && times.size() + 1 < std::stoul(count); ++k) {
    row.advance(k * 0.001);
    const int next = static_cast<int>(times.size()) + 1;
    const double now = tilt_of(row, next);
    if (now > 0.1) times.push_back(0.001 * (k - (now - 0.1) / (now - before)));
    before = tilt_of(row, static_cast<int>(times.size()) + 1);
  }
  return times;
}

// After the first ones the push travels with the same speed from each to the next.
TEST(BodiesExamples, ThePushTravelsAlongFortyDominoes) {
  if (!whole()) GTEST_SKIP() << "CATENA_SCENES=1 runs it";
  const std::vector<double> times = front_of("40", 1.6);
  ASSERT_EQ(times.size(), 39U);
  const double usual = (times[38] - times[14]) / 24.0;
  // Impacts within a step make single instants uncertain by a millisecond.
  for (std::size_t i = 22; i < times.size(); ++i)
    EXPECT_NEAR((times[i] - times[i - 8]) / 8.0, usual, 0.01 * usual) << i;
}

TEST(BodiesExamples, DominoesFallBeyondTheirBalance) {
  const double balance = std::atan(7.5 / 48.0);
  EXPECT_LT(tilt_of("0.99", 1, 0.4), balance);
  EXPECT_LT(tilt_of("0.99", 2, 0.4), 1e-6);
  EXPECT_GT(tilt_of("1.01", 1, 0.5), 2.0 * balance);
  EXPECT_GT(tilt_of("1.01", 2, 0.5), 0.1 * balance);
  if (!whole()) return;
  Example row("dominoes");
  row.run(0.0);
  for (int i = 1; i <= 9; ++i)
    EXPECT_LT(std::abs(row.simulation.state().q[7 * (i - 1)]), std::cos(0.5)) << i;
  EXPECT_LT(row.overlap(), 1e-8);
  EXPECT_LT(row.unexplained(), 1e-6);
}

}  // namespace
}  // namespace catena::bodies_examples
