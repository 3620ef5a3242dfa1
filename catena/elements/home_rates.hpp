#pragma once
// Positions and velocities over the coordinates of the start, which laws of drives speak of, and
// how they change with the motion.

#include "catena/elements/look.hpp"
#include "catena/structure/chart.hpp"

namespace catena {

class HomeRates {
 public:
  explicit HomeRates(const Coordinates& coordinates);

  // Positions and velocities at an instant.
  void find(const Look& look);
  const Eigen::VectorXd& q() const { return q_; }
  const Eigen::VectorXd& v() const { return v_; }

  // At that instant: the rates of positions and, for accelerations a (null: zero), of velocities.
  void find_rates(const Look& look, const Eigen::VectorXd* a);
  const Eigen::VectorXd& q_rate() const { return q_rate_; }
  const Eigen::VectorXd& v_rate() const { return v_rate_; }
  // At that instant: the second derivatives of positions.
  void find_bends(const Look& look, const Eigen::VectorXd& a);
  const Eigen::VectorXd& q_bend() const { return q_bend_; }

 private:
  // Where dq/dt = v for all positions, rates are exact; elsewhere they are found by differences.
  bool is_plain() const { return plain_; }
  // Positions of the start, a time dt later.
  void move(const Look& look, const Eigen::VectorXd* a, double dt, Eigen::VectorXd& q_home);

  const Coordinates& coordinates_;
  Chart chart_;
  bool plain_;
  Eigen::VectorXd q_, v_, q_rate_, v_rate_, q_bend_;
  Eigen::VectorXd q_plus_, q_minus_, q_now_, xi_, step_, zero_;
};

}  // namespace catena
