// Recorded poses of bodies, of structures that stay and that change: against forward kinematics of
// the recorded positions, and against flights that are known in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "catena/dynamics/kinematics.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::test {
namespace {

using Row = std::map<std::string, double>;

// Runs a scenario with its poses, and gives the rows.
std::vector<Row> record(const Scenario& scenario) {
  Simulation simulation(scenario.setup);
  RecordOptions options = scenario.record;
  options.poses = true;
  Recorder recorder(simulation, options);
  std::vector<Row> rows;
  const auto sample = [&](const State& state) {
    const std::vector<double>& values = recorder.row(state);
    Row row;
    for (std::size_t i = 0; i < values.size(); ++i) row[recorder.columns()[i]] = values[i];
    EXPECT_EQ(row.size(), values.size());  // no name twice
    rows.push_back(std::move(row));
  };
  RunObserver observer;
  observer.sample_interval = scenario.record.interval;
  observer.sample = sample;
  simulation.advance(scenario.setup.start_time + scenario.duration, observer);
  return rows;
}

Transform<double> pose(const Row& row, const std::string& body) {
  const auto x = [&](const char* part) { return row.at("x." + body + part); };
  EXPECT_GE(x(".qw"), 0.0);
  const Quaternion<double> q{x(".qw"), x(".qx"), x(".qy"), x(".qz")};
  return {rotation_matrix(q), {x(".x"), x(".y"), x(".z")}};
}

double distance(const Transform<double>& a, const Transform<double>& b) {
  double worst = norm(a.translation - b.translation);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      worst = std::max(worst, std::abs(a.rotation(i, k) - b.rotation(i, k)));
  return worst;
}

// About y, at a place in the plane of x and z.
Transform<double> in_plane(double angle, double x, double z) {
  return {rotation_matrix(exponential(Vec3<double>{0, angle, 0})), {x, 0, z}};
}

TEST(PoseRecording, EqualsForwardKinematicsOfThePositions) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: hull, shapes: [{box: {sides: [1, 0.4, 0.2]}, mass: 2}]}
    - {name: arm, shapes: [{box: {sides: [0.1, 0.1, 0.5]}, at: [0, 0, 0.25], mass: 1}]}
    - {name: hand, shapes: [{box: {sides: [0.1, 0.2, 0.3]}, at: [0, 0.1, 0], mass: 0.5}]}
  joints:
    - {name: flight, kind: free, parent: world, child: hull}
    - {name: shoulder, kind: spherical, parent: hull, child: arm, at: [0.5, 0, 0.1]}
    - {name: wrist, kind: revolute, parent: arm, child: hand, axis: [1, 0, 0], at: [0, 0, 0.5]}
initial:
  flight: {v: [1, 2, 14, 0.1, 0.2, 0.3]}
  shoulder: {v: [3, -1, 2]}
  wrist: {q: 0.4, v: -5}
duration: 1
record: {interval: 0.05, columns: [q, poses]}
)",
                                           "flight.yaml", "");
  const Model& model = *scenario.setup.model;
  Kinematics<double> kinematics(model);
  const std::vector<Row> rows = record(scenario);
  ASSERT_EQ(rows.size(), 21u);
  double least_w = 1.0;
  for (const Row& row : rows) {
    Eigen::VectorXd q(model.nq());
    for (int i = 0; i < model.nq(); ++i) q[i] = row.at("q." + model.configuration_name(i));
    kinematics.compute(model, q);
    // Orientations another way: as products of the joints' quaternions.
    Quaternion<double> turn = Quaternion<double>::load(&q[0]);
    const Quaternion<double> turns[] = {Quaternion<double>::identity(),
                                        Quaternion<double>::load(&q[7]),
                                        exponential(Vec3<double>{q[11], 0, 0})};
    const char* const bodies[] = {"hull", "arm", "hand"};
    for (std::size_t b = 0; b < 3; ++b) {
      turn = turn * turns[b];
      const Vec3<double> place = kinematics.pose(model, model.find_frame(bodies[b])).translation;
      EXPECT_LT(norm(pose(row, bodies[b]).translation - place), 1e-15) << bodies[b];
      const double sign = turn.w < 0.0 ? -1.0 : 1.0;
      const auto x = [&](const char* part) { return row.at(std::string("x.") + bodies[b] + part); };
      EXPECT_NEAR(x(".qw"), sign * turn.w, 1e-15) << bodies[b];
      EXPECT_NEAR(x(".qx"), sign * turn.x, 1e-15) << bodies[b];
      EXPECT_NEAR(x(".qy"), sign * turn.y, 1e-15) << bodies[b];
      EXPECT_NEAR(x(".qz"), sign * turn.z, 1e-15) << bodies[b];
    }
    least_w = std::min(least_w, row.at("q.flight.0"));
    EXPECT_FALSE(row.contains("x.world.x"));
  }
  EXPECT_LT(least_w, 0.0);  // so that a sign had to be chosen
}

