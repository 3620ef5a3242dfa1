#include "tests/stress/random_scenario.hpp"

#include <algorithm>

namespace catena::stress {

namespace {

std::string list(const std::string& key, const std::vector<std::string>& items, int indent) {
  const std::string blanks(static_cast<std::size_t>(indent), ' ');
  std::string text = blanks + key + ":\n";
  for (const std::string& item : items) text += blanks + "  - {" + item + "}\n";
  return text;
}

}  // namespace

RandomScenario::RandomScenario(std::uint64_t number)
    : draw_(number), mass_(draw_.scale(0.05, 20.0)), most_ratio_(draw_.chance(0.3) ? 100.0 : 2.0) {
  lightest_ = mass_;
  by_events_ = draw_.chance(0.2);
  if (draw_.chance(0.06)) {
    use_library();
  } else {
    add_trees();
    if (draw_.chance(0.1)) add_ball_that_rolls();
    if (draw_.chance(0.1)) add_pulley();
    if (draw_.chance(0.4)) add_loops();
    if (draw_.chance(0.6)) add_elements();
    if (has_ground_ || draw_.chance(0.3)) add_contacts();
    if (draw_.chance(0.5)) add_drives();
    if (draw_.chance(0.2)) add_changes();
  }
  choose_run();
}

void RandomScenario::use_library() {
  const std::string name(draw_.one_of({"double_pendulum", "arm", "hand", "quadruped", "humanoid",
                                       "gymnast", "bricard", "squeezer"}));
  library_ = fmt::format("model: {{builtin: {}{}}}\n", name,
                         draw_.chance(0.5) ? ", damping: " + draw_.number(0.0, 2.0) : "");
  duration_ = 0.04;
}

std::string RandomScenario::text() const {
  std::string text = run_ + library_;
  if (library_.empty()) text += "model:\n";
  if (!gravity_.empty()) text += "  gravity: " + gravity_ + "\n";
  for (const auto& [key, items] : model_) text += list(key, items, 2);
  for (const auto& [key, items] : top_) text += list(key, items, 0);
  if (!initial_.empty()) text += "initial:\n";
  for (const std::string& line : initial_) text += "  " + line + "\n";
  return text;
}

void RandomScenario::choose_run() {
  run_ = fmt::format("duration: {}\n", draw_.time(duration_));
  if (start_time_ != 0.0) run_ += fmt::format("start_time: {}\n", draw_.time(start_time_));
  const int method = draw_.pick(8);
  if (method == 0)
    run_ +=
        fmt::format("integrator: {{kind: rk4, step: {}}}\n", draw_.time(draw_.scale(2e-4, 2e-3)));
  if (method == 1)
    run_ += fmt::format("integrator: {{kind: semi_implicit_euler, step: {}}}\n",
                        draw_.time(draw_.scale(1e-4, 1e-3)));
  if (method == 2 || method == 3) run_ += "integrator: {kind: radau}\n";
  if (method == 4)
    run_ += fmt::format("integrator: {{tolerance: {}}}\n", Draw::plain(draw_.scale(1e-12, 1e-8)));
  const int contact = 1 + draw_.pick(5);
  if (by_events_) {
    run_ += "contact: events\n";
  } else if (contact == 1) {
    run_ += fmt::format("contact: {{method: stepping, step: {}{}{}}}\n",
                        draw_.time(draw_.scale(5e-4, 5e-3)),
                        draw_.chance(0.3) ? ", correction: " + draw_.number(0.0, 1.0) : "",
                        draw_.chance(0.3) ? ", sleep: true" : "");
  } else if (contact == 2) {
    run_ += "contact: {method: automatic, step: 2 ms}\n";
  }
  if (draw_.chance(0.3))
    run_ += fmt::format("impacts: {{law: {}, order: {}}}\n", draw_.one_of({"newton", "poisson"}),
                        draw_.one_of({"simultaneous", "sequential"}));
  run_ +=
      fmt::format("record: {{interval: {}{}}}\n", draw_.time(duration_ / draw_.real(5.0, 40.0)),
                  draw_.chance(0.2) ? ", columns: [q, v, energy, f, poses, energy_by_source]" : "");
}

RandomBody& RandomScenario::any_body() {
  return bodies_[static_cast<std::size_t>(draw_.pick(static_cast<int>(bodies_.size())))];
}

RandomBody* RandomScenario::any_hinge() {
  const int start = draw_.pick(static_cast<int>(bodies_.size()));
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    RandomBody& body = bodies_[(i + static_cast<std::size_t>(start)) % bodies_.size()];
    if (body.coordinates.size() == 1 && !body.is_taken) return &body;
  }
  return nullptr;
}

double RandomScenario::stiffness() {
  const double rate = draw_.scale(2.0, 40.0);
  return lightest_ * rate * rate;
}

std::string RandomScenario::place(const RandomBody& body) {
  const std::array<double, 3>& h = body.half;
  return fmt::format("{{body: {}, at: [{}, {}, {}]}}", body.name,
                     Draw::plain(draw_.real(-h[0], h[0])), Draw::plain(draw_.real(-h[1], h[1])),
                     Draw::plain(draw_.real(-h[2], h[2])));
}

double RandomScenario::distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace catena::stress
