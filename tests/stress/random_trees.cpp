// Bodies and joints of random scenarios.

#include <algorithm>

#include "tests/stress/random_scenario.hpp"

namespace catena::stress {

void RandomScenario::add_trees() {
  if (draw_.chance(0.1)) gravity_ = "[0, 0, 0]";
  if (draw_.chance(0.05)) gravity_ = "[1, -2, -9]";
  duration_ = draw_.scale(0.03, 0.4);
  if (draw_.chance(0.1)) start_time_ = draw_.real(-10.0, 1000.0);
  has_ground_ = draw_.chance(0.5);
  const int trees = 1 + (draw_.chance(0.4) ? draw_.pick(3) : 0);
  for (int tree = 0; tree < trees; ++tree) add_tree(tree);
}

void RandomScenario::add_tree(int tree) {
  const bool planar = draw_.chance(0.4);
  const int count = 1 + draw_.pick(draw_.chance(0.3) ? 4 : 2);
  const int first = static_cast<int>(bodies_.size());
  for (int i = 0; i < count; ++i) {
    const int before = i == 0 ? -1 : draw_.chance(0.8) ? first + i - 1 : first + draw_.pick(i);
    add_body(tree, before, planar);
  }
}

std::string RandomScenario::joint_kind(bool is_root, bool planar) {
  if (is_root && has_ground_ && !planar) return "free";
  if (planar)
    return std::string(
        draw_.one_of({"revolute", "revolute", "revolute", "prismatic", "continuous"}));
  return std::string(draw_.one_of({"revolute", "revolute", "prismatic", "helical", "cylindrical",
                                   "universal", "planar", "spherical", "spherical", "weld"}));
}

void RandomScenario::add_body(int tree, int parent, bool planar) {
  RandomBody body;
  body.tree = tree, body.parent = parent;
  body.name = fmt::format("b{}", ++count_), body.joint = fmt::format("j{}", count_);
  body.kind = joint_kind(parent < 0, planar);
  for (double& h : body.half) h = draw_.real(0.02, 0.08);
  std::array<double, 3> offset{};
  if (parent < 0) {
    // The lowest corners of what hangs below, all of it at most, stay above the ground.
    offset = {2.0 * tree, 0.0, has_ground_ ? 0.1 + draw_.real(0.0, 0.05) : 1.0};
  } else {
    const double turn = has_ground_ ? draw_.real(0.0, 3.1) : draw_.real(0.0, 6.28);
    offset = {link() * std::cos(turn), planar ? 0.0 : draw_.real(-0.1, 0.1),
              link() * std::sin(turn)};
  }
  for (std::size_t k = 0; k < 3; ++k)
    body.at[k] = offset[k] + (parent < 0 ? 0.0 : bodies_[static_cast<std::size_t>(parent)].at[k]);
  const double mass = mass_ * draw_.scale(1.0 / most_ratio_, most_ratio_);
  lightest_ = std::min(lightest_, mass);
  const auto& h = body.half;
  model_["bodies"].push_back(fmt::format(
      "name: {}, shapes: [{{box: {{sides: [{}, {}, {}]}}, mass: {}}}]", body.name,
      draw_.length(2 * h[0]), draw_.length(2 * h[1]), draw_.length(2 * h[2]), draw_.mass(mass)));
  const std::string axis =
      planar ? body.kind == "prismatic" ? "[1, 0, 0.5]" : "[0, 1, 0]" : draw_.vector(0.2, 1.0);
  std::string joint = fmt::format(
      "name: {}, kind: {}, parent: {}, child: {}, at: [{:.17g}, {:.17g}, {:.17g}]", body.joint,
      body.kind, parent < 0 ? "world" : bodies_[static_cast<std::size_t>(parent)].name, body.name,
      offset[0], offset[1], offset[2]);
  if (body.kind == "universal")
    joint += ", axis: [1, 0, 0], axis2: [0, 1, 0]";
  else if (body.kind != "weld" && body.kind != "spherical" && body.kind != "free")
    joint += ", axis: " + axis;
  if (body.kind == "helical") joint += ", pitch: " + draw_.number(-0.1, 0.1);
  joint += joint_properties(body);
  model_["joints"].push_back(joint);
  start(body);
  bodies_.push_back(body);
}

std::string RandomScenario::joint_properties(RandomBody& body) {
  const std::map<std::string, int> counts = {{"revolute", 1}, {"continuous", 1},  {"prismatic", 1},
                                             {"helical", 1},  {"cylindrical", 2}, {"universal", 2},
                                             {"planar", 3}};
  const auto found = counts.find(body.kind);
  std::string text;
  const double turning = stiffness() * link() * link();
  if (body.kind != "weld" && body.kind != "free" && draw_.chance(0.3))
    text += ", damping: " + Draw::plain(0.1 * turning);
  if (found == counts.end()) return text;
  if (found->second == 1)
    body.coordinates = {body.joint};
  else
    for (int k = 0; k < found->second; ++k)
      body.coordinates.push_back(fmt::format("{}.{}", body.joint, k));
  if (draw_.chance(0.2)) text += ", armature: " + Draw::plain(lightest_ * draw_.scale(1e-4, 1e-1));
  if (draw_.chance(0.3)) text += fmt::format(", spring: {{stiffness: {}}}", Draw::plain(turning));
  if (draw_.chance(0.25))
    text += fmt::format(", friction: {{coulomb: {}{}}}",
                        Draw::plain(draw_.scale(0.01, 1.0) * lightest_),
                        draw_.chance(0.3) ? ", static: " + Draw::plain(lightest_ * 1.2) : "");
  if (body.kind == "continuous" || !draw_.chance(0.4)) return text;
  body.travel = draw_.real(0.02, 0.5);
  std::string restitution;
  if (draw_.chance(0.5)) restitution = ", restitution: " + draw_.number(0.0, 0.9);
  return text + fmt::format(", limits: {{lower: {}, upper: {}{}}}",
                            Draw::plain(draw_.chance(0.1) ? 0.0 : -draw_.real(0.02, 0.5)),
                            Draw::plain(body.travel), restitution);
}

void RandomScenario::start(const RandomBody& body) {
  if (body.kind == "weld" || draw_.chance(0.3)) return;
  const double fast = draw_.chance(0.1) ? 20.0 : 3.0;
  if (body.kind == "free") {
    initial_.push_back(fmt::format("{}: {{v: [{}, {}, {}, {}, {}, {}]}}", body.joint,
                                   draw_.number(-fast, fast), draw_.number(-fast, fast),
                                   draw_.number(-fast, fast), draw_.number(-2, 2),
                                   draw_.number(-2, 2), draw_.number(-3, 1)));
    return;
  }
  const int count = body.kind == "spherical" ? 3 : static_cast<int>(body.coordinates.size());
  initial_.push_back(fmt::format("{}: {{v: {}}}", body.joint,
                                 count == 1 ? draw_.number(-2, 2) : draw_.vector(-2, 2, count)));
}

// Without slipping on the ground: a ball or a wheel.
void RandomScenario::add_ball_that_rolls() {
  const std::string name = fmt::format("roller{}", ++count_);
  const double radius = draw_.real(0.05, 0.3);
  const bool wheel = draw_.chance(0.5);
  model_["bodies"].push_back(
      wheel
          ? fmt::format(
                "name: {}, shapes: [{{cylinder: {{radius: {}, length: 20 mm}}, at: {{axis: [1, 0, "
                "0], angle: 90 deg}}, mass: {}}}]",
                name, draw_.length(radius), draw_.mass(mass_))
          : fmt::format("name: {}, shapes: [{{sphere: {{radius: {}}}, mass: {}}}]", name,
                        draw_.length(radius), draw_.mass(mass_)));
  model_["joints"].push_back(fmt::format(
      "name: {0}_pose, kind: free, parent: world, child: {0}, at: [0, 4, {1:.17g}]", name, radius));
  const std::string what =
      wheel ? fmt::format("wheel: {{body: {}, at: {{axis: [1, 0, 0], angle: 90 deg}}}}", name)
            : fmt::format("ball: {}", name);
  model_["loops"].push_back(fmt::format(
      "name: {}_rolls, rolling: {{{}, radius: {:.17g}, on: world}}", name, what, radius));
  const double speed = draw_.real(-3.0, 3.0);
  initial_.push_back(fmt::format("{}_pose: {{v: [{}, {}, {}, {}, 0, 0]}}", name,
                                 wheel ? "0" : draw_.number(-1, 1), Draw::plain(speed / radius),
                                 draw_.number(-1, 1), Draw::plain(speed)));
}

// Two weights on a cable over a wheel, which it grips, slips on or rubs.
void RandomScenario::add_pulley() {
  const std::string n = std::to_string(++count_);
  const double radius = draw_.real(0.05, 0.2);
  model_["bodies"].push_back(
      fmt::format("name: wheel{}, shapes: [{{cylinder: {{radius: {}, length: 20 mm}}, mass: {}}}]",
                  n, draw_.length(radius), draw_.mass(mass_ * draw_.real(0.1, 1.0))));
  model_["joints"].push_back(
      fmt::format("name: axle{0}, kind: continuous, parent: world, child: wheel{0}, at: "
                  "{{position: [0, -3, 3], axis: [1, 0, 0], angle: -90 deg}}",
                  n));
  for (const int side : {-1, 1}) {
    const char* which = side < 0 ? "left" : "right";
    model_["bodies"].push_back(
        fmt::format("name: {}{}, shapes: [{{sphere: {{radius: 50 mm}}, mass: {}}}]", which, n,
                    draw_.mass(mass_ * draw_.real(0.5, 2.0))));
    model_["joints"].push_back(
        fmt::format("name: {0}_slide{1}, kind: prismatic, axis: [0, 0, 1], parent: world, child: "
                    "{0}{1}, at: [{2:.17g}, -3, 2]",
                    which, n, side * radius));
  }
  const double rate = draw_.scale(10.0, 100.0);
  const std::string hold =
      draw_.chance(0.5) ? "grips: true" : "friction: " + draw_.number(0.0, 0.5);
  model_["cables"].push_back(
      fmt::format("name: rope{0}, route: [{{body: left{0}}}, {{body: wheel{0}, radius: {1:.17g}, "
                  "sense: {2}, {3}}}, {{body: right{0}}}], "
                  "youngs_modulus: {4}, radius: 1 mm, damping: {5}, tension: {6}",
                  n, radius, draw_.one_of({"right", "left"}), hold,
                  Draw::plain(mass_ * rate * rate * 3.0 / 3.14e-6),
                  Draw::plain(mass_ * rate * 0.1 / 3.14e-6), Draw::plain(mass_ * 9.81)));
}

}  // namespace catena::stress
