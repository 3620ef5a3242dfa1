#pragma once
// One descent of inverse kinematics: Levenberg-Marquardt steps from a start to the nearest minimum
// of the weighted errors, inside limits.

#include <Eigen/Cholesky>
#include <vector>

#include "catena/arm/ik_target.hpp"

namespace catena {

// Whether a coordinate is held at a limit.
enum class IkHold : char { Free, Lower, Upper };

enum class IkEnd { Met, Minimum, Slow };  // Slow: iterations are used up, or hardly help any more

class IkDescent {
 public:
  IkDescent(const Model& model, std::vector<IkTarget> targets);

  struct Settings {
    double tolerance = 1e-9;  // of each error, m or rad
    int iterations = 50;
    bool limits = true;
    bool patient = false;  // goes on as long as anything is gained
  };
  // Changes q, a configuration of the model inside its limits. Allocates nothing.
  IkEnd run(Eigen::VectorXd& q, const Settings& settings);

  // Of the last run(), or of look().
  void look(const Eigen::VectorXd& q, bool with_jacobian);
  double cost() const { return cost_; }       // half of the sum of squared weighted errors
  double residual() const { return worst_; }  // the largest error, m or rad
  int iterations() const { return used_; }
  IkHold hold(int moving) const { return hold_[static_cast<std::size_t>(moving)]; }
  const Eigen::MatrixXd& jacobian() const { return J_; }  // weighted, of the coordinates that count

  const Model& model() const { return *model_; }
  std::vector<IkTarget>& targets() { return targets_; }
  // Velocity coordinates that move some target, and where each stands in q (-1: an orientation).
  const std::vector<int>& moving() const { return moving_; }
  const std::vector<int>& places() const { return places_; }
  const std::vector<double>& lower() const { return lower_; }
  const std::vector<double>& upper() const { return upper_; }
  // q (+) a step of the coordinates that count, held inside limits where there are some.
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& step, bool limits,
            Eigen::VectorXd& out);

 private:
  void hold_outward(const Eigen::VectorXd& q, bool limits);
  bool take_step(const Eigen::VectorXd& q, bool limits);
  double rest_of_gradient() const;

  const Model* model_;
  std::vector<IkTarget> targets_;
  Kinematics<double> kinematics_;
  std::vector<int> moving_, places_;
  std::vector<double> lower_, upper_;
  std::vector<IkHold> hold_, trial_hold_;
  Eigen::MatrixXd whole_, J_, H_, damped_;
  Eigen::VectorXd errors_, weights_, gradient_, step_, right_, tangent_, trial_, scale_;
  Eigen::LDLT<Eigen::MatrixXd> factor_;
  double cost_ = 0.0, worst_ = 0.0, damping_ = 0.0;
  int used_ = 0;
};

}  // namespace catena
