#pragma once
// Whom ModeRules::decide() asks, and what they answer.

#include <algorithm>
#include <vector>

#include "catena/sim/mode_rules.hpp"

namespace catena {

// The unknowns are efforts on coordinates, then forces at contacts: one for a contact that is
// smooth or slides (`direction` along its tangents), three for one that may stick.
struct ModeRules::Candidates {
  struct Coordinate {
    int dof;
    double least, most;
  };
  struct Touch {
    int contact;
    Eigen::Index row;      // of rows_
    Eigen::Index unknown;  // first one
    bool slides;
    Eigen::Vector2d direction;  // of sliding; zero without friction
    int side;
    Eigen::Vector3d force(const Eigen::VectorXd& x, double friction) const {
      if (!slides) return x.segment<3>(unknown);
      const Eigen::Vector2d t = -side * friction * x[unknown] * direction;
      return {x[unknown], t[0], t[1]};
    }
  };
  std::vector<Coordinate> coordinates;
  std::vector<Touch> touches;
  Eigen::VectorXd b;  // accelerations of all rows without any of them
  FrictionResult solution;
  // The solution for some of the unknowns.
  void take(const std::vector<Eigen::Index>& unknowns, const FrictionResult& part) {
    solution.x(unknowns) = part.x;
    solution.w(unknowns) = part.w;
    solution.solved &= part.solved;
    solution.residual = std::max(solution.residual, part.residual);
  }
  bool empty() const { return coordinates.empty() && touches.empty(); }
};

}  // namespace catena
