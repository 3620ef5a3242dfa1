#pragma once
// A wrench set with its search, as a set that a hull grows in.

#include "catena/grasp/ball_search.hpp"

namespace catena::grasp {

struct WrenchOracle : SupportOracle {
  WrenchOracle() = default;
  WrenchOracle(const WrenchOracle&) = delete;
  WrenchOracle& operator=(const WrenchOracle&) = delete;

  double support(const double* u, double* point, int& tag) override {
    return set.support(u, point, tag);
  }
  double reach(const double* u) override {
    return search.reach(Eigen::Map<const Eigen::VectorXd>(u, set.dimension()));
  }
  bool improve(double* u, double& value) override {
    return improve_by(search, set.dimension(), u, value);
  }

  WrenchSet set;
  BallSearch search{set.cone_set(), [this](const Eigen::VectorXd& u) { return set.support(u); }};
};

}  // namespace catena::grasp
