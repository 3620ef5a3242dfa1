#include "catena/elements/home_rates.hpp"

#include <algorithm>

namespace catena {

namespace {

Chart chart_of(const Coordinates& coordinates) {
  return coordinates.loops() ? Chart(*coordinates.loops()) : Chart(coordinates.tree());
}

// Steps of differences, s per unit of speed.
constexpr double rate_step = 1e-6, bend_step = 1e-4;

double step_for(double step, const Eigen::VectorXd& v) {
  return step / std::max(1.0, v.size() > 0 ? v.lpNorm<Eigen::Infinity>() : 0.0);
}

}  // namespace

HomeRates::HomeRates(const Coordinates& coordinates, std::shared_ptr<const ProbeList> probes)
    : coordinates_(coordinates),
      probes_(probes && !probes->empty() ? std::move(probes) : nullptr),
      chart_(chart_of(coordinates)),
      plain_(coordinates.is_home() &&
             std::all_of(coordinates.places_in_q().begin(), coordinates.places_in_q().end(),
                         [](int place) { return place >= 0; })),
      q_(coordinates.nq()),
      v_(coordinates.nv()),
      q_rate_(coordinates.nq()),
      v_rate_(coordinates.nv()),
      q_bend_(coordinates.nq()),
      q_now_(coordinates.nq()),
      xi_(coordinates.nv()),
      step_(coordinates.nv()),
      zero_(Eigen::VectorXd::Zero(coordinates.nv())) {
  if (probes_) motion_ = std::make_unique<Kinematics<double>>(coordinates.tree());
}

void HomeRates::find(const Look& look) {
  if (coordinates_.is_home())
    q_ = look.q, v_ = look.v;
  else
    coordinates_.gather_home(look.q, look.v, q_, v_);
  if (probes_) append_probes(*probes_, look, q_, v_, all_.q, all_.v);
}

// For accelerations a of all coordinates; null: zero.
void HomeRates::find_motion(const Look& look, const Eigen::VectorXd* a) {
  const Model& tree = coordinates_.tree();
  motion_->compute(tree, In<double>(look.q.data(), tree.nq()), In<double>(look.v.data(), tree.nv()),
                   In<double>((a != nullptr ? *a : zero_).data(), tree.nv()));
}

void HomeRates::find_probe_rates(const Look& look, const Eigen::VectorXd* a) {
  all_.q_rate.resize(all_.q.size()), all_.v_rate.resize(all_.v.size());
  all_.q_rate.head(q_rate_.size()) = q_rate_, all_.v_rate.head(v_rate_.size()) = v_rate_;
  Eigen::Index next = q_.size();
  for (const Probe& probe : probes_->positions) all_.q_rate[next++] = rate(probe, look);
  if (probes_->velocities.empty()) return;
  find_motion(look, a);
  next = v_.size();
  for (const Probe& probe : probes_->velocities)
    all_.v_rate[next++] = rate_of_rate(probe, coordinates_.tree(), *motion_);
}

void HomeRates::find_probe_bends(const Look& look, const Eigen::VectorXd& a) {
  all_.q_bend.resize(all_.q.size());
  all_.q_bend.head(q_bend_.size()) = q_bend_;
  all_.v_rate.tail(static_cast<Eigen::Index>(probes_->velocities.size())).setZero();
  find_motion(look, &a);
  Eigen::Index next = q_.size();
  for (const Probe& probe : probes_->positions)
    all_.q_bend[next++] = rate_of_rate(probe, coordinates_.tree(), *motion_);
}

void HomeRates::move(const Look& look, const Eigen::VectorXd* a, double dt,
                     Eigen::VectorXd& q_home) {
  step_ = dt * look.v;
  if (a != nullptr) step_ += 0.5 * dt * dt * *a;
  chart_.rate(zero_.data(), look.q.data(), step_.data(), xi_.data());
  chart_.position(look.q.data(), xi_.data(), q_now_.data());
  if (coordinates_.is_home())
    q_home = q_now_;
  else
    coordinates_.gather_home(q_now_, look.v, q_home, v_rate_);
}

void HomeRates::find_rates(const Look& look, const Eigen::VectorXd* a) {
  if (is_plain()) {
    for (int k = 0; k < coordinates_.nv(); ++k) q_rate_[coordinates_.place_in_q(k)] = look.v[k];
  } else {
    const double dt = step_for(rate_step, look.v);
    move(look, nullptr, dt, q_plus_), move(look, nullptr, -dt, q_minus_);
    q_rate_ = (q_plus_ - q_minus_) / (2.0 * dt);
  }
  if (a == nullptr)
    v_rate_.setZero(v_.size());
  else if (coordinates_.is_home())
    v_rate_ = *a;
  else
    coordinates_.gather_home(look.q, *a, q_minus_, v_rate_);
  if (probes_) find_probe_rates(look, a);
}

void HomeRates::find_bends(const Look& look, const Eigen::VectorXd& a) {
  if (is_plain()) {
    for (int k = 0; k < coordinates_.nv(); ++k) q_bend_[coordinates_.place_in_q(k)] = a[k];
  } else {
    const double dt = step_for(bend_step, look.v);
    move(look, &a, dt, q_plus_), move(look, &a, -dt, q_minus_);
    q_bend_ = (q_plus_ + q_minus_ - 2.0 * q_) / (dt * dt);
  }
  if (probes_) find_probe_bends(look, a);
}

}  // namespace catena
