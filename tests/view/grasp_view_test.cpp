// What a viewer shows of grasps: the weakest wrench, and sets of wrenches in three dimensions.

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "catena/grasp/quality.hpp"
#include "catena/grasp/wrench_cone.hpp"
#include "catena/math/views.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/view/replay.hpp"
#include "catena/view/watcher.hpp"

namespace catena::test {
namespace {

using grasp::ContactSet;
using grasp::GraspContact;

// Contacts all over a ball of radius 1, pushing inwards.
ContactSet ball_set(int count, double friction, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  ContactSet set;
  for (int i = 0; i < count; ++i) {
    GraspContact contact;
    contact.normal = Eigen::Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
    contact.point = -contact.normal + 0.2 * Eigen::Vector3d::UnitX();
    contact.friction = friction;
    set.contacts.push_back(contact);
  }
  return set;
}

double support_of(const WrenchHull& hull, const Eigen::Vector3d& u) {
  double best = -1e300;
  for (const Vec3<double>& vertex : hull.vertices) best = std::max(best, u.dot(to_eigen(vertex)));
  return best;
}

// From the forces at the contacts themselves.
double support_of(const ContactSet& set, WrenchPart part, const Eigen::Vector3d& u) {
  double best = -1e300;
  for (const GraspContact& c : set.contacts) {
    const grasp::Tangents t = grasp::tangents(c, false);
    for (int k = 0; k < 8; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / 8.0;
      const Eigen::Vector3d force =
          c.normal + c.friction * (std::cos(angle) * t.t1 + std::sin(angle) * t.t2);
      const Eigen::Vector3d moment = (c.point - set.reference).cross(force) / set.rho;
      best = std::max(best, u.dot(part == WrenchPart::Force ? force : moment));
    }
  }
  return best;
}

// Every edge has two triangles, which pass it in opposite directions; all look outwards.
void expect_closed(const WrenchHull& hull) {
  std::map<std::pair<int, int>, int> edges;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Vec3<double>& v : hull.vertices)
    middle += to_eigen(v) / static_cast<double>(hull.vertices.size());
  for (const auto& t : hull.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    const auto corner = [&](std::size_t k) {
      return to_eigen(hull.vertices[static_cast<std::size_t>(t[k])]);
    };
    const Eigen::Vector3d n = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    EXPECT_GT(n.dot(corner(0) - middle), -1e-12);
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
  }
}

TEST(ShownGrasp, ProjectionsHaveTheSupportOfTheContactsForces) {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  for (const int count : {1, 2, 5, 12}) {
    const ContactSet set = ball_set(count, 0.4, 11U + static_cast<unsigned>(count));
    for (const WrenchPart part : {WrenchPart::Force, WrenchPart::Moment}) {
      const WrenchHull hull = projected_wrenches(set, part);
      expect_closed(hull);
      // One contact has its forces in a plane: then the thickness of the picture is part of it.
      const double slack = count == 1 ? 2e-3 : 1e-9;
      for (int i = 0; i < 200; ++i) {
        const Eigen::Vector3d u =
            Eigen::Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
        EXPECT_NEAR(support_of(hull, u), support_of(set, part, u), slack);
      }
    }
  }
}

TEST(ShownGrasp, ManyContactsHaveFewVertices) {
  const ContactSet set = ball_set(300, 0.4, 5);
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  for (const WrenchPart part : {WrenchPart::Force, WrenchPart::Moment}) {
    const WrenchHull hull = projected_wrenches(set, part);
    expect_closed(hull);
    EXPECT_LE(hull.vertices.size(), WrenchHull::most_vertices);
    for (int i = 0; i < 200; ++i) {
      const Eigen::Vector3d u =
          Eigen::Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
      const double whole = support_of(set, part, u);
      EXPECT_LE(support_of(hull, u), whole + 1e-12);
      EXPECT_GE(support_of(hull, u), 0.98 * whole);  // as fine as a picture needs it
    }
  }
}

// Without friction two fingers give forces along one line, and no moment about the centre.
TEST(ShownGrasp, FlatSetsAreDrawnToo) {
  ContactSet set;
  for (const double side : {-1.0, 1.0}) {
    GraspContact contact;
    contact.point = {side, 0, 0}, contact.normal = {-side, 0, 0};
    set.contacts.push_back(contact);
  }
  const WrenchHull forces = projected_wrenches(set, WrenchPart::Force),
                   moments = projected_wrenches(set, WrenchPart::Moment);
  expect_closed(forces);
  expect_closed(moments);
  EXPECT_NEAR(support_of(forces, Eigen::Vector3d::UnitX()), 1.0, 1e-9);
  EXPECT_LT(support_of(forces, Eigen::Vector3d::UnitY()), 5e-3);
  for (int k = 0; k < 3; ++k) EXPECT_LT(support_of(moments, Eigen::Vector3d::Unit(k)), 5e-3);
  EXPECT_TRUE(projected_wrenches({}, WrenchPart::Force).vertices.empty());
}

// Three walls touch a ball, which falls between them.
constexpr const char* held_text = R"(
model:
  world:
    shapes:
      - {for: i in 1..3, box: {sides: [0.04, 0.2, 0.2]}, at: {position: [0.12*cos(120 deg*$i), 0.12*sin(120 deg*$i), 1], rpy: [0, 0, 120 deg*$i]}}
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
initial: {move: {position: [0, 0, 1]}}
contact: {shapes: all, friction: 0.6}
grasps: [{name: hold, object: ball, hand: world}]
duration: 0.1
record: {interval: 0.02}
)";