// A slider moves along a rail with 2 m/s and carries a wheel that turns about its centre with 3
// rad/s. The wheel is let go at 0.2 s, the slider at 0.4 s; at 0.6 s they are welded together.
constexpr const char* slider_and_wheel = R"(
model:
  gravity: [0, 0, -10]
  bodies:
    - {name: slider, shapes: [{box: {sides: [0.3, 0.1, 0.1]}, mass: 3}]}
    - {name: wheel, shapes: [{box: {sides: [0.4, 0.1, 0.4]}, mass: 2}]}
  joints:
    - {name: rail, kind: prismatic, parent: world, child: slider, axis: [1, 0, 0]}
    - {name: pin, kind: revolute, parent: slider, child: wheel, axis: [0, 1, 0]}
initial:
  rail: {v: 2}
  pin: {v: 3}
changes:
  - {at: 0.2, cut: pin}
  - {at: 0.4, cut: rail}
  - {at: 0.6, connect: {name: glue, kind: weld, a: slider, b: wheel, here: true}}
duration: 2
)";

TEST(PoseRecording, FollowsBodiesThatAreCutAndConnected) {
  const double g = 10.0, ms = 3.0, mw = 2.0, mass = ms + mw, reduced = ms * mw / mass;
  const auto fallen = [&](double t, double from) {
    return t > from ? -0.5 * g * (t - from) * (t - from) : 0.0;
  };
  // By which the slider is above the wheel when they are welded.
  const double height = fallen(0.6, 0.4) - fallen(0.6, 0.2);
  const double Is = ms * (0.09 + 0.01) / 12.0, Iw = mw * (0.16 + 0.16) / 12.0;
  // They move apart along the line between them: all angular momentum is the wheel's.
  const double turning = Iw * 3.0 / (Is + Iw + reduced * height * height);
  const double centre = (ms * fallen(0.6, 0.4) + mw * fallen(0.6, 0.2)) / mass;
  const double falls = -g * (ms * 0.2 + mw * 0.4) / mass;
  const Scenario scenario = parse_scenario(slider_and_wheel, "slider.yaml", "");
  EXPECT_TRUE(scenario.record.poses);
  const std::vector<Row> rows = record(scenario);
  ASSERT_EQ(rows.size(), 201u);
  for (const Row& row : rows) {
    const double t = row.at("t"), x = 2.0 * t;
    Transform<double> slider = in_plane(0.0, x, fallen(t, 0.4)),
                      wheel = in_plane(3.0 * t, x, fallen(t, 0.2));
    if (t > 0.6) {
      const double s = t - 0.6;
      const Transform<double> both = in_plane(turning * s, x, centre + falls * s - 0.5 * g * s * s);
      slider = both * in_plane(0.0, 0.0, height * mw / mass);
      wheel = both * in_plane(3.0 * 0.6, 0.0, -height * ms / mass);
    }
    EXPECT_LT(distance(pose(row, "slider"), slider), 1e-11) << t;
    EXPECT_LT(distance(pose(row, "wheel"), wheel), 1e-11) << t;
  }
  EXPECT_TRUE(std::isnan(rows.back().at("q.rail")));  // which tell nothing any more
  EXPECT_TRUE(std::isnan(rows.back().at("q.pin")));
}

// A chain in flight catches a pivot with its tip: the tip stays there, re-rooted or not.
TEST(PoseRecording, FollowsBodiesThatAreRerooted) {
  Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/free_chain_catches_pivot.yaml");
  std::vector<Row> rows[2];
  for (const bool reroot : {false, true}) {
    scenario.setup.reroot = reroot;
    rows[reroot] = record(scenario);
  }
  ASSERT_EQ(rows[0].size(), rows[1].size());
  for (int b = 1; b < scenario.setup.model->body_count(); ++b) {
    const std::string& body = scenario.setup.model->body(BodyId{b}).name;
    for (std::size_t i = 0; i < rows[0].size(); ++i)
      EXPECT_LT(distance(pose(rows[0][i], body), pose(rows[1][i], body)), 1e-9)
          << body << " at t = " << rows[0][i].at("t");
  }
  const auto tip = [](const Row& row) { return pose(row, "end_rod") * Vec3<double>{1, 0, 0}; };
  const Vec3<double> caught = tip(rows[1][40]);  // at 0.4 s
  for (std::size_t i = 41; i <= 160; ++i) EXPECT_LT(norm(tip(rows[1][i]) - caught), 1e-10) << i;
  EXPECT_GT(norm(tip(rows[1][30]) - caught), 0.1);
}

}  // namespace
}  // namespace catena::test
