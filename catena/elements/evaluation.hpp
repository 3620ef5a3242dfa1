#pragma once
// Efforts, accelerations and reactions at one state, and their changes.

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "catena/structure/chart.hpp"

namespace catena {

struct Evaluation {
  Eigen::VectorXd a;  // accelerations
  // Springs, dampers, sliding friction, motors and cables of joints, not what pulls bodies.
  Eigen::VectorXd applied;
  Eigen::VectorXd reaction;  // what holds coordinates: stops, sticking friction, path drives
  // Where loops let several held coordinates share a load: how far from its bounds each can be at
  // once with the others. Infinite for those that share nothing; empty where none does.
  Eigen::VectorXd room;
  double room_of(int dof) const {
    return room.size() == 0 ? std::numeric_limits<double>::infinity() : room[dof];
  }
};

// The matrices of M dv/dt = ... about a state, for implicit methods.
struct MotionSlopes {
  Eigen::MatrixXd M;  // identity rows for held coordinates
  // d(applied - h) / dq for steps along velocities, zero rows and columns for held ones
  Eigen::MatrixXd K;
  Eigen::MatrixXd C;                  // d(applied - h) / dv, likewise
  std::vector<Chart::Turned> turned;  // where d xi / dt is not v
};

}  // namespace catena
