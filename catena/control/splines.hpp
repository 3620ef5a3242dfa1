#pragma once
// Cubic Hermite splines through given values with given slopes; tensegrity thesis, chapter 4.

#include <Eigen/Core>
#include <vector>

namespace catena {

// A vector-valued curve, cubic between its knots, with continuous first derivatives. Its second
// derivative jumps at the knots: integrators that follow it should stop there.
class HermiteSpline {
 public:
  // Knots at rising times, all values of one size. Without `slopes` they are those of the parabola
  // through three neighbouring knots (Catmull & Rom's, for uneven times), also at the two ends; two
  // knots alone are joined by a line. Throws std::invalid_argument where the times do not rise, are
  // not finite, or sizes differ.
  HermiteSpline(std::vector<double> times, std::vector<Eigen::VectorXd> values,
                std::vector<Eigen::VectorXd> slopes = {});

  // Knots at start, start + step, ...
  static HermiteSpline uniform(double start, double step, std::vector<Eigen::VectorXd> values,
                               std::vector<Eigen::VectorXd> slopes = {});

  Eigen::Index size() const { return values_.front().size(); }
  const std::vector<double>& times() const { return times_; }
  const std::vector<Eigen::VectorXd>& values() const { return values_; }
  const std::vector<Eigen::VectorXd>& slopes() const { return slopes_; }

  // The value (order 0) or a derivative (1, 2, 3; higher ones are zero) at t; at knots, of the
  // segment that begins there. Before the first and after the last knot the curve rests at its
  // ends.
  Eigen::VectorXd evaluate(double t, int order = 0) const;
  // The same, without allocating where `out` has the right size.
  void evaluate(double t, int order, Eigen::VectorXd& out) const;

 private:
  std::vector<double> times_;
  std::vector<Eigen::VectorXd> values_, slopes_;
};

}  // namespace catena
