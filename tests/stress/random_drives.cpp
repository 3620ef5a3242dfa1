// Motors, controllers, prescribed motion and changes of random scenarios.

#include <algorithm>

#include "tests/stress/random_scenario.hpp"

namespace catena::stress {

void RandomScenario::add_drives() {
  const int count = 1 + draw_.pick(2);
  for (int i = 0; i < count; ++i) {
    RandomBody* const body = any_hinge();
    if (body == nullptr) return;
    const int kind = draw_.pick(8);
    if (kind == 0 && body->parent < 0 && body->travel == 1.0)
      add_prescribed(*body);
    else if (kind == 1 && !has_loops_)
      add_controller(*body);
    else
      add_motor(*body);
    body->is_taken = true;
  }
}

std::string RandomScenario::effort_formula(const RandomBody& body) {
  const std::string q = "q." + body.joint, v = "v." + body.joint;
  const std::string size = Draw::plain(lightest_ * 9.81 * link() * draw_.scale(0.1, 3.0));
  const std::string when = Draw::plain(start_time_ + duration_ * draw_.real(0.1, 0.9));
  switch (draw_.pick(10)) {
    case 0:
      return fmt::format("{}*sin({}*t)", size, draw_.number(1.0, 30.0));
    case 1:
      return fmt::format("{}*step(t - {})", size, when);
    case 2:
      return fmt::format("-{}*sign({})", size, v);
    case 3:
      return fmt::format("-{}*sign({} + 0.1*{})", size, q, v);
    case 4:
      return fmt::format("t < {} ? {} : -{}*{}", when, size, size, v);
    case 5:
      return fmt::format("{}*floor(20*t)/20", size);
    case 6:
      return fmt::format("{}*abs(sin(20*t))", size);
    case 7:
      return fmt::format("clamp(-10*{}*{}, -{}, {})", size, q, size, size);
    case 8:
      return fmt::format("{0}*max(0, {1}) - {0}*min(0, {2})", size, q, v);
    default:
      return fmt::format("{} - 0.1*{}*{}", size, size, v);
  }
}

void RandomScenario::add_motor(RandomBody& body) {
  const std::string name = fmt::format("name: motor{}, joint: {}", ++count_, body.joint);
  std::string limit;
  const double most = lightest_ * 9.81 * link() * draw_.scale(0.3, 3.0);
  if (draw_.chance(0.4)) limit = ", effort_limit: " + Draw::plain(most);
  if (draw_.chance(0.5)) {
    top_["motors"].push_back(
        fmt::format("{}, effort: \"{}\"{}{}", name, effort_formula(body), limit,
                    draw_.chance(0.2) ? ", ratio: " + draw_.number(0.5, 3.0) : ""));
    return;
  }
  const double k = stiffness() * link() * link();
  const std::string target =
      draw_.chance(0.3)
          ? fmt::format("0.1*step(t - {})", Draw::plain(start_time_ + 0.5 * duration_))
          : fmt::format("{}*sin(5*t)", draw_.number(-0.3, 0.3));
  top_["motors"].push_back(fmt::format("{}, target: \"{}\", stiffness: {}, damping: {}{}", name,
                                       target, Draw::plain(k), Draw::plain(0.05 * k), limit));
}

void RandomScenario::add_controller(RandomBody& body) {
  top_["controllers"].push_back(fmt::format(
      "name: control{0}, kind: computed_torque, follow: [{1}], inputs: [{1}], rate: {2}, path: "
      "[{{t: {3}, at: [0]}}, "
      "{{t: {4}, at: [{5}]}}]{6}",
      ++count_, body.joint, draw_.number(5, 30), Draw::plain(start_time_),
      Draw::plain(start_time_ + 0.8 * duration_), draw_.number(-0.3, 0.3),
      draw_.chance(0.3) ? ", effort_limit: " + Draw::plain(lightest_ * 9.81 * link()) : ""));
}

void RandomScenario::add_prescribed(RandomBody& body) {
  const std::string at = Draw::plain(start_time_);
  const std::string size = draw_.number(0.02, 0.2);
  const std::string path = draw_.chance(0.3) ? fmt::format("{}*max(t - {} - {}, 0)", size, at,
                                                           Draw::plain(0.5 * duration_))
                                             : fmt::format("{}*sin(6*(t - {}))", size, at);
  top_["prescribed"].push_back(fmt::format("joint: {}, position: \"{}\"", body.joint, path));
}

void RandomScenario::add_changes() {
  const RandomBody& body = any_body();
  const std::string at = Draw::plain(start_time_ + duration_ * draw_.real(0.2, 0.8));
  const std::string name = fmt::format("name: change{}", ++count_);
  const RandomBody* const hinge = any_hinge();
  const std::string time =
      hinge != nullptr && draw_.chance(0.3)
          ? fmt::format("when: \"q.{} - {}\"", hinge->joint, draw_.number(-0.1, 0.1))
          : "at: " + at;
  const bool is_driven = body.is_taken;
  if (draw_.chance(0.5) && !is_driven) {
    top_["changes"].push_back(fmt::format("{}, {}, cut: [{}]", name, time, body.joint));
    return;
  }
  const RandomBody& other = any_body();
  const bool to_world = other.name == body.name;
  const std::string kind(draw_.one_of({"weld", "revolute, axis: [0, 1, 0]", "spherical"}));
  top_["changes"].push_back(
      fmt::format("{}, {}, connect: [{{name: grip{}, kind: {}, a: {}, b: {}, here: true}}]", name,
                  time, ++count_, kind, to_world ? "world" : other.name, body.name));
}

}  // namespace catena::stress
