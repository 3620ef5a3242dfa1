#include "catena/arm/line_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <cmath>

#include "catena/arm/ik_descent.hpp"
#include "catena/arm/positions.hpp"
#include "catena/dynamics/jacobians.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

PoseLine::PoseLine(const Transform<double>& from, const Transform<double>& to)
    : from_(from),
      rate_{logarithm(quaternion_of(to.rotation * transpose(from.rotation))),
            to.translation - from.translation} {}

Transform<double> PoseLine::at(double s) const {
  return {rotation_matrix(exponential(s * rate_.angular)) * from_.rotation,
          from_.translation + s * rate_.linear};
}

namespace {

// The field q' = J^+ V that leads along a line, with what corrects errors.
class LineTracker {
 public:
  LineTracker(const Model& model, FrameId frame, const PoseLine& line)
      : model_(model),
        frame_(frame),
        line_(line),
        descent_(model, {IkTarget::at_pose(frame, line.at(0))}),
        kinematics_(model),
        J_(6, model.nv()) {
    for (std::size_t j = 0; j < descent_.moving().size(); ++j)
      if (descent_.places()[j] < 0)
        throw std::invalid_argument(
            fmt::format("follow_line: coordinate '{}' is part of an orientation; expected joints "
                        "with one position per coordinate",
                        model.coordinate_name(descent_.moving()[j])));
  }

  // dq/ds over all velocity coordinates, and the least singular value.
  double rate(const VectorXd& q, VectorXd& out) {
    kinematics_.compute(model_, q);
    frame_jacobian(model_, kinematics_, frame_, Reference::WorldAligned, J_);
    const auto& moving = descent_.moving();
    MatrixXd J(6, static_cast<Index>(moving.size()));
    for (std::size_t j = 0; j < moving.size(); ++j)
      J.col(static_cast<Index>(j)) = J_.col(moving[j]);
    const Eigen::JacobiSVD<MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
    Eigen::Matrix<double, 6, 1> wanted;
    wanted << to_eigen(line_.rate().angular), to_eigen(line_.rate().linear);
    const VectorXd step = svd.solve(wanted);
    out.setZero(model_.nv());
    for (std::size_t j = 0; j < moving.size(); ++j) out[moving[j]] = step[static_cast<Index>(j)];
    if (moving.size() < 6) return 0.0;
    idle_.clear();
    for (std::size_t j = 0; j < moving.size() && moving.size() == 6; ++j)
      if (std::abs(svd.matrixV()(static_cast<Index>(j), 5)) > least_part)
        idle_.push_back(moving[j]);
    return svd.singularValues()[5];
  }
  // Of the last rate(): the coordinates that move the frame least when they move together.
  const std::vector<int>& idle() const { return idle_; }

  // d^2q/ds^2: the derivative of that field along itself, by central differences.
  VectorXd bend(const VectorXd& q, const VectorXd& first) {
    const double h = 1e-5 / std::max(1.0, first.cwiseAbs().maxCoeff());
    VectorXd ahead, behind;
    rate(integrate(model_, q, h * first), ahead);
    rate(integrate(model_, q, -h * first), behind);
    return (ahead - behind) / (2.0 * h);
  }

  // The error against the line at s, m or rad.
  double error(const VectorXd& q, double s) {
    descent_.targets()[0].pose = line_.at(s);
    descent_.look(q, false);
    return descent_.residual();
  }
  // Onto the line at s; false where that is not near.
  bool correct(VectorXd& q, double s) {
    descent_.targets()[0].pose = line_.at(s);
    return descent_.run(q, {.tolerance = 1e-11, .iterations = 15, .limits = false}) == IkEnd::Met ||
           descent_.residual() < 1e-10;
  }
  // The first coordinate outside its limits, or -1.
  int outside(const VectorXd& q, bool& upper) const {
    for (std::size_t j = 0; j < descent_.moving().size(); ++j) {
      const double at = q[descent_.places()[j]];
      upper = at > descent_.upper()[j];
      if (upper || at < descent_.lower()[j]) return static_cast<int>(j);
    }
    return -1;
  }
  const IkDescent& descent() const { return descent_; }

 private:
  const Model& model_;
  FrameId frame_;
  const PoseLine& line_;
  IkDescent descent_;
  Kinematics<double> kinematics_;
  MatrixXd J_;
  std::vector<int> idle_;
  static constexpr double least_part = 0.05;  // of a motion, of joints that take part in it
};

class LineWalk {
 public:
  LineWalk(const Model& model, FrameId frame, const PoseLine& line, const LineOptions& options)
      : model_(model), options_(options), tracker_(model, frame, line) {}

