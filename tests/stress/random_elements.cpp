// What closes loops of random scenarios, and what acts between their bodies.

#include <algorithm>

#include "tests/stress/random_scenario.hpp"

namespace catena::stress {

void RandomScenario::add_loops() {
  const int trees = bodies_.back().tree + 1;
  const int tree = draw_.pick(trees);
  if (draw_.chance(0.6))
    close_tree(tree);
  else
    couple(tree);
}

// The last body of a tree is tied to where it starts, or to its first body.
void RandomScenario::close_tree(int tree) {
  std::vector<std::size_t> of_tree;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].tree == tree) of_tree.push_back(i);
  if (of_tree.size() < 3) return;
  has_loops_ = true;
  const RandomBody &first = bodies_[of_tree.front()], &last = bodies_[of_tree.back()];
  const std::string name = fmt::format("loop{}", ++count_);
  const std::string tip = fmt::format("{{body: {}, at: [0.1, 0, 0.05]}}", last.name);
  const std::array<double, 3> at = {last.at[0] + 0.1, last.at[1], last.at[2] + 0.05};
  if (draw_.chance(0.4)) {
    model_["loops"].push_back(
        fmt::format("name: {}, rod: {{a: {}, b: {}}}", name, tip,
                    draw_.chance(0.5) ? fmt::format("{{body: {}, at: [0, 0.1, 0.05]}}", first.name)
                                      : "{body: world, at: [0.5, 0.3, 1.5]}"));
    return;
  }
  const std::string kind(draw_.one_of({"revolute", "spherical", "cylindrical", "universal"}));
  const std::string axes = kind == "spherical"   ? ""  // it has none
                           : kind == "universal" ? ", axis: [0, 1, 0], axis2: [1, 0, 0]"
                                                 : ", axis: [0, 1, 0]";
  model_["loops"].push_back(fmt::format(
      "name: {}, kind: {}{}, a: {}, b: {{body: world, at: [{:.17g}, {:.17g}, {:.17g}]}}", name,
      kind, axes, tip, at[0], at[1], at[2]));
}

void RandomScenario::couple(int tree) {
  std::vector<const RandomBody*> hinges;
  for (const RandomBody& body : bodies_)
    if (body.tree == tree && body.coordinates.size() == 1) hinges.push_back(&body);
  if (hinges.size() < 2) return;
  has_loops_ = true;
  const std::string name = fmt::format("coupling{}", ++count_), &a = hinges[0]->joint,
                    &b = hinges[1]->joint;
  model_["loops"].push_back(
      draw_.chance(0.5) ? fmt::format("name: {}, coupling: {{of: {}, ratio: {}, to: {}}}", name, a,
                                      draw_.number(-2, 2), b)
                        : fmt::format("name: {}, coupling: {{zero: \"q.{} - {}*sin(q.{})\"}}", name,
                                      a, draw_.number(0.2, 1), b));
}

void RandomScenario::add_elements() {
  const int count = 1 + draw_.pick(3);
  for (int i = 0; i < count; ++i) switch (draw_.pick(6)) {
      case 0:
        add_cable();
        break;
      case 1:
        add_point_spring();
        break;
      case 2:
        add_bushing();
        break;
      case 3:
        add_torsion_spring();
        break;
      case 4:
        add_string();
        break;
      default:
        add_coupled_spring();
    }
}

void RandomScenario::add_cable() {
  const RandomBody& body = any_body();
  const std::string name = fmt::format("cable{}", ++count_);
  std::string start;
  if (draw_.chance(0.3)) start = ", tension: " + Draw::plain(lightest_ * draw_.real(0.0, 20.0));
  if (draw_.chance(0.2))
    start += fmt::format(", let_out: \"{}*sin(5*t)\"", draw_.number(-0.05, 0.05));
  if (draw_.chance(0.2)) start += ", smoothing: 1e-3";
  std::string middle;
  if (draw_.chance(0.3)) middle = "{body: world, at: [0.3, 0.4, 1.8]}, ";
  model_["cables"].push_back(
      fmt::format("name: {}, route: [{{body: world, at: [0, 0.5, 2]}}, {}{}], youngs_modulus: {}, "
                  "area: 4 mm^2, damping: {}{}",
                  name, middle, place(body), Draw::plain(stiffness() / 4e-6),
                  Draw::plain(0.02 * stiffness() / 4e-6), start));
}

