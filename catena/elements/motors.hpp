#pragma once
// Motors: efforts on coordinates as functions of time and state, with limits.

#include <algorithm>
#include <cmath>

#include "catena/elements/drives.hpp"
#include "catena/elements/group.hpp"

namespace catena {

class Motors final : public Group {
 public:
  // `motors` speak of the coordinates of the start.
  Motors(const Coordinates& coordinates, const std::vector<Motor>& motors);

  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override;
  Slopes slopes() const override { return constant_ ? Slopes::None : Slopes::ByDifferences; }
  double slope_step(double v) const override { return 1e-6 * std::max(1.0, std::abs(v)); }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

 private:
  const Coordinates* coordinates_;
  std::vector<Motor> motors_;
  std::vector<std::vector<int>> dofs_;  // per motor: where its coordinates are now, -1: cut
  std::vector<Eigen::VectorXd> efforts_;
  std::vector<int> sources_;
  bool constant_;  // none depends on time or state
  Eigen::VectorXd q_home_, v_home_;
};

}  // namespace catena