  LineResult run(const VectorXd& start) {
    VectorXd q = start;
    if (tracker_.error(q, 0.0) > 1e-6 || !tracker_.correct(q, 0.0))
      return stop(LineEnd::Start, 0.0);
    bool upper = false;
    if (const int j = tracker_.outside(q, upper); j >= 0) return stop_at_limit(j, upper, 0.0);
    result_.least_singular_value = tracker_.rate(q, first_);
    if (result_.least_singular_value < options_.singular) {
      result_.idle = tracker_.idle();
      return stop(LineEnd::Singular, 0.0);
    }
    add_knot(0.0, q);
    double s = 0.0, step = 0.05;
    while (s < 1.0) {
      step = std::min({step, 0.05, 1.0 - s});
      // A remainder that rounding leaves is part of the last step.
      if (1.0 - s - step < 1e-6) step = 1.0 - s;
      const Advance a = advance(q, s, step);
      if (a == Advance::Good) {
        s += step;
        q = next_;
        add_knot(s >= 1.0 ? 1.0 : s, q);
        step *= 1.5;
        continue;
      }
      if (a == Advance::Limit && step < 1e-6) return stop_at_limit(beyond_, upper_, s);
      if (step < 1e-7) return stop(LineEnd::Singular, s);
      step *= 0.5;
    }
    result_.reached = 1.0;
    result_.path.emplace(std::move(s_), std::move(knots_));
    return std::move(result_);
  }

 private:
  enum class Advance { Good, Limit, Rough, Singular };

  void add_knot(double s, const VectorXd& q) {
    s_.push_back(s);
    knots_.push_back({positions_of(model_, q), first_, tracker_.bend(q, first_)});
  }

  // From q at s to next_ at s + step: predicted by the derivatives, corrected onto the line, and
  // accepted where the polynomial between stays on the line and inside the limits.
  Advance advance(const VectorXd& q, double s, double step) {
    const PathPlace& from = knots_.back();
    const VectorXd way = step * from.first + (0.5 * step * step) * from.second;
    if (way.cwiseAbs().maxCoeff() > 0.3) return Advance::Rough;
    next_ = integrate(model_, q, way);
    const VectorXd predicted = next_;
    if (!tracker_.correct(next_, s + step)) return Advance::Singular;
    // A correction as large as the step would be another branch.
    if (difference(model_, predicted, next_).norm() > 0.2 * way.norm() + 1e-9)
      return Advance::Rough;
    if (beyond_ = tracker_.outside(next_, upper_); beyond_ >= 0) return Advance::Limit;
    VectorXd rate;
    const double least = tracker_.rate(next_, rate);
    if (least < options_.singular) {
      result_.idle = tracker_.idle();
      return Advance::Singular;
    }
    const JointPath piece({0.0, step},
                          {from, {positions_of(model_, next_), rate, tracker_.bend(next_, rate)}});
    double worst = 0.0;
    for (const double x : {0.2, 0.4, 0.6, 0.8}) {
      const VectorXd between = piece.evaluate(x * step).q;
      VectorXd at = q;
      put_positions(model_, between, at);
      worst = std::max(worst, tracker_.error(at, s + x * step));
      if (beyond_ = tracker_.outside(at, upper_); beyond_ >= 0) return Advance::Limit;
    }
    if (worst > options_.tolerance) return Advance::Rough;
    result_.error = std::max(result_.error, worst);
    result_.least_singular_value = std::min(result_.least_singular_value, least);
    first_ = rate;
    return Advance::Good;
  }

  LineResult stop(LineEnd end, double s) {
    result_.end = end;
    result_.reached = s;
    return std::move(result_);
  }
  LineResult stop_at_limit(int moving, bool upper, double s) {
    result_.dof = tracker_.descent().moving()[static_cast<std::size_t>(moving)];
    result_.upper = upper;
    return stop(LineEnd::Limit, s);
  }

  const Model& model_;
  LineOptions options_;
  LineTracker tracker_;
  LineResult result_;
  std::vector<double> s_;
  std::vector<PathPlace> knots_;
  VectorXd first_, next_;
  int beyond_ = -1;
  bool upper_ = false;
};

}  // namespace

LineResult follow_line(const Model& model, FrameId frame, const PoseLine& line,
                       const VectorXd& start, const LineOptions& options) {
  return LineWalk(model, frame, line, options).run(start);
}

std::string LineResult::describe(const Model& model) const {
  switch (end) {
    case LineEnd::Followed:
      return fmt::format("followed to its end, least singular value {:.3g}", least_singular_value);
    case LineEnd::Limit:
      return fmt::format("followed to {:.4g} of it, where {} reaches its {} limit", reached,
                         model.coordinate_name(dof), upper ? "upper" : "lower");
    case LineEnd::Singular: {
      std::vector<std::string> names;
      for (const int k : idle) names.push_back(fmt::format("'{}'", model.coordinate_name(k)));
      const std::string joints =
          names.empty() ? ""
                        : fmt::format("; {} move{} there while the frame stands still",
                                      fmt::join(names, " and "), names.size() == 1 ? "s" : "");
      return fmt::format(
          "followed to {:.4g} of it, where the arm is singular or at the end of its reach (least "
          "singular value {:.3g}{})",
          reached, least_singular_value, joints);
    }
    default:
      return "not followed: the joints are not at the start of the line";
  }
}

}  // namespace catena
