#pragma once
// Distances between the shapes of a mechanism, and to its surroundings.

#include <string>
#include <utility>
#include <vector>

#include "catena/collision/distance.hpp"
#include "catena/dynamics/kinematics.hpp"

namespace catena {

class Clearance {
 public:
  // All shapes that touch. Bodies that a joint joins, and bodies rigidly connected, are no pairs;
  // nor are those of `allowed` (names of bodies). The model must live as long. Throws
  // std::invalid_argument where a body that moves has a shape without end, or where how far a joint
  // moves its bodies has no bound (sliding joints without limits).
  explicit Clearance(const Model& model,
                     const std::vector<std::pair<std::string, std::string>>& allowed = {});

  struct Nearest {
    double distance = 0.0;  // m; negative: they overlap
    int a = 0, b = 0;       // bodies
  };
  // The least distance of any pair; beyond `enough` it is only known to be more.
  Nearest at(const Eigen::VectorXd& q, double enough = 1e300);

  // Whether all pairs stay `margin` apart on the straight way in joint space from one configuration
  // to another (tangent `way`). Certain, not sampled: from each place it goes on only as far as the
  // distances found there allow (10 micrometres at least, which the margin may lose).
  bool free_way(const Eigen::VectorXd& from, const Eigen::VectorXd& way, double margin);

  // Metres by which any point may move per unit of each velocity coordinate.
  const Eigen::VectorXd& reach() const { return reach_; }
  const Model& model() const { return *model_; }
  int pair_count() const { return static_cast<int>(pairs_.size()); }

 private:
  struct Solid {
    Collider collider;
    BodyId body;
    int node;
    Transform<double> X_NS;
  };
  struct Pair {
    std::size_t a, b;
    PairCache cache;
  };
  void find_pairs(const std::vector<std::pair<std::string, std::string>>& allowed);
  void find_reach();

  const Model* model_;
  Kinematics<double> kinematics_;
  std::vector<Solid> solids_;
  std::vector<Transform<double>> places_;
  std::vector<Pair> pairs_;
  Eigen::VectorXd reach_, q_, step_;
};

}  // namespace catena
