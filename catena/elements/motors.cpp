#include "catena/elements/motors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

Switchboard::Laws switched_laws(const std::vector<Motor>& motors) {
  Switchboard::Laws laws;
  for (const Motor& motor : motors)
    laws.push_back(motor.make_law ? motor.make_law(motor.offsets) : nullptr);
  return laws;
}

std::vector<std::string> motor_names(const std::vector<Motor>& motors) {
  std::vector<std::string> names;
  for (const Motor& motor : motors) names.push_back(motor.name);
  return names;
}

std::shared_ptr<const ProbeList> probes_of(const std::vector<Motor>& motors) {
  for (const Motor& motor : motors)
    if (motor.probes) return motor.probes;
  return nullptr;
}

}  // namespace

Motors::Motors(const Coordinates& coordinates, const std::vector<Motor>& motors,
               const std::vector<char>& on_path)
    : SwitchedGroup(
          {coordinates, switched_laws(motors), motor_names(motors), "motor", probes_of(motors)},
          "motors"),
      coordinates_(&coordinates),
      motors_(motors),
      constant_(std::all_of(motors.begin(), motors.end(),
                            [](const Motor& motor) { return motor.constant; })),
      probes_(probes_of(motors)) {
  for (Motor& motor : motors_) {
    planners_.push_back(motor.make_planner ? motor.make_planner() : nullptr);
    if (motor.make_effort && !planners_.back()) motor.effort = motor.make_effort(motor.offsets);
    efforts_.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size())));
    dofs_.emplace_back();
    for (const int dof : motor.dofs) dofs_.back().push_back(coordinates.from_home(dof));
  }
  at_end_ = efforts_;
  acting_ = Eigen::VectorXd::Zero(coordinates.home_count());
  find_servos(on_path);
}

void Motors::find_efforts(std::size_t m, double t, const Look& look, Out<double> effort) {
  const Motor& motor = motors_[m];
  const bool moved = !coordinates_->is_home();
  if (planners_[m])
    plan_efforts(m, t, moved ? q_home_ : look.q, moved ? v_home_ : look.v, effort);
  else if (switches_.law(m) != nullptr)
    switches_.values_at(t, m, effort);
  else if (motor.probes)
    motor.effort(t, q_probed_, v_probed_, effort);
  else if (moved && !motor.constant)
    motor.effort(t, q_home_, v_home_, effort);
  else
    motor.effort(t, look.q, look.v, effort);
}

void Motors::compute(const Look& look) {
  if (!switches_.empty()) switches_.look_at(look);
  const bool moved = !coordinates_->is_home();
  if (moved && !constant_) coordinates_->gather_home(look.q, look.v, q_home_, v_home_);
  if (probes_)
    append_probes(*probes_, look, moved ? q_home_ : look.q, moved ? v_home_ : look.v, q_probed_,
                  v_probed_);
  for (std::size_t m = 0; m < motors_.size(); ++m) {
    const Motor& motor = motors_[m];
    Eigen::VectorXd& effort = efforts_[m];
    if (is_row(m) || planners_[m]) {
      effort.setZero();
      continue;
    }
    if (switches_.law(m) != nullptr)
      switches_.values(m, motor.effort_limit, effort);
    else
      find_efforts(m, look.t, look, effort);
    limit_efforts(m, effort);
  }
}

// The branches of a law that switches are limited already; a mixture of them is not limited once
// more, so that it is linear in its fraction.
void Motors::limit_efforts(std::size_t m, Eigen::VectorXd& effort) const {
  const std::vector<double>& limit = motors_[m].effort_limit;
  for (std::size_t i = 0; i < dofs_[m].size(); ++i) {
    double& e = effort[static_cast<Eigen::Index>(i)];
    if (dofs_[m][i] < 0) e = 0.0;
    if (!limit.empty() && switches_.law(m) == nullptr) e = std::clamp(e, -limit[i], limit[i]);
  }
}

void Motors::add_efforts_of(std::size_t m, const Eigen::VectorXd& effort,
                            Eigen::VectorXd& tau) const {
  for (std::size_t i = 0; i < dofs_[m].size(); ++i)
    if (const int dof = dofs_[m][i]; dof >= 0) tau[dof] += effort[static_cast<Eigen::Index>(i)];
}

void Motors::add_efforts(Eigen::VectorXd& tau) const {
  for (std::size_t m = 0; m < motors_.size(); ++m) add_efforts_of(m, efforts_[m], tau);
}

// In time steps servos are rows; they act all the same.
void Motors::add_foreseen(const Look& look, Eigen::VectorXd& tau) {
  for (std::size_t m = 0; m < motors_.size(); ++m) {
    if (planners_[m]) continue;
    if (is_row(m)) {
      find_efforts(m, look.t, look, at_end_[m]);
      limit_efforts(m, at_end_[m]);
    }
    add_efforts_of(m, is_row(m) ? at_end_[m] : efforts_[m], tau);
  }
}

void Motors::plan(const Look& look, const Eigen::VectorXd& acting, const CableForces* cables) {
  cables_ = cables;
  for (int k = 0; k < static_cast<int>(acting_.size()); ++k) {
    const int dof = coordinates_->from_home(k);
    acting_[k] = dof >= 0 ? acting[dof] : 0.0;
  }
  for (std::size_t m = 0; m < motors_.size(); ++m) {
    if (!planners_[m]) continue;
    find_efforts(m, look.t, look, efforts_[m]);
    limit_efforts(m, efforts_[m]);
    if (is_row(m)) efforts_[m].setZero();  // rows stand for it
  }
}

void Motors::add_planned(Eigen::VectorXd& tau) const {
  for (std::size_t m = 0; m < motors_.size(); ++m)
    if (planners_[m]) add_efforts_of(m, efforts_[m], tau);
}

void Motors::plan_efforts(std::size_t m, double t, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& v, Out<double> effort) {
  const Acting acting{acting_, cables_};
  try {
    planners_[m]->efforts(t, q, v, &acting, effort);
  } catch (const std::runtime_error& error) {
    throw SimulationError(
        fmt::format("t = {:.9g} s: controller '{}': {}", t, motors_[m].name, error.what()));
  }
}

void Motors::open_accounts(Ledger& ledger) {
  for (const Motor& motor : motors_) sources_.push_back(ledger.open(EnergyKind::Work, motor.name));
}

void Motors::add_powers(const Look& look, double* power) const {
  for (std::size_t m = 0; m < motors_.size(); ++m)
    for (std::size_t i = 0; i < dofs_[m].size(); ++i)
      if (const int dof = dofs_[m][i]; dof >= 0)
        power[sources_[m]] += efforts_[m][static_cast<Eigen::Index>(i)] * look.v[dof];
}

}  // namespace catena
