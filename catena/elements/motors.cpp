#include "catena/elements/motors.hpp"

#include <algorithm>

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
    if (motor.make_effort) motor.effort = motor.make_effort(motor.offsets);
    efforts_.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size())));
    dofs_.emplace_back();
    for (const int dof : motor.dofs) dofs_.back().push_back(coordinates.from_home(dof));
  }
  at_end_ = efforts_;
  find_servos(on_path);
}

void Motors::find_efforts(std::size_t m, double t, const Look& look, Out<double> effort) {
  const Motor& motor = motors_[m];
  if (switches_.law(m) != nullptr)
    switches_.values_at(t, m, effort);
  else if (motor.probes)
    motor.effort(t, q_probed_, v_probed_, effort);
  else if (!coordinates_->is_home() && !motor.constant)
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
    if (is_row(m)) {
      effort.setZero();
      continue;
    }
    if (switches_.law(m) != nullptr)
      switches_.values(m, motor.effort_limit, effort);
    else
      find_efforts(m, look.t, look, effort);
    for (std::size_t i = 0; i < motor.dofs.size(); ++i) {
      double& e = effort[static_cast<Eigen::Index>(i)];
      if (dofs_[m][i] < 0) e = 0.0;
      // The branches of a law that switches are limited already; a mixture of them is not limited
      // once more, so that it is linear in its fraction.
      if (!motor.effort_limit.empty() && switches_.law(m) == nullptr)
        e = std::clamp(e, -motor.effort_limit[i], motor.effort_limit[i]);
    }
  }
}

void Motors::add_efforts(Eigen::VectorXd& tau) const {
  for (std::size_t m = 0; m < motors_.size(); ++m)
    for (std::size_t i = 0; i < dofs_[m].size(); ++i)
      if (const int dof = dofs_[m][i]; dof >= 0)
        tau[dof] += efforts_[m][static_cast<Eigen::Index>(i)];
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
