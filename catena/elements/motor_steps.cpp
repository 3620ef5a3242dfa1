// Motors: servos in time steps.

#include <algorithm>

#include "catena/elements/implicit_weight.hpp"
#include "catena/elements/motors.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

// A coordinate that a path moves takes no notice of efforts. Gains are of coordinates whose rate is
// their velocity; other motors are no servos.
void Motors::find_servos(const std::vector<char>& on_path) {
  for (std::size_t m = 0; m < motors_.size(); ++m) {
    Motor& motor = motors_[m];
    const bool fits = motor.gains.size() == motor.dofs.size() &&
                      std::all_of(dofs_[m].begin(), dofs_[m].end(), [&](int dof) {
                        return dof < 0 || coordinates_->place_in_q(dof) >= 0;
                      });
    if (!fits) motor.gains.clear();
    for (std::size_t i = 0; i < motor.gains.size(); ++i) {
      const int dof = dofs_[m][i];
      const ServoGain& gain = motor.gains[i];
      if (dof < 0 || on_path[static_cast<std::size_t>(dof)] != 0) continue;
      if (!(gain.stiffness > 0.0 || gain.damping > 0.0)) continue;
      servos_.push_back({m, static_cast<Eigen::Index>(i), dof, coordinates_->place_in_q(dof), gain,
                         motor.effort_limit.empty() ? infinity : motor.effort_limit[i]});
    }
  }
}

// The effort of a servo at the fraction w of a step, where v_w = (1 - w) v + w v+ and
// q_w = q + w h v_w, is affine in v+: x = A - v+ / c. So u = v+ + c x - c A is zero inside its
// limits.
void Motors::offer_servo(int number, const Look& middle, const StepRequest& request,
                         const State& state, RowList& out) {
  const Servo& servo = servos_[static_cast<std::size_t>(number)];
  const auto dof = static_cast<std::size_t>(servo.dof);
  const double h = request.h, kp = servo.gain.stiffness, kd = servo.gain.damping;
  const double mobility = dof < request.axes.size() ? request.axes[dof].D_inverse : infinity;
  const double w = implicit_weight(h * (h * kp + kd) * mobility);
  const double v = request.v_begin[dof], v_middle = middle.v[servo.dof];
  const double in_middle = efforts_[servo.motor][servo.entry],
               later = at_end_[servo.motor][servo.entry] - in_middle;
  const double effort = in_middle + (2.0 * w - 1.0) * later +
                        kp * (middle.q[servo.q] - state.q[servo.q] - w * (1.0 - w) * h * v) +
                        kd * (v_middle - (1.0 - w) * v);
  const double stiffness = h * w * (kp * w * h + kd), limit = h * servo.limit;
  const Eigen::Index row = out.add_coordinate(servo.dof, v_middle);
  out.rows.back().force =
      std::clamp(h * effort - stiffness * (2.0 * v_middle - v), -limit, limit) / h;
  out.blocks.push_back({.group = index(),
                        .item = number,
                        .law = Law::Bounded,
                        .row = row,
                        .lower = -limit,
                        .upper = limit,
                        .bias = -h * effort / stiffness,
                        .compliance = 1.0 / stiffness});
}

void Motors::offer_step(const Look& middle, const StepRequest& request, const State& state,
                        RowList& out) {
  if (!(request.acting > 0.0)) return;
  for (std::size_t m = 0; m < motors_.size(); ++m) {
    if (!is_row(m)) continue;
    find_efforts(m, middle.t, middle, efforts_[m]);
    find_efforts(m, middle.t + 0.5 * request.h, middle, at_end_[m]);
  }
  for (int i = 0; i < static_cast<int>(servos_.size()); ++i)
    offer_servo(i, middle, request, state, out);
  for (std::size_t m = 0; m < motors_.size(); ++m)
    if (is_row(m)) efforts_[m].setZero();  // rows stand for them
}

bool Motors::answer_step(const RowList& list, const StepAnswer& answer, State& state,
                         std::vector<SimulationEvent>&) {
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const Servo& servo = servos_[static_cast<std::size_t>(block.item)];
    state.spent[sources_[servo.motor]] += answer.x[block.row] * answer.mean[block.row];
  }
  return false;
}

}  // namespace catena
