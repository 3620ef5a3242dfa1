#include "catena/arm/path_follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/arm/positions.hpp"

namespace catena {

PathFollower::PathFollower(std::shared_ptr<const Model> model,
                           std::shared_ptr<const MotionSequence> path, FollowerSettings settings)
    : model_(std::move(model)),
      path_(std::move(path)),
      settings_(std::move(settings)),
      dynamics_(*model_, settings_.friction, settings_.q),
      asked_(Eigen::VectorXd::Zero(settings_.kp.size())),
      used_(settings_.dofs.size(), 0.0) {
  const auto n = static_cast<Eigen::Index>(settings_.dofs.size());
  if (path_->size() != model_->nv() || settings_.kp.size() != n || settings_.kd.size() != n)
    throw std::invalid_argument(
        fmt::format("PathFollower: {} coordinates of the model, {} of the path; {} driven ones, {} "
                    "and {} gains",
                    model_->nv(), path_->size(), n, settings_.kp.size(), settings_.kd.size()));
  for (const int dof : settings_.dofs) {
    places_.push_back(place_in_q(*model_, dof));
    if (places_.back() < 0)
      throw std::invalid_argument(fmt::format(
          "PathFollower: coordinate '{}' is part of an orientation; expected one with a position "
          "of its own",
          model_->coordinate_name(dof)));
  }
}

const MotionPoint& PathFollower::wanted(double t) {
  path_->evaluate(t - settings_.start, place_, wanted_);
  for (const PrescribedMotion& motion : settings_.prescribed) {
    const PathPoint point = motion.path(t);
    wanted_.position[motion.dof] = point.position;
    wanted_.velocity[motion.dof] = point.velocity;
    wanted_.acceleration[motion.dof] = point.acceleration;
  }
  return wanted_;
}

void PathFollower::efforts(double t, In<double> q, In<double> v, const Acting* acting,
                           Out<double> out) {
  wanted(t);
  const Eigen::VectorXd* forward = nullptr;
  if (settings_.feed_forward) forward = &dynamics_.efforts(wanted_);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const int dof = settings_.dofs[i];
    out[k] = settings_.kp[k] * (wanted_.position[dof] - q[places_[i]]) +
             settings_.kd[k] * (wanted_.velocity[dof] - v[dof]);
    if (forward != nullptr) out[k] += (*forward)[dof];
    if (forward != nullptr && acting != nullptr) out[k] -= acting->efforts[dof];
    asked_[k] = out[k];
    if (settings_.most_effort.size() > 0 && std::isfinite(settings_.most_effort[k]))
      used_[i] = std::min(1.0, std::abs(out[k]) / settings_.most_effort[k]);
  }
}

double PathFollower::shortfall() const {
  double most = 0.0;
  for (Eigen::Index k = 0; k < settings_.most_effort.size(); ++k) {
    const double limit = settings_.most_effort[k];
    if (std::isfinite(limit) && std::abs(asked_[k]) > limit)
      most = std::max(most, 1.0 - limit / std::abs(asked_[k]));
  }
  return most;
}

std::string PathFollower::obstacles() const {
  std::string text;
  for (Eigen::Index k = 0; k < settings_.most_effort.size(); ++k)
    if (std::abs(asked_[k]) > settings_.most_effort[k])
      text += fmt::format("{}'{}' is at its {} bound {:g}", text.empty() ? "" : ", ",
                          model_->coordinate_name(settings_.dofs[static_cast<std::size_t>(k)]),
                          asked_[k] > 0.0 ? "upper" : "lower",
                          std::copysign(settings_.most_effort[k], asked_[k]));
  return text;
}

}  // namespace catena
