// Contacts of random scenarios.

#include <algorithm>

#include "tests/stress/random_scenario.hpp"

namespace catena::stress {

void RandomScenario::add_contacts() {
  const std::size_t most = 1 + static_cast<std::size_t>(draw_.pick(draw_.chance(0.3) ? 12 : 4));
  for (std::size_t i = 0; i < most; ++i) add_contact_with_ground(any_body());
  if (bodies_.back().tree > 0 && draw_.chance(0.4)) add_contact_of_balls();
  if (draw_.chance(0.1) && !by_events_) add_face();
}

std::string RandomScenario::friction() {
  std::string text;
  if (draw_.chance(0.4)) text += ", restitution: " + draw_.number(0.0, 0.95);
  if (draw_.chance(0.2)) return text;
  text += ", friction: " + draw_.number(0.05, 1.2);
  switch (draw_.pick(12)) {
    case 0:
      text += ", static_friction: " + draw_.number(1.2, 1.5);
      break;
    case 1:
      text += ", static_friction: 1.4, slip_speed: 10 mm/s";
      break;
    case 2:
      text += ", friction_across: " + draw_.number(0.0, 1.0);
      break;
    case 3:
      text += ", friction_across: 0.1, friction_axis: [0.3, 1, 0]";
      break;
    case 4:
      text += ", surface_velocity: [\"0.5*sin(10*t)\", 0.2, 0]";
      break;
    case 5:
      // This law is not for time steps, with which `automatic` may go on.
      if (by_events_) text += ", friction_law: always_sliding";
      break;
    case 6:
      // Moments are not for the method `events`.
      if (!by_events_) text += draw_.chance(0.5) ? ", spin: 5 mm" : ", rolling: 2 mm";
      break;
    default:
      break;
  }
  return text;
}

// A corner, or a ball around the middle, against the ground, a slope or a bowl.
void RandomScenario::add_contact_with_ground(const RandomBody& body) {
  const auto& h = body.half;
  std::string text = fmt::format("name: c{}, ", ++count_);
  const bool ball = draw_.chance(0.3);
  if (ball)
    text += fmt::format("point: {}, radius: {}, ", body.name, draw_.length(draw_.real(0.02, 0.08)));
  else
    text += fmt::format("point: {{body: {}, at: [{}, {}, {}]}}, ", body.name,
                        Draw::plain(draw_.chance(0.5) ? h[0] : -h[0]),
                        Draw::plain(draw_.chance(0.5) ? h[1] : -h[1]),
                        Draw::plain(draw_.chance(0.5) ? h[2] : -h[2]));
  const int kind = draw_.pick(10);
  const bool smooth = kind == 1 && !ball;
  if (kind == 0)
    text += "plane: {at: [0, 0, -0.9], normal: [-0.1, 0.1, 1]}";
  else if (smooth)
    text += "surface: {formula: \"z - 0.02*(x^2 + y^2) + 0.4\", body: world}";
  else
    text += "plane: ground";
  model_["contacts"].push_back(text + friction());
}

// Balls of two trees, and what keeps their bodies apart.
void RandomScenario::add_contact_of_balls() {
  const RandomBody& a = bodies_.front();
  const RandomBody& b = bodies_.back();
  const double room = distance(a.at, b.at);
  model_["contacts"].push_back(
      fmt::format("name: c{}, point: {}, radius: {}, sphere: {{body: {}, radius: {}}}{}", ++count_,
                  a.name, draw_.length(room * draw_.real(0.2, 0.45)), b.name,
                  draw_.length(room * draw_.real(0.2, 0.5)), friction()));
}

// A puck on the ground by itself.
void RandomScenario::add_face() {
  const std::string name = fmt::format("puck{}", ++count_);
  model_["bodies"].push_back(
      fmt::format("name: {}, shapes: [{{cylinder: {{radius: 40 mm, length: 20 mm}}, mass: {}}}]",
                  name, draw_.mass(mass_)));
  model_["joints"].push_back(fmt::format(
      "name: {0}_pose, kind: free, parent: world, child: {0}, at: [0, -5, 0.01]", name));
  model_["contacts"].push_back(fmt::format(
      "name: {0}_face, point: {{body: {0}, at: [0, 0, -10 mm]}}, region: {{{1}}}, plane: ground, "
      "friction: {2}",
      name,
      draw_.one_of({"disc: 40 mm", "disc: 40 mm, hole: 20 mm", "rectangle: [50 mm, 30 mm]",
                    "polygon: [[-0.02, -0.02], [0.03, -0.02], [0, 0.03]]"}),
      draw_.number(0.05, 0.8)));
  initial_.push_back(fmt::format("{}_pose: {{v: [0, 0, {}, {}, {}, 0]}}", name,
                                 draw_.number(-20, 20), draw_.number(-1, 1), draw_.number(-1, 1)));
}

}  // namespace catena::stress
