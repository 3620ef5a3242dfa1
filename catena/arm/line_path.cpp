#include "catena/arm/line_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

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
  LineTracker(const Model& model, FrameId frame, const PoseLine& line, const Followed& followed,
              const VectorXd& start)
      : model_(model),
        frame_(frame),
        line_(line),
        followed_(followed),
        descent_(model, followed.targets(frame, line.at(0))),
        kinematics_(model),
        J_(6, model.nv()) {
    for (std::size_t j = 0; j < descent_.moving().size(); ++j)
      if (descent_.places()[j] < 0)
        throw std::invalid_argument(
            fmt::format("follow_line: coordinate '{}' is part of an orientation; expected joints "
                        "with one position per coordinate",
                        model.coordinate_name(descent_.moving()[j])));
    find_directions(start);
  }

  // dq/ds over all velocity coordinates, and the least singular value.
  double rate(const VectorXd& q, VectorXd& out) {
    const auto& moving = descent_.moving();
    const MatrixXd J = rates(q);
    const Eigen::JacobiSVD<MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
    MatrixXd of_line(6, 1);
    of_line << to_eigen(line_.rate().angular), to_eigen(line_.rate().linear);
    const VectorXd wanted =
        followed_.rates(of_line, kinematics_.pose(model_, frame_).rotation).col(0);
    const VectorXd step = solve(svd, wanted);
    out.setZero(model_.nv());
    for (std::size_t j = 0; j < moving.size(); ++j) out[moving[j]] = step[static_cast<Index>(j)];
    leads_outside_ = (J * step - wanted).norm() > outside_part * wanted.norm();
    idle_.clear();
    if (directions_ == 0) return 0.0;
    for (std::size_t j = 0; j < moving.size() && J.cols() == directions_; ++j)
      if (std::abs(svd.matrixV()(static_cast<Index>(j), directions_ - 1)) > least_part)
        idle_.push_back(moving[j]);
    return svd.singularValues()[directions_ - 1];
  }
  // Of the last rate(): the coordinates that move the frame least when they move together.
  const std::vector<int>& idle() const { return idle_; }
  // Of the last rate(): whether the line goes where no motion of the joints leads.
  bool leads_outside() const { return leads_outside_; }
  int directions() const { return static_cast<int>(directions_); }

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
    followed_.move_to(line_.at(s), descent_.targets());
    descent_.look(q, false);
    return descent_.residual();
  }
  // Onto the line at s; false where that is not near.
  bool correct(VectorXd& q, double s) {
    followed_.move_to(line_.at(s), descent_.targets());
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
  // What each coordinate does to what is followed.
  MatrixXd rates(const VectorXd& q) {
    kinematics_.compute(model_, q);
    frame_jacobian(model_, kinematics_, frame_, Reference::WorldAligned, J_);
    const auto& moving = descent_.moving();
    MatrixXd J(6, static_cast<Index>(moving.size()));
    for (std::size_t j = 0; j < moving.size(); ++j)
      J.col(static_cast<Index>(j)) = J_.col(moving[j]);
    return followed_.rates(J, kinematics_.pose(model_, frame_).rotation);
  }
  // Directions in which this arm never moves the frame are left out.
  VectorXd solve(const Eigen::JacobiSVD<MatrixXd>& svd, const VectorXd& wanted) const {
    if (directions_ == svd.singularValues().size()) return svd.solve(wanted);
    const VectorXd along = svd.matrixU().leftCols(directions_).transpose() * wanted;
    return svd.matrixV().leftCols(directions_) *
           along.cwiseQuotient(svd.singularValues().head(directions_));
  }
  // In how many directions the arm moves what is followed: the most that are found around the
  // start. A single configuration may be singular.
  void find_directions(const VectorXd& start) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> away(-1.0, 1.0);
    VectorXd step = VectorXd::Zero(model_.nv());
    for (int i = 0; i < looks; ++i) {
      for (const int dof : descent_.moving()) step[dof] = i == 0 ? 0.0 : away(random);
      const Eigen::JacobiSVD<MatrixXd> svd(rates(integrate(model_, start, step)));
      const VectorXd& values = svd.singularValues();
      const auto found = (values.array() > no_direction * values.maxCoeff()).count();
      directions_ = std::max<Index>(directions_, found);
    }
  }

  const Model& model_;
  FrameId frame_;
  const PoseLine& line_;
  Followed followed_;
  IkDescent descent_;
  Kinematics<double> kinematics_;
  MatrixXd J_;
  std::vector<int> idle_;
  Index directions_ = 0;
  bool leads_outside_ = false;
  static constexpr double least_part = 0.05;  // of a motion, of joints that take part in it
  static constexpr int looks = 8;
  static constexpr double no_direction = 1e-9;  // of the largest singular value
  static constexpr double outside_part = 1e-6;  // of a rate
};

class LineWalk {
 public:
  LineWalk(const Model& model, FrameId frame, const PoseLine& line, const VectorXd& start,
           const LineOptions& options)
      : model_(model), options_(options), tracker_(model, frame, line, options.followed, start) {
    result_.joints = static_cast<int>(tracker_.descent().moving().size());
    result_.directions = tracker_.directions();
    result_.what = options.followed;
  }

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
    if (tracker_.leads_outside()) return stop(LineEnd::Outside, 0.0);
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
      if (step < 1e-7) return stop(a == Advance::Outside ? LineEnd::Outside : LineEnd::Singular, s);
      step *= 0.5;
    }
    result_.reached = 1.0;
    result_.path.emplace(std::move(s_), std::move(knots_));
    return std::move(result_);
  }

 private:
  enum class Advance { Good, Limit, Rough, Singular, Outside };

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
    if (tracker_.leads_outside()) return Advance::Outside;
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
  return LineWalk(model, frame, line, start, options).run(start);
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
    case LineEnd::Outside:
      return fmt::format(
          "followed to {:.4g} of it, where it leaves what this arm can do: the arm has {} joint{}, "
          "which move the frame in {} direction{}, and a line with {} needs {}",
          reached, joints, joints == 1 ? "" : "s", directions, directions == 1 ? "" : "s",
          what.words(), what.directions());
    default:
      return "not followed: the joints are not at the start of the line";
  }
}

}  // namespace catena
