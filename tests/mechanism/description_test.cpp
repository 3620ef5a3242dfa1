// Mechanisms that are built in C++ through the description run as the same scenario files, bit for
// bit; and changes by name change what editing the file changes.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "tests/support/bitwise_run.hpp"

namespace catena {
namespace {

BodyItem body(const char* name, double mass, const Eigen::Vector3d& moments,
              const Eigen::Vector3d& com = Eigen::Vector3d::Zero()) {
  BodyItem item;
  item.name = name;
  item.mass = mass;
  item.com = com;
  item.moments = moments;
  return item;
}

JointItem joint(const char* name, JointKind kind, const char* parent, const char* child,
                const Eigen::Vector3d& axis, const Pose& at = {}) {
  JointItem item;
  item.name = name;
  item.kind = kind;
  item.parent = parent;
  item.child = child;
  item.axis = axis;
  item.at = at;
  return item;
}

void expect_same(const Mechanism& built, const std::string& text, double duration) {
  const Mechanism read = parse_mechanism(text, "same.yaml", "");
  EXPECT_TRUE(built == read) << write_scenario(built) << "\n-- but read:\n" << write_scenario(read);
  test::expect_same_run(compile(built), parse_scenario(text, "same.yaml", ""), duration);
}

const char* const driven_text = R"(
parameters: {force: 0.3}
model:
  bodies:
    - {name: rod, inertia: {mass: 1.5, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}
    - {name: bob, shapes: [{sphere: {radius: 0.1}, mass: 0.5}]}
  joints:
    - {name: swing, kind: revolute, parent: world, child: rod, axis: [0, 1, 0], damping: 0.05,
       limits: {lower: -1, upper: 1, restitution: 0.5}}
    - {name: wrist, kind: universal, parent: rod, child: bob, axis: [0, 1, 0], axis2: [1, 0, 0],
       at: [0, 0, -1], spring: {stiffness: [4, 5]}, friction: {coulomb: 0.01}}
initial: {swing: 0.6, wrist: {q: [0.1, 0.2], v: [0, 1]}}
motors:
  - {name: push, joint: swing, effort: force*cos(3*t) - 0.1*v.swing, ratio: 2, effort_limit: 5}
  - {joint: wrist, target: [0.2*sin(t), "0"], stiffness: 3, damping: [0.1, 0.2]}
duration: 3
)";

Mechanism driven() {
  Mechanism m;
  m.parameters["force"] = 0.3;
  m.duration = 3.0;
  m.bodies.push_back(body("rod", 1.5, {0.1, 0.1, 0.01}, {0, 0, -0.5}));
  m.bodies.emplace_back().name = "bob";
  ShapeItem ball;
  ball.kind = ShapeKind::Sphere;
  ball.size.x() = 0.1;
  ball.mass = 0.5;
  m.body("bob").shapes.push_back(ball);
  m.joints.push_back(joint("swing", JointKind::Revolute, "world", "rod", {0, 1, 0}));
  m.joint("swing").damping = 0.05;
  m.joint("swing").lower = -1.0;
  m.joint("swing").upper = 1.0;
  m.joint("swing").restitution = 0.5;
  m.joints.push_back(
      joint("wrist", JointKind::Universal, "rod", "bob", {0, 1, 0}, Pose::at(0, 0, -1)));
  m.joint("wrist").axis2 = {1, 0, 0};
  m.joint("wrist").stiffness = {4.0, 5.0};
  m.joint("wrist").coulomb_friction = {0.01, 0.01};
  m.start_of("swing").q = 0.6;
  m.start_of("wrist").q = {0.1, 0.2};
  m.start_of("wrist").v = {0.0, 1.0};
  MotorItem push;
  push.name = "push";
  push.joint = "swing";
  push.effort = {"force*cos(3*t) - 0.1*v.swing"};
  push.ratio = 2.0;
  push.effort_limit = 5.0;
  m.motors.push_back(push);
  MotorItem servo;
  servo.name = servo.joint = "wrist";
  servo.target = {"0.2*sin(t)", "0"};
  servo.stiffness = {3.0, 3.0};
  servo.damping = {0.1, 0.2};
  m.motors.push_back(servo);
  return m;
}

TEST(Description, PendulumWithMotorAndServo) {
  expect_same(driven(), driven_text, 2.0);
}

TEST(Description, FourBarWithALoopThatIsCut) {
  Mechanism m;
  m.bodies = {body("crank", 1, {0.1, 0.1, 0.01}, {0, 0, 0.25}),
              body("coupler", 1, {0.1, 0.1, 0.01}, {0.5, 0, 0}),
              body("rocker", 1, {0.1, 0.1, 0.01}, {0, 0, 0.25})};
  m.joints = {joint("a", JointKind::Revolute, "world", "crank", {0, 1, 0}),
              joint("b", JointKind::Revolute, "crank", "coupler", {0, 1, 0}, Pose::at(0, 0, 0.5)),
              joint("d", JointKind::Revolute, "world", "rocker", {0, 1, 0}, Pose::at(1, 0, 0))};
  LoopJointItem& c = m.loop_joints.emplace_back();
  c.name = "c";
  c.axis = {0, 1, 0};
  c.a = Place::on("coupler", Pose::at(1, 0, 0));
  c.b = Place::on("rocker", Pose::at(0, 0, 0.5));
  m.start_of("a").q = 0.3;
  ChangeItem& cut = m.changes.emplace_back();
  cut.name = "c";
  cut.when = "q.a - 0.8";
  cut.cut = {"c"};
  ChangeItem& weld = m.changes.emplace_back();
  weld.name = "hold";
  weld.at = 0.9;
  ConnectItem& held = weld.connect.emplace_back();
  held.name = "held";
  held.kind = JointKind::Weld;
  held.a = Place::in("world");
  held.b = Place::in("rocker");
  held.here = true;
  expect_same(m, R"(
model:
  bodies:
    - {name: crank, inertia: {mass: 1, com: [0, 0, 0.25], moments: [0.1, 0.1, 0.01]}}
    - {name: coupler, inertia: {mass: 1, com: [0.5, 0, 0], moments: [0.1, 0.1, 0.01]}}
    - {name: rocker, inertia: {mass: 1, com: [0, 0, 0.25], moments: [0.1, 0.1, 0.01]}}
  joints:
    - {name: a, kind: revolute, parent: world, child: crank, axis: [0, 1, 0]}
    - {name: b, kind: revolute, parent: crank, child: coupler, axis: [0, 1, 0], at: [0, 0, 0.5]}
    - {name: d, kind: revolute, parent: world, child: rocker, axis: [0, 1, 0], at: [1, 0, 0]}
  loops:
    - {name: c, kind: revolute, axis: [0, 1, 0], a: {body: coupler, at: [1, 0, 0]},
       b: {body: rocker, at: [0, 0, 0.5]}}
initial: {a: 0.3}
changes:
  - {when: q.a - 0.8, cut: c}
  - {name: hold, at: 0.9, connect: {name: held, kind: weld, a: world, b: rocker, here: true}}
)",
              1.5);
}

TEST(Description, BlockWithContactsAndACable) {
  Mechanism m;
  m.bodies.push_back(body("block", 2, {0.02, 0.03, 0.02}));
  m.joints.push_back(joint("base", JointKind::Free, "world", "block", Eigen::Vector3d::UnitZ()));
  for (const double side : {-1.0, 1.0}) {
    ContactItem& corner = m.contacts.emplace_back();
    corner.name = side < 0 ? "left" : "right";
    corner.point = Place::on("block", Pose::at(0.1 * side, 0, -0.1));
    corner.on = Place::in("ground");
    corner.restitution = 0.3;
    corner.friction = 0.4;
  }
  CableItem& rope = m.cables.emplace_back();
  rope.name = "rope";
  rope.route.resize(2);
  rope.route[0].place = Place::on("world", Pose::at(0, 0, 1));
  rope.route[1].place = Place::on("block", Pose::at(0, 0, 0.1));
  rope.youngs_modulus = 1e7;
  rope.radius = 1e-3;
  rope.damping = 1e4;
  rope.rest_length = 0.85;
  m.start_of("base").q = Pose::rpy({0, 0.2, 0}, {0, 0, 0.3});
  m.impacts.law = ImpactLaw::Poisson;
  expect_same(m, R"(
model:
  bodies: [{name: block, inertia: {mass: 2, moments: [0.02, 0.03, 0.02]}}]
  joints: [{name: base, kind: free, parent: world, child: block}]
  contacts:
    - {name: left, point: {body: block, at: [-100 mm, 0, -0.1]}, plane: ground, restitution: 0.3,
       friction: 0.4}
    - {name: right, point: {body: block, at: [100 mm, 0, -0.1]}, plane: ground, restitution: 0.3,
       friction: 0.4}
  cables:
    - {name: rope, route: [{body: world, at: [0, 0, 1]}, {body: block, at: [0, 0, 0.1]}],
       youngs_modulus: 10 MPa, radius: 1 mm, damping: 10 kPa s, rest_length: 0.85}
initial: {base: {rpy: [0, 0.2, 0], position: [0, 0, 0.3]}}
impacts: {law: poisson}
)",
              0.6);
}

