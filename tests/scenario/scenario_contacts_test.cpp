// Contacts in scenario files: what they mean.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scratch_folder.hpp"
#include "tests/support/two_bars.hpp"

namespace catena {
namespace {

using Against = Contact::Against;

double distance(const Vec3<double>& a, const Vec3<double>& b) {
  return norm(a - b);
}

TEST(ScenarioContacts, AreNoneIfNotGiven) {
  const Scenario scenario = read_bars("");
  EXPECT_TRUE(scenario.setup.contacts.empty());
  EXPECT_EQ(scenario.setup.contact_options.law, ImpactLaw::Newton);
  EXPECT_EQ(scenario.setup.contact_options.order, ImpactOrder::Simultaneous);
  EXPECT_EQ(scenario.setup.contact_options.rest_speed, 1e-6);
  EXPECT_TRUE(scenario.record.contacts);
}

TEST(ScenarioContacts, ReadsPointsAndMaterials) {
  const Scenario scenario = read_bars(R"(  contacts:
    - {name: plain, point: tip, plane: ground}
    - name: full
      point: {body: left, at: [1 cm, 0, 1]}
      radius: 50 mm
      plane: ground
      restitution: half/2
      friction: half
      friction_law: always_sliding
      two_sided: true
    - {name: shifted, point: {frame: tip, at: [0, 0, 0.5]}, plane: ground, friction_law: coulomb}
parameters: {half: 0.5}
)");
  const std::vector<Contact>& contacts = scenario.setup.contacts;
  ASSERT_EQ(contacts.size(), 3U);
  EXPECT_EQ(contacts[0].name, "plain");
  EXPECT_EQ(contacts[0].a, scenario.setup.model->find_body("right"));
  EXPECT_EQ(contacts[0].b, world_body);
  EXPECT_EQ(distance(contacts[0].p_A, {0, 0, 1}), 0.0);
  EXPECT_EQ(contacts[0].radius, 0.0);
  EXPECT_EQ(contacts[0].material.restitution, 0.0);
  EXPECT_EQ(contacts[0].material.friction, 0.0);
  EXPECT_EQ(contacts[0].material.law, FrictionLaw::Coulomb);
  EXPECT_FALSE(contacts[0].bilateral);
  EXPECT_EQ(contacts[1].a, scenario.setup.model->find_body("left"));
  EXPECT_EQ(distance(contacts[1].p_A, {0.01, 0, 1}), 0.0);
  EXPECT_EQ(contacts[1].radius, 0.05);
  EXPECT_EQ(contacts[1].material.restitution, 0.25);
  EXPECT_EQ(contacts[1].material.friction, 0.5);
  EXPECT_EQ(contacts[1].material.law, FrictionLaw::AlwaysSliding);
  EXPECT_TRUE(contacts[1].bilateral);
  EXPECT_EQ(distance(contacts[2].p_A, {0, 0, 1.5}), 0.0);
  EXPECT_EQ(contacts[2].material.law, FrictionLaw::Coulomb);
}

TEST(ScenarioContacts, ReadsPlanes) {
  const Scenario scenario = read_bars(R"(  contacts:
    - {name: ground, point: left, plane: ground}
    - {name: wall, point: left, plane: {at: [2, 0, 0], normal: [-3, 0, 4]}}
    - {name: carried, point: left, plane: {body: right, at: [0, 0, 0.5]}}
    - {name: turned, point: left, plane: {frame: tip, at: {position: [1, 0, 0], rpy: [0, 90 deg, 0]}}}
    - {name: both, point: left, plane: {at: {axis: [0, 1, 0], angle: 90 deg}, normal: [1, 0, 0]}}
    - {name: named, point: left, plane: tip}
    - {name: of_world, point: left, plane: world}
)");
  const BodyId right = scenario.setup.model->find_body("right");
  struct Plane {
    BodyId body;
    Vec3<double> p, normal;
  };
  const Plane planes[] = {
      {world_body, {0, 0, 0}, {0, 0, 1}},  {world_body, {2, 0, 0}, {-0.6, 0, 0.8}},
      {right, {0, 0, 0.5}, {0, 0, 1}},     {right, {1, 0, 1}, {1, 0, 0}},
      {world_body, {0, 0, 0}, {0, 0, -1}}, {right, {0, 0, 1}, {0, 0, 1}},
      {world_body, {0, 0, 0}, {0, 0, 1}},
  };
  ASSERT_EQ(scenario.setup.contacts.size(), std::size(planes));
  for (std::size_t i = 0; i < std::size(planes); ++i) {
    const Contact& contact = scenario.setup.contacts[i];
    EXPECT_EQ(contact.against, Against::Plane) << contact.name;
    EXPECT_EQ(contact.b, planes[i].body) << contact.name;
    EXPECT_LT(distance(contact.p_B, planes[i].p), 1e-15) << contact.name;
    EXPECT_LT(distance(contact.normal_B, planes[i].normal), 1e-15) << contact.name;
  }
}

TEST(ScenarioContacts, TakeAFrameThatIsCalledGround) {
  const Scenario scenario = read_bars(R"(    - {name: ground, body: right, at: [0, 0, 0.3]}
  contacts: [{name: x, point: left, plane: ground}]
)");
  EXPECT_EQ(scenario.setup.contacts[0].b, scenario.setup.model->find_body("right"));
  EXPECT_EQ(scenario.setup.contacts[0].p_B.z, 0.3);
}

TEST(ScenarioContacts, ReadsSpheres) {
  const Scenario scenario = read_bars(R"(  contacts:
    - {name: balls, point: left, radius: 0.1, sphere: {frame: tip, at: [1, 2, 3], radius: 20 cm}}
    - {name: world, point: left, sphere: {body: world, radius: 1}}
)");
  const Contact& balls = scenario.setup.contacts[0];
  EXPECT_EQ(balls.against, Against::Sphere);
  EXPECT_EQ(balls.b, scenario.setup.model->find_body("right"));
  EXPECT_EQ(distance(balls.p_B, {1, 2, 4}), 0.0);
  EXPECT_EQ(balls.radius, 0.1);
  EXPECT_EQ(balls.radius_b, 0.2);
  EXPECT_EQ(scenario.setup.contacts[1].b, world_body);
}

// A formula with parameters, in a place that is shifted and turned: x, y, z of the place are y, z,
// x of the body, about (1, 0, 0).
TEST(ScenarioContacts, ReadsSurfaces) {
  const Scenario scenario = read_bars(R"(  contacts:
    - {name: plain, point: tip, surface: {formula: x^2 + y^2 + z^2 - r^2}}
    - name: placed
      point: tip
      surface:
        formula: x^2*y - sin(z)
        body: left
        at: {position: [1, 0, 0], axis: [1, 1, 1], angle: 120 deg}
parameters: {r: 2}
)");
  EXPECT_TRUE(scenario.warnings.empty());
  const Contact& plain = scenario.setup.contacts[0];
  EXPECT_EQ(plain.against, Against::Surface);
  EXPECT_EQ(plain.b, world_body);
  const SurfaceValue at_two = plain.surface({0, 2, 0}, {0, 0.3, 0.4});
  EXPECT_EQ(at_two.value, 0.0);
  EXPECT_EQ(distance(at_two.gradient, {0, 4, 0}), 0.0);
  EXPECT_LT(distance(at_two.curvature, {0, 0.6, 0.8}), 1e-15);
  EXPECT_EQ(norm(plain.surface({0, 2, 0}, {0, 0, 0}).curvature), 0.0);

  const Contact& placed = scenario.setup.contacts[1];
  EXPECT_EQ(placed.b, scenario.setup.model->find_body("left"));
  const Vec3<double> r = {1.7, 0.4, -0.9}, d = {0.2, -0.5, 0.8};
  const double x = r.y, y = r.z, z = r.x - 1.0;
  const SurfaceValue C = placed.surface(r, d);
  EXPECT_NEAR(C.value, x * x * y - std::sin(z), 1e-15);
  EXPECT_LT(distance(C.gradient, {-std::cos(z), 2 * x * y, x * x}), 1e-15);
  const Vec3<double> curvature = {std::sin(z) * d.x, 2 * y * d.y + 2 * x * d.z, 2 * x * d.y};
  EXPECT_LT(distance(C.curvature, curvature), 1e-14);
}

TEST(ScenarioContacts, ReadsImpactsAndColumns) {
  const Scenario scenario =
      read_bars(R"(impacts: {law: poisson, order: sequential, rest_speed: 1 mm/s}
record: {columns: [q, contacts]}
)");
  EXPECT_EQ(scenario.setup.contact_options.law, ImpactLaw::Poisson);
  EXPECT_EQ(scenario.setup.contact_options.order, ImpactOrder::Sequential);
  EXPECT_EQ(scenario.setup.contact_options.rest_speed, 1e-3);
  EXPECT_TRUE(scenario.record.contacts);
  EXPECT_FALSE(scenario.record.limits);
  EXPECT_FALSE(read_bars("record: {columns: [q]}\n").record.contacts);
  const Scenario plain = read_bars("impacts: {law: newton, order: simultaneous}\n");
  EXPECT_EQ(plain.setup.contact_options.law, ImpactLaw::Newton);
  EXPECT_EQ(plain.setup.contact_options.order, ImpactOrder::Simultaneous);
}

TEST(ScenarioContacts, ComeWithBuiltInModelsAndModelFiles) {
  const std::string contacts = "contacts: [{name: x, point: link2, plane: ground}]";
  const Scenario builtin =
      parse_scenario("model: {builtin: double_pendulum, " + contacts + "}\n", "builtin.yaml", "");
  ASSERT_EQ(builtin.setup.contacts.size(), 1U);
  EXPECT_EQ(builtin.setup.contacts[0].a, builtin.setup.model->find_body("link2"));

  const ScratchFolder folder;
  folder.write("m.yaml", "builtin: double_pendulum\n" + contacts + "\n");
  const Scenario file = parse_scenario("model: m.yaml\n", "s.yaml", folder.path(""));
  EXPECT_EQ(file.setup.contacts.size(), 1U);

  const std::string bad = folder.write(
      "bad.yaml", "builtin: double_pendulum\ncontacts: [{name: x, point: world, plane: ground}]\n");
  try {
    parse_scenario("model: bad.yaml\n", "s.yaml", folder.path(""));
    FAIL();
  } catch (const ScenarioError& error) {
    const std::string expected =
        bad +
        ":2:12: contacts[0]: contact 'x': 'world' and 'world' do not move relative to each other";
    EXPECT_EQ(error.what(), expected);
  }
}

TEST(ScenarioContacts, ReadsLawsOfFriction) {
  const Scenario scenario = read_bars(R"(  contacts:
    - {name: belt, point: tip, plane: {at: {position: [0, 0, -3], rpy: [0, 0, 90 deg]}}, friction: 0.4,
       static_friction: 0.5, slip_speed: 1 mm/s, surface_velocity: [2*t, 1, 0]}
    - {name: skate, point: tip, plane: ground, friction: 0.1, friction_across: 0.8, friction_axis: [0, 1, 0]}
    - {name: wheel, point: tip, radius: 0.1, plane: ground, friction: 0.9, spin: 4 mm, rolling: 2 mm}
    - {name: puck, point: {body: left, at: [0, 0, 1]}, region: {rectangle: [0.2, 0.1]}, plane: ground, friction: 0.1}
)");
  const std::vector<Contact>& contacts = scenario.setup.contacts;
  ASSERT_EQ(contacts.size(), 7U);
  EXPECT_EQ(contacts[0].material.holds(), 0.5);
  EXPECT_EQ(contacts[0].material.slip_speed, 1e-3);
  const SurfaceMotion belt = contacts[0].surface_motion(3.0);
  EXPECT_NEAR(distance(belt.velocity, {-1, 6, 0}), 0.0, 1e-12);
  EXPECT_NEAR(distance(belt.acceleration, {0, 2, 0}), 0.0, 1e-12);
  EXPECT_EQ(contacts[1].material.across(), 0.8);
  EXPECT_EQ(distance(contacts[1].material.axis, {0, 1, 0}), 0.0);
  EXPECT_EQ(contacts[2].material.spin, 0.004);
  EXPECT_EQ(contacts[2].material.rolling, 0.002);
  for (std::size_t i = 3; i < 7; ++i) {
    EXPECT_EQ(contacts[i].name, "puck");
    EXPECT_EQ(contacts[i].feature, i - 3);
    EXPECT_NEAR(contacts[i].region->area(), 0.02, 1e-15);
  }
  EXPECT_NEAR(distance(contacts[3].p_A, {-0.1, -0.05, 1}), 0.0, 1e-15);
}

}  // namespace
}  // namespace catena
