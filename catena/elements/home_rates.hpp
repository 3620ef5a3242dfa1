#pragma once
// Positions and velocities over the initial coordinates, which the laws of drives use, and their
// rates.

#include "catena/elements/probes.hpp"
#include "catena/structure/chart.hpp"

namespace catena {

class HomeRates {
 public:
  // With probes, their numbers stand behind those of coordinates in all vectors; null: none.
  explicit HomeRates(const Coordinates& coordinates,
                     std::shared_ptr<const ProbeList> probes = nullptr);

  // Positions and velocities at an instant.
  void find(const Look& look);
  const Eigen::VectorXd& q() const { return probes_ ? all_.q : q_; }
  const Eigen::VectorXd& v() const { return probes_ ? all_.v : v_; }

  // At that instant: the rates of positions and, for accelerations a (null: zero), of velocities.
  void find_rates(const Look& look, const Eigen::VectorXd* a);
  const Eigen::VectorXd& q_rate() const { return probes_ ? all_.q_rate : q_rate_; }
  const Eigen::VectorXd& v_rate() const { return probes_ ? all_.v_rate : v_rate_; }
  // At that instant: the second derivatives of positions.
  void find_bends(const Look& look, const Eigen::VectorXd& a);
  const Eigen::VectorXd& q_bend() const { return probes_ ? all_.q_bend : q_bend_; }

 private:
  // Where dq/dt = v for all positions, rates are exact; elsewhere they are found by differences.
  bool is_plain() const { return plain_; }
  // Positions of the start, a time dt later.
  void move(const Look& look, const Eigen::VectorXd* a, double dt, Eigen::VectorXd& q_home);

  // How fast probes change, and rates of probes.
  void find_probe_rates(const Look& look, const Eigen::VectorXd* a);
  void find_probe_bends(const Look& look, const Eigen::VectorXd& a);
  void find_motion(const Look& look, const Eigen::VectorXd* a);

  const Coordinates& coordinates_;
  std::shared_ptr<const ProbeList> probes_;
  Chart chart_;
  bool plain_;
  Eigen::VectorXd q_, v_, q_rate_, v_rate_, q_bend_;
  Eigen::VectorXd q_plus_, q_minus_, q_now_, xi_, step_, zero_;
  // With probes: those above and what stands behind them, and the motion of all bodies.
  struct {
    Eigen::VectorXd q, v, q_rate, v_rate, q_bend;
  } all_;
  std::unique_ptr<Kinematics<double>> motion_;
};

}  // namespace catena