TEST(Description, ChangesByNameAreThoseOfTheFile) {
  const auto changed = [](std::string from, std::string to) {
    std::string text = driven_text;
    return text.replace(text.find(from), from.size(), to);
  };
  const auto run = [](const Mechanism& m) { return test::numbers_of_run(compile(m), 0.5, 0.05); };
  const std::vector<double> before = run(driven());
  Mechanism heavy = driven();
  heavy.body("rod").mass = 2.0;
  EXPECT_FALSE(test::same_bits(run(heavy), before));
  EXPECT_TRUE(test::same_bits(
      run(heavy), test::numbers_of_run(
                      parse_scenario(changed("mass: 1.5", "mass: 2"), "h.yaml", ""), 0.5, 0.05)));
  Mechanism soft = driven();
  soft.joint("wrist").stiffness = {1.0, 5.0};
  EXPECT_FALSE(test::same_bits(run(soft), before));
  EXPECT_TRUE(test::same_bits(
      run(soft),
      test::numbers_of_run(
          parse_scenario(changed("stiffness: [4, 5]", "stiffness: [1, 5]"), "s.yaml", ""), 0.5,
          0.05)));
  Mechanism strong = driven();
  strong.parameters["force"] = 0.5;
  EXPECT_TRUE(test::same_bits(
      run(strong),
      test::numbers_of_run(parse_scenario(changed("force: 0.3", "force: 0.5"), "f.yaml", ""), 0.5,
                           0.05)));
}

