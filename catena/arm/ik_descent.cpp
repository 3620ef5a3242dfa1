#include "catena/arm/ik_descent.hpp"

#include <algorithm>
#include <cmath>

#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

std::vector<int> dofs_that_move(const Model& model, const std::vector<IkTarget>& targets) {
  std::vector<int> dofs;
  for (const IkTarget& t : targets)
    for (int n = model.frame(t.frame).node; n != 0;
         n = model.nodes()[static_cast<std::size_t>(n)].parent) {
      const Node& node = model.nodes()[static_cast<std::size_t>(n)];
      for (int k = 0; k < node.nv; ++k) dofs.push_back(node.v + k);
    }
  std::sort(dofs.begin(), dofs.end());
  dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
  return dofs;
}

}  // namespace

IkDescent::IkDescent(const Model& model, std::vector<IkTarget> targets)
    : model_(&model), targets_(std::move(targets)), kinematics_(model) {
  Index rows = 0;
  for (const IkTarget& t : targets_) rows += t.rows();
  moving_ = dofs_that_move(model, targets_);
  for (const int dof : moving_) {
    places_.push_back(place_in_q(model, dof));
    const auto& node =
        model.nodes()[static_cast<std::size_t>(model.dof_node()[static_cast<std::size_t>(dof)])];
    const JointInfo& joint = model.joint(JointId{node.joint});
    const bool bounded = places_.back() >= 0;
    lower_.push_back(bounded ? joint.spec.position_lower[dof - joint.v] : -HUGE_VAL);
    upper_.push_back(bounded ? joint.spec.position_upper[dof - joint.v] : HUGE_VAL);
  }
  const auto m = static_cast<Index>(moving_.size());
  hold_.assign(moving_.size(), IkHold::Free);
  trial_hold_ = hold_;
  whole_.setZero(rows, model.nv());
  J_.setZero(rows, m);
  H_.setZero(m, m);
  damped_.setZero(m, m);
  errors_.setZero(rows);
  weights_.setZero(rows);
  for (VectorXd* v : {&gradient_, &step_, &right_, &scale_}) v->setZero(m);
  tangent_.setZero(model.nv());
  trial_.setZero(model.nq());
  factor_.compute(Eigen::MatrixXd::Identity(m, m));  // takes its memory now
}

void IkDescent::look(const VectorXd& q, bool with_jacobian) {
  kinematics_.compute(*model_, q);
  ik_errors(*model_, kinematics_, targets_, errors_);
  worst_ = 0.0;
  cost_ = 0.0;
  Index row = 0;
  for (const IkTarget& t : targets_)
    for (int k = 0; k < t.rows(); ++k, ++row) {
      worst_ = std::max(worst_, std::abs(errors_[row]));
      weights_[row] = t.weight;
      errors_[row] *= t.weight;
      cost_ += 0.5 * errors_[row] * errors_[row];
    }
  if (!std::isfinite(cost_)) worst_ = cost_ = HUGE_VAL;
  if (!with_jacobian) return;
  ik_jacobian(*model_, kinematics_, targets_, whole_);
  for (std::size_t j = 0; j < moving_.size(); ++j)
    J_.col(static_cast<Index>(j)) = weights_.cwiseProduct(whole_.col(moving_[j]));
}

void IkDescent::move(const VectorXd& q, const VectorXd& step, bool limits, VectorXd& out) {
  for (std::size_t j = 0; j < moving_.size(); ++j)
    tangent_[moving_[j]] = step[static_cast<Index>(j)];
  integrate<double>(*model_, q, tangent_, out);
  if (!limits) return;
  for (std::size_t j = 0; j < moving_.size(); ++j)
    if (places_[j] >= 0) out[places_[j]] = std::clamp(out[places_[j]], lower_[j], upper_[j]);
}

// Coordinates at a limit that the errors push against.
void IkDescent::hold_outward(const VectorXd& q, bool limits) {
  for (std::size_t j = 0; j < moving_.size(); ++j) {
    hold_[j] = IkHold::Free;
    if (!limits || places_[j] < 0) continue;
    const double at = q[places_[j]], g = gradient_[static_cast<Index>(j)];
    if (at <= lower_[j] && g > 0.0) hold_[j] = IkHold::Lower;
    if (at >= upper_[j] && g < 0.0) hold_[j] = IkHold::Upper;
  }
}