float number_at(const std::string& bytes, std::size_t offset) {
  float x = 0;
  std::memcpy(&x, bytes.data() + offset, sizeof x);
  return x;
}

TEST(ShownGrasp, ReplayAndLiveShowWhatIsRecorded) {
  const Scenario scenario = parse_scenario(held_text, "held", ".");
  Simulated simulated = simulate_for_viewer(scenario, {});
  ASSERT_EQ(simulated.failure, "");
  const RecordedTable table = simulated.table;
  Replay replay(scenario, "", std::move(simulated.table), simulated.events,
                std::move(simulated.points));
  Simulation simulation(scenario.setup);
  Watcher watcher(simulation, scenario.record);
  std::vector<SimulationEvent> events;
  for (std::size_t row = 0; row < replay.row_count(); ++row) {
    simulation.advance(table.column("t")[row]);
    const Snapshot &seen = watcher.look(simulation.state()), &shown = replay.snapshot(row);
    watcher.add_grasp_events(events);
    ASSERT_EQ(seen.grasps.size(), 1U);
    ASSERT_EQ(shown.grasps.size(), 1U);
    const ShownGrasp &live = seen.grasps[0], &again = shown.grasps[0];
    EXPECT_EQ(again.contacts, table.column("grasp.hold.contacts")[row]);
    EXPECT_EQ(again.contacts, live.contacts);
    EXPECT_NEAR(again.eps, table.column("grasp.hold.eps")[row], 1e-9);
    EXPECT_NEAR(live.eps, again.eps, 1e-9);
    EXPECT_NEAR(again.reach, 0.1, 1e-9);
    EXPECT_NEAR(norm(again.centre - shown.poses[1].translation), 0.0, 1e-12);
    if (again.contacts == 0) continue;
    EXPECT_NEAR(dot(again.force, again.force) + dot(again.moment, again.moment), 1.0, 1e-9);
    EXPECT_FALSE(again.forces.triangles.empty());
    EXPECT_EQ(again.moments.triangles.size(), live.moments.triangles.size());
  }
  std::string bytes;
  replay.append_frame(replay.frame_count() - 1, bytes);
  const ShownGrasp& last = replay.snapshot(replay.row_count() - 1).grasps[0];
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + 12, sizeof size);
  EXPECT_EQ(size, bytes.size());
  ASSERT_EQ(last.contacts, 3);
  const std::size_t at = 16 + 28 + 32 + 4 + 3 * 52;  // behind body, joint and three points
  EXPECT_EQ(number_at(bytes, at), 3.0F);
  EXPECT_EQ(number_at(bytes, at + 4), last.closed ? 1.0F : 0.0F);
  EXPECT_NEAR(number_at(bytes, at + 8), last.eps, 1e-7);
  EXPECT_EQ(number_at(bytes, at + 52), static_cast<float>(last.forces.vertices.size()));
  const auto scene = nlohmann::json::parse(scene_text(replay.scene(), false));
  EXPECT_EQ(scene["grasps"], nlohmann::json::parse(R"([{"name":"hold","object":0,"hand":[-1]}])"));
}

// Hard fingers in a plane through the centre of a ball: moments about the line through two of them
// are not resisted, so it is weak, or not closed at all; what is shown says so.
TEST(ShownGrasp, WhereItIsNotClosedItShowsWhatContactsCannotGive) {
  const Scenario scenario = parse_scenario(held_text, "held", ".");
  GraspRecord record(*scenario.setup.model, scenario.record.grasps.at(0));
  TouchPoint one;
  one.is = TouchPoint::Is::Sticking;
  one.a = scenario.record.grasps[0].object, one.b = BodyId{0};
  one.point = {-0.1, 0, 0}, one.normal = {1, 0, 0}, one.friction = 0.6;
  const Transform<double> pose = Transform<double>::identity();
  const GraspValues& values = record.evaluate(pose, std::span(&one, 1));
  EXPECT_FALSE(values.closed);
  const ShownGrasp shown = shown_grasp(record, pose);
  // No force that the contact gives has a part along it.
  for (const double side : {-1.0, 1.0}) {
    const Vec3<double> force{1.0, 0.6 * side, 0.0};
    const Vec3<double> moment = (1.0 / shown.reach) * cross(one.point, force);
    EXPECT_LE(dot(force, shown.force) + dot(moment, shown.moment), 1e-9);
  }
}

}  // namespace
}  // namespace catena::test