// One number stands for all coordinates, as in a file.
TEST(Description, OneNumberForAllCoordinates) {
  Mechanism one = driven(), all = driven();
  one.joint("wrist").damping = 0.3;
  all.joint("wrist").damping = {0.3, 0.3};
  EXPECT_FALSE(one == all);
  test::expect_same_run(compile(one), compile(all), 0.3);
}

TEST(Description, FunctionsInPlaceOfFormulas) {
  const std::string text = R"(
model:
  bodies: [{name: rod, inertia: {mass: 1, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}]
  joints: [{name: swing, kind: revolute, parent: world, child: rod, axis: [0, 1, 0]}]
motors: [{joint: swing, effort: "2*v.swing"}]
initial: {swing: 0.5}
)";
  Mechanism m = parse_mechanism(text, "f.yaml", "");
  m.motors[0].effort.clear();
  m.motors[0].effort_function = [](double, In<double>, In<double> v, Out<double> effort) {
    effort[0] = 2.0 * v[0];
  };
  test::expect_same_run(compile(m), parse_scenario(text, "f.yaml", ""), 0.5);
}

TEST(Description, NamesThatDoNotExistSuggestTheNearest) {
  Mechanism m = driven();
  const auto message = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { m.body("rot"); }), "there is no body named 'rot'; did you mean 'rod'?");
  EXPECT_EQ(message([&] { m.joint("wirst"); }),
            "there is no joint named 'wirst'; did you mean 'wrist'?");
  EXPECT_EQ(message([&] { m.motor("wris"); }),
            "there is no motor named 'wris'; did you mean 'wrist'?");
}

// Errors say which item and which key, with and without a file.
TEST(Description, ErrorsCarryTheirSubject) {
  Mechanism m = driven();
  m.joint("wrist").parent = "rodd";
  try {
    compile(m);
    FAIL();
  } catch (const MechanismError& error) {
    EXPECT_STREQ(error.what(),
                 "joint 'wrist', parent: there is no body named 'rodd'; did you mean 'rod'?");
    EXPECT_EQ(error.subject().kind, "joint");
    EXPECT_EQ(error.subject().name, "wrist");
    EXPECT_EQ(error.subject().key, "parent");
  }
  Mechanism read = parse_mechanism(driven_text, "d.yaml", "");
  read.joint("swing").lower = 2.0;
  try {
    compile(read);
    FAIL();
  } catch (const MechanismError& error) {
    EXPECT_STREQ(error.what(),
                 "d.yaml:8:7: model.joints[0]: joint 'swing': lower limit 2 is above the upper "
                 "limit 1");
    EXPECT_EQ(error.subject().name, "swing");
  }
}

TEST(Description, WhatOnlyProgramsCanSayIsChecked) {
  const auto message = [](const auto& change) -> std::string {
    Mechanism m = driven();
    change(m);
    try {
      compile(m);
    } catch (const MechanismError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](Mechanism& m) { m.motor("wrist").stiffness = -1.0; }),
            "motor 'wrist', stiffness: found -1, expected 0 or greater");
  EXPECT_EQ(message([](Mechanism& m) { m.joint("swing").restitution = 1.5; }),
            "joint 'swing', limits.restitution: found 1.5, expected a number from 0 to 1");
  EXPECT_EQ(message([](Mechanism& m) {
              m.joint("wrist").at = Pose::about({0, 0, 0}, 1.0);
            }),
            "joint 'wrist', at.axis: the axis has no direction, expected a vector of length > 0");
  EXPECT_EQ(message([](Mechanism& m) { m.motor("push").target = {"t"}; }),
            "found both 'effort' and 'target', expected only one of them");
  EXPECT_EQ(message([](Mechanism& m) { m.integrator.tolerance = -1.0; }),
            "integrator, tolerance: found -1, expected a number greater than 0");
}

}  // namespace
}  // namespace catena