double IkDescent::rest_of_gradient() const {
  double most = 0.0;
  for (std::size_t j = 0; j < moving_.size(); ++j)
    if (hold_[j] == IkHold::Free) most = std::max(most, std::abs(gradient_[static_cast<Index>(j)]));
  return most;
}

// The damped step; coordinates that it would take over a limit go to the limit and stay, and the
// others are solved for again. False where the matrix cannot be factored.
bool IkDescent::take_step(const VectorXd& q, bool limits) {
  trial_hold_ = hold_;
  step_.setZero();
  const std::size_t m = moving_.size();
  for (std::size_t round = 0; round <= m; ++round) {
    damped_ = H_;
    right_ = -gradient_;
    for (std::size_t j = 0; j < m; ++j)
      if (trial_hold_[j] != IkHold::Free && step_[static_cast<Index>(j)] != 0.0)
        right_ -= step_[static_cast<Index>(j)] * H_.col(static_cast<Index>(j));
    for (std::size_t j = 0; j < m; ++j) {
      const auto k = static_cast<Index>(j);
      damped_(k, k) += damping_ * scale_[k];
      if (trial_hold_[j] == IkHold::Free) continue;
      damped_.row(k).setZero();
      damped_.col(k).setZero();
      damped_(k, k) = 1.0;
      right_[k] = step_[k];
    }
    factor_.compute(damped_);
    if (factor_.info() != Eigen::Success) return false;
    step_ = factor_.solve(right_);
    if (!step_.allFinite()) return false;
    bool again = false;
    for (std::size_t j = 0; j < m && limits; ++j) {
      const auto k = static_cast<Index>(j);
      if (trial_hold_[j] != IkHold::Free || places_[j] < 0) continue;
      const double to = q[places_[j]] + step_[k];
      if (to >= lower_[j] && to <= upper_[j]) continue;
      trial_hold_[j] = to < lower_[j] ? IkHold::Lower : IkHold::Upper;
      step_[k] = (to < lower_[j] ? lower_[j] : upper_[j]) - q[places_[j]];
      again = true;
    }
    if (!again) break;
  }
  return true;
}

// Damping follows the errors (Sugihara 2011), times a factor that follows how well the linear
// model foretells the gain.
IkEnd IkDescent::run(VectorXd& q, const Settings& settings) {
  double factor = 0.1, growth = 4.0;
  int poor = 0;
  look(q, true);
  for (used_ = 0; used_ < settings.iterations; ++used_) {
    if (worst_ <= settings.tolerance) return IkEnd::Met;
    gradient_.noalias() = J_.transpose() * errors_;
    H_.noalias() = J_.transpose() * J_;
    const double mean = H_.trace() / static_cast<double>(std::max<Index>(1, H_.rows()));
    scale_.setConstant(std::max(mean, 1e-12));
    hold_outward(q, settings.limits);
    if (rest_of_gradient() <= 1e-11 * std::sqrt(2.0 * cost_ * std::max(mean, 1e-300)))
      return IkEnd::Minimum;
    const double before = cost_;
    damping_ = std::max(factor * 2.0 * cost_, 1e-15);
    bool gained = false;
    for (int attempt = 0; attempt < 12 && !gained; ++attempt) {
      if (take_step(q, settings.limits)) {
        move(q, step_, settings.limits, trial_);
        const double linear = gradient_.dot(step_) + 0.5 * step_.dot(H_ * step_);
        look(trial_, false);
        const double ratio = (before - cost_) / std::max(-linear, 1e-300);
        gained = cost_ < before;
        if (gained && ratio > 0.5) factor = std::max(factor / 4.0, 1e-6), growth = 4.0;
        if (gained && ratio < 0.1) factor *= 2.0;
      }
      if (!gained)
        factor *= growth, growth *= 2.0, damping_ = std::max(factor * 2.0 * before, 1e-12);
    }
    if (!gained) {
      look(q, true);
      return worst_ <= settings.tolerance ? IkEnd::Met : IkEnd::Minimum;
    }
    q = trial_;
    poor = cost_ > 0.9 * before ? poor + 1 : 0;
    if (!settings.patient && poor >= 4 && worst_ > settings.tolerance) return IkEnd::Slow;
    look(q, true);
  }
  return worst_ <= settings.tolerance ? IkEnd::Met : IkEnd::Slow;
}

}  // namespace catena
