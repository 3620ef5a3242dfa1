#pragma once
// Positions in the order of velocity coordinates, as paths have them, and configurations.

#include "catena/model/configuration.hpp"

namespace catena {

// Zero for coordinates of orientations, which have no position of their own.
inline Eigen::VectorXd positions_of(const Model& model, const Eigen::VectorXd& q) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(model.nv());
  for (int dof = 0; dof < model.nv(); ++dof)
    if (const int place = place_in_q(model, dof); place >= 0) out[dof] = q[place];
  return out;
}

// Orientations stay as they are in q.
inline void put_positions(const Model& model, const Eigen::VectorXd& positions,
                          Eigen::VectorXd& q) {
  for (int dof = 0; dof < model.nv(); ++dof)
    if (const int place = place_in_q(model, dof); place >= 0) q[place] = positions[dof];
}

}  // namespace catena
