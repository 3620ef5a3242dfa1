// Simulation: what is moved by hand between two advances.

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "catena/sim/simulation.hpp"

namespace catena {

namespace {

void check(const Pull& pull, const Model& model) {
  const auto refuse = [](const std::string& what) { throw std::invalid_argument("pull: " + what); };
  const int b = pull.body.index;
  if (b < 0 || b >= model.body_count())
    refuse(fmt::format("there is no body {}, expected 1 to {}", b, model.body_count() - 1));
  if (b == 0) refuse("the world cannot be pulled; choose a body that moves");
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(pull.at[i]) || !std::isfinite(pull.to[i]))
      refuse(fmt::format("a point of the pull at '{}' is not finite", model.body(pull.body).name));
  const auto is_number = [](double x) { return std::isfinite(x) && x >= 0.0; };
  if (!is_number(pull.stiffness) || !is_number(pull.damping))
    refuse(fmt::format("stiffness {} N/m and damping {} N s/m must be finite and not negative",
                       pull.stiffness, pull.damping));
}

}  // namespace

void Simulation::pull(const std::optional<Pull>& pull, std::vector<SimulationEvent>* happened) {
  if (!setup_.may_be_pulled)
    throw std::invalid_argument(
        "pull: the setup does not say that bodies may be pulled; set may_be_pulled");
  if (pull) check(*pull, model());
  pull_ = pull;
  m_->equations.set_pull(pull_);
  if (m_->observed) m_->observed->set_pull(pull_);
  inputs_changed(happened);
}

void Simulation::inputs_changed(std::vector<SimulationEvent>* happened) {
  std::vector<SimulationEvent> events;
  settle(events);
  if (happened) happened->insert(happened->end(), events.begin(), events.end());
}

}  // namespace catena
