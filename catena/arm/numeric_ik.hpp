#pragma once
// Inverse kinematics for any tree of joints and any number of targets.

#include <string>
#include <vector>

#include "catena/arm/ik_descent.hpp"
#include "catena/arm/ik_target.hpp"

namespace catena {

struct IkOptions {
  double tolerance = 1e-9;  // of each error, m or rad
  int starts = 60;          // descents, the first from where the caller says
  int iterations = 50;      // of each descent
  bool limits = true;       // joints stay inside their position limits
};

// What shall be good once the targets are met, as far as they leave freedom. Weights of zero: does
// not count. The sum of the three is made as small as a descent from the solution finds.
struct IkGoals {
  double posture = 0.0;         // 1/2 |q - wanted|^2
  Eigen::VectorXd wanted = {};  // a configuration of the model
  double middle = 0.0;          // 1/2 sum ((q - middle of limits) / half of their range)^2
  double manipulability = 0.0;  // -log sqrt(det(J J^T))
  int iterations = 100;

  bool empty() const { return posture == 0.0 && middle == 0.0 && manipulability == 0.0; }
};

enum class IkStatus {
  Converged,    // all targets are met
  AtLimit,      // not met; without position limits they would be
  Unreachable,  // not met by any descent, with or without limits
};
const char* to_string(IkStatus status);

struct IkResult {
  // A limit that keeps the targets from being met.
  struct Limit {
    int dof = 0;  // velocity coordinate
    bool upper = false;
  };
  IkStatus status = IkStatus::Unreachable;
  Eigen::VectorXd q;      // where all errors are smallest, as far as was found
  double residual = 0.0;  // the largest error there, m or rad
  std::vector<Limit> limits = {};
  int starts = 0, iterations = 0;
  double goals = 0.0;  // the sum of the goals

  bool converged() const { return status == IkStatus::Converged; }
};

class NumericIk {
 public:
  // Throws std::invalid_argument where there are no targets, or no joint moves them.
  NumericIk(const Model& model, std::vector<IkTarget> targets, IkOptions options = {},
            IkGoals goals = {});

  // From `start`, a configuration of the model (put inside the limits). Once it has been called,
  // further calls that converge allocate nothing, unless there are goals. The same start and
  // targets give the same result.
  const IkResult& solve(const Eigen::VectorXd& start);
  // For changes between two solutions: places, weights; not the kind, nor the frame.
  IkTarget& target(std::size_t i) { return descent_.targets()[i]; }
  const IkOptions& options() const { return options_; }

  // The result in words, with names of coordinates.
  std::string describe(const IkResult& result) const;

 private:
  bool descend(Eigen::VectorXd& q, bool limits, bool patient);
  void spread_start(int number, const Eigen::VectorXd& start);
  void choose_start(int number, const Eigen::VectorXd& start);
  void explain();
  void pursue_goals();
  double goal_value(const Eigen::VectorXd& q);
  void goal_gradient(const Eigen::VectorXd& q, Eigen::VectorXd& gradient);
  bool restore(Eigen::VectorXd& q);

  IkDescent descent_;
  IkOptions options_;
  IkGoals goals_;
  IkResult result_;
  Eigen::VectorXd q_, best_, candidate_, step_;
  std::vector<double> irrational_;
  int tried_ = 0;
};

}  // namespace catena
