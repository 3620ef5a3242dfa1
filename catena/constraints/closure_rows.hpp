#pragma once
// The rows of the constraints at one state: J v = 0 and J a = target (Featherstone 2008, sec. 8.2;
// Nakamura & Yamane 2000, eqs. 9-12). A row is a set of unit wrenches on nodes and efforts on dofs
// of the tree, the reaction per unit of its multiplier.

#include <array>
#include <span>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/dynamics/kinematics.hpp"

namespace catena {

// One per closure. At most six rows.
struct ClosureRows {
  static constexpr int most = 6;
  struct Wrench {  // on a node, in its axes about its origin, one per row
    int node = 0;
    double reach = 0.0;  // distance of the point of attack from the node
    std::array<Force<double>, most> of_row;
  };
  struct Effort {  // on a dof of the tree; closures with efforts have one row
    int dof = 0;
    double of_row = 0.0;
  };

  int rows = 0;
  std::vector<Wrench> wrenches;
  std::vector<Effort> efforts;
  std::array<double, most> target = {};  // J a = target
  std::array<double, most> error = {};   // of position, rad or m; J is its derivative
};

// A loop joint at one state, in world axes about the origin of its frame M.
struct LoopJointState {
  int nv = 0, constraints = 0;              // free directions; 6 - nv
  Vec3<double> p_M;                         // the point, in the world
  Transform<double> X_PA, X_PB, X_PF;       // nodes of the bodies a and b, frame F; from that point
  std::array<Motion<double>, 6> S;          // motion per coordinate
  std::array<Force<double>, 6> active;      // wrench per unit of effort: S^T active = 1
  std::array<Force<double>, 6> constraint;  // orthonormal, S^T constraint = 0
  Motion<double> velocity;                  // of M in F
  Motion<double> bias;                      // a_B - a_A = S q'' + bias
  Motion<double> gap;                       // from the virtual link to M: rotation vector and shift
};

class ClosureGeometry {
 public:
  explicit ClosureGeometry(const Loops& loops);

  // How the tree stands and moves: per node the pose from the point `roots` in the world (one per
  // node; empty: the world's origin), and the velocity in its own axes. With the root of its tree
  // as that point, a mechanism far from the world's origin loses no digits.
  struct TreeState {
    std::span<const Transform<double>> poses;
    std::span<const Motion<double>> velocities;
    std::span<const Vec3<double>> roots = {};
  };

  // The branches of a coupling with kinks, from now on; null: those that its coordinates say.
  void set_branches(std::size_t coupling, const double* branches) {
    branches_[coupling] = branches;
  }

  // Moves the loop joints' coordinates in q (all coordinates) to where the tree puts them. Starts
  // from the values in q, so that angles keep their turns.
  void fit_links(const TreeState& tree, double* q);

  // All rows at a state. Coordinates of loop joints that are held (of these alone; empty: none) are
  // constrained too, to the acceleration in `held_acceleration`; the multiplier of such a row is an
  // effort on the coordinate.
  // Without `with_errors` the gaps of loop joints, and so the errors of their rows, are NaN.
  void compute(const TreeState& tree, const double* q, const double* v, Held held = {},
               const double* held_acceleration = nullptr, bool with_errors = true);

  std::span<const ClosureRows> rows() const { return rows_; }
  const LoopJointState& joint(int i) const { return joints_[static_cast<std::size_t>(i)]; }
  // For row r of the closure of a loop joint: the coordinate of that joint that it holds, or -1.
  int held_coordinate(int joint, int row) const {
    return held_rows_[static_cast<std::size_t>(joint)][static_cast<std::size_t>(row)];
  }

 private:
  void place_joint(std::size_t i, const TreeState& tree);
  void place_frames(std::size_t i, const TreeState& tree);
  void measure_gap(std::size_t i);
  void compute_joint(std::size_t i, Held held, const double* held_acceleration);
  void compute_rod(std::size_t i, const TreeState& tree, ClosureRows& out) const;
  void compute_coupling(std::size_t i, const double* q, const double* v, ClosureRows& out);
  Coupling::Value value_of(const Coupling& coupling, const double* branches);
  void compute_rolling(std::size_t i, const TreeState& tree, ClosureRows& out) const;

  const Loops& loops_;
  Kinematics<double> links_;
  Eigen::VectorXd q_links_, step_links_;
  std::vector<Transform<double>> X_AF_, X_BM_;  // of the loop joints, in their nodes
  std::vector<LoopJointState> joints_;
  std::vector<std::array<int, 6>> held_rows_;
  std::vector<ClosureRows> rows_;
  Eigen::VectorXd x_, rate_, gradient_, zero_;
  std::vector<const double*> branches_;  // per coupling
};

}  // namespace catena
