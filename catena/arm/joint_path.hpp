#pragma once
// A path of joints without a timing: positions over a parameter s from 0 to its end, with
// continuous first and second derivatives.

#include <Eigen/Core>
#include <vector>

namespace catena {

// A place of a path: positions and their derivatives by s.
struct PathPlace {
  Eigen::VectorXd q, first, second;
};

class JointPath {
 public:
  // Polynomials of degree five through knots at rising s with given derivatives. Throws
  // std::invalid_argument where there are fewer than two knots, sizes differ or s does not rise.
  JointPath(std::vector<double> s, std::vector<PathPlace> knots);
  // A straight way in joint space, s from 0 to 1.
  static JointPath straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to);
  // Smooth through points: second derivatives are continuous (a cubic spline that has no bend at
  // its ends, written in degree five). s is the chord length in joint space, scaled to end at 1.
  static JointPath through(const std::vector<Eigen::VectorXd>& points);

  double length() const { return s_.back(); }  // of s
  Eigen::Index size() const { return knots_.front().q.size(); }
  const std::vector<double>& knots() const { return s_; }
  void evaluate(double s, PathPlace& out) const;
  PathPlace evaluate(double s) const;

 private:
  std::vector<double> s_;
  std::vector<PathPlace> knots_;
};

}  // namespace catena