void RandomScenario::add_point_spring() {
  const RandomBody &a = any_body(), &b = any_body();
  const bool to_world = &a == &b || draw_.chance(0.3);
  const std::string name = fmt::format("spring{}", ++count_);
  const std::string ends = fmt::format("name: {}, from: {}, to: {}", name, place(a),
                                       to_world ? "{body: world, at: [0.2, 0.6, 1.5]}" : place(b));
  const double k = stiffness();
  if (draw_.chance(0.2)) {
    model_["point_springs"].push_back(fmt::format("{}, law: \"{}*(x - 0.3) + {}*(x - 0.3)^3\"",
                                                  ends, Draw::plain(k), Draw::plain(k)));
    return;
  }
  model_["point_springs"].push_back(
      fmt::format("{}, stiffness: {}, damping: {}, rest_length: {}, side: {}", ends, Draw::plain(k),
                  Draw::plain(draw_.real(0.0, 0.02) * k), draw_.length(draw_.real(0.0, 0.5)),
                  draw_.one_of({"both", "both", "pulls", "pushes"})));
}

void RandomScenario::add_bushing() {
  const RandomBody& body = any_body();
  const double k = stiffness(), turning = k * 0.01;
  const auto [x, y, z] = body.at;
  model_["bushings"].push_back(
      fmt::format("name: bushing{0}, from: {{body: world, at: [{1:.17g}, {2:.17g}, {3:.17g}]}}, "
                  "to: {4}, stiffness: [{5}, {5}, {5}, {6}, "
                  "{6}, {6}], damping: [{7}, {7}, {7}, {8}, {8}, {8}]",
                  ++count_, x, y, z, body.name, Draw::plain(turning), Draw::plain(k),
                  Draw::plain(0.02 * turning), Draw::plain(0.02 * k)));
}

void RandomScenario::add_torsion_spring() {
  const RandomBody* const body = any_hinge();
  if (body == nullptr) return;
  const double k = stiffness() * link() * link();
  const bool periodic = draw_.chance(0.2);
  model_["torsion_springs"].push_back(fmt::format(
      "name: coil{}, coordinate: {}, table: [[-0.4, {}], [-0.1, {}], [0.1, 0], [0.5, {}]], "
      "interpolation: {}, range: {}, "
      "damping: {}",
      ++count_, body->joint, Draw::plain(-0.4 * k), Draw::plain(periodic ? 0.1 * k : 0.0),
      Draw::plain(periodic ? -0.4 * k : k), draw_.one_of({"linear", "monotone_cubic"}),
      periodic ? "periodic" : std::string(draw_.one_of({"extend", "clamp"})),
      Draw::plain(0.01 * k)));
}

void RandomScenario::add_string() {
  const RandomBody& body = any_body();
  const std::array<double, 3> from = {body.at[0], body.at[1] + 0.2, body.at[2] + 0.6};
  model_["strings"].push_back(
      fmt::format("name: string{}, from: {{body: world, at: [{:.17g}, {:.17g}, {:.17g}]}}, to: {}, "
                  "length: {}{}",
                  ++count_, from[0], from[1], from[2], body.name,
                  draw_.length(distance(from, body.at) * draw_.real(1.001, 1.2)),
                  draw_.chance(0.4) ? ", restitution: " + draw_.number(0.0, 0.9) : ""));
}

void RandomScenario::add_coupled_spring() {
  std::vector<const RandomBody*> hinges;
  for (const RandomBody& body : bodies_)
    if (body.coordinates.size() == 1) hinges.push_back(&body);
  if (hinges.size() < 2) return;
  const double k = stiffness() * link() * link();
  model_["springs"].push_back(fmt::format(
      "name: tendon{0}, joints: [{1}, {2}], stiffness: [[{3}, {4}], [{4}, {3}]], rest: [0, 0.1]",
      ++count_, hinges[0]->joint, hinges[1]->joint, Draw::plain(k), Draw::plain(0.5 * k)));
}

}  // namespace catena::stress
