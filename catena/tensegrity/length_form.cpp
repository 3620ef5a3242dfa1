// Form finding by lengths: an augmented Lagrangian from far, Newton's method on the conditions of
// the optimum for the last digits. With the constraints (l^2 - L^2) / 2 = 0 the multipliers are
// force densities, and the Hessian of the Lagrangian is the geometric stiffness.

#include <fmt/format.h>

#include <cmath>

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/form_finding.hpp"
#include "catena/tensegrity/placed.hpp"
#include "catena/tensegrity/stiffness.hpp"
#include "catena/tensegrity/trust_region.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

class LengthProblem {
 public:
  LengthProblem(const Network& network, const std::vector<int>& group, LengthGoal goal)
      : placed_(network), densities_(VectorXd::Zero(network.member_count())) {
    std::vector<bool> in_group(network.members.size(), false);
    if (group.empty())
      throw NetworkError("the group of members to shorten or lengthen is empty; name at least one");
    for (const int m : group) {
      if (m < 0 || m >= network.member_count())
        throw NetworkError(
            fmt::format("there is no member number {}; the network has {}, counted from 0", m,
                        network.member_count()));
      in_group[static_cast<std::size_t>(m)] = true;
      densities_[m] = goal == LengthGoal::Shortest ? 1.0 : -1.0;
    }
    for (Index m = 0; m < network.member_count(); ++m) {
      const Member& member = network.members[static_cast<std::size_t>(m)];
      if (in_group[static_cast<std::size_t>(m)]) continue;
      if (!member.rest_length)
        throw NetworkError(fmt::format(
            "member '{}' is to keep its length, but has no rest length; give it one [m]",
            member.name));
      kept_.push_back(m);
      squares_.conservativeResize(squares_.size() + 1);
      squares_.tail<1>()[0] = *member.rest_length * *member.rest_length;
    }
    penalty_ = kept_.empty() ? 0.0 : 10.0 / squares_.mean();
  }

  LengthForm solve(const FormOptions& options) {
    VectorXd x = placed_.start();
    approach(x, options.most_steps);
    polish(x);
    return report(x, options);
  }

 private:
  // (l^2 - L^2) / 2 of the members that keep their lengths.
  VectorXd violations(const Network& at) const {
    const VectorXd l = member_lengths(at)(kept_);
    return 0.5 * (l.cwiseProduct(l) - squares_);
  }
  double worst(const Network& at) const {
    return kept_.empty() ? 0.0 : (violations(at).cwiseQuotient(squares_)).cwiseAbs().maxCoeff();
  }
  // Densities of the augmented Lagrangian: multipliers plus what the penalty adds.
  VectorXd augmented(const Network& at) const {
    VectorXd q = densities_;
    q(kept_) += penalty_ * violations(at);
    return q;
  }
  static VectorXd nodal_forces(const Network& at, const VectorXd& q) {
    const Eigen::Matrix3Xd forces = at.nodes * force_density_matrix(at, q);
    return free_rows(at, VectorXd(forces.reshaped()));
  }
  double value(const VectorXd& x) {
    const Network& at = placed_.at(x);
    const VectorXd l = member_lengths(at);
    const VectorXd c = violations(at);
    double group = 0.0;
    for (Index m = 0; m < l.size(); ++m) group += 0.5 * densities_[m] * l[m] * l[m];
    // The multipliers' constant part is left out.
    return group + 0.5 * penalty_ * c.squaredNorm();
  }
  MatrixXd hessian(const VectorXd& x) {
    const Network& at = placed_.at(x);
    const VectorXd l = member_lengths(at);
    VectorXd axial = VectorXd::Zero(l.size());
    for (const Index m : kept_) axial[m] = penalty_ * l[m] * l[m];
    return without(assembled_stiffness(at, axial, augmented(at)), rigid_motions(at));
  }

  // Minimises the augmented Lagrangian again and again, moving the multipliers in between.
  void approach(VectorXd& x, int most_steps) {
    Objective objective;
    objective.value = [&](const VectorXd& y) { return value(y); };
    objective.gradient = [&](const VectorXd& y) {
      const Network& at = placed_.at(y);
      return nodal_forces(at, augmented(at));
    };
    objective.hessian = [&](const VectorXd& y) { return hessian(y); };
    TrustRegionOptions region;
    region.largest_radius = placed_.size();
    region.radius = 0.1 * region.largest_radius;
    region.tolerance = 1e-7;  // values of about zero have no digits for more
    region.gradient_scale = [&](const VectorXd& y) {
      return member_lengths(placed_.at(y)).maxCoeff();
    };
    double before = worst(placed_.at(x));
    for (int round = 0; round < 40 && steps_ < most_steps; ++round) {
      region.most_steps = most_steps - steps_;
      const Minimum minimum = minimise(objective, x, region);
      x = minimum.x;
      steps_ += minimum.steps;
      const double now = worst(placed_.at(x));
      densities_ = augmented(placed_.at(x));
      if (now < 1e-6) return;
      if (now > 0.25 * before) penalty_ *= 4.0;
      before = now;
    }
  }

  double error(const Network& at) const {
    const VectorXd forces = nodal_forces(at, densities_);
    return (forces.size() ? forces.cwiseAbs().maxCoeff() : 0.0) + worst(at);
  }

  // Newton's method on forces = 0 and lengths as given, as long as it gets better.
  void polish(VectorXd& x) {
    double now = error(placed_.at(x));
    for (int i = 0; i < 30; ++i, ++steps_) {
      const Network& at = placed_.at(x);
      const VectorXd l = member_lengths(at);
      const MatrixXd gradients = equilibrium_matrix(at) * l.asDiagonal();
      const MatrixXd B = gradients(Eigen::all, kept_);
      const Index n = B.rows(), c = B.cols();
      MatrixXd system = MatrixXd::Zero(n + c, n + c);
      system.topLeftCorner(n, n) = geometric_stiffness(at, densities_);
      system.topRightCorner(n, c) = B;
      system.bottomLeftCorner(c, n) = B.transpose();
      VectorXd right(n + c);
      right << -nodal_forces(at, densities_), -violations(at);
      const VectorXd step = least_norm_solution(system, right).x;
      const VectorXd old = densities_;
      const VectorXd next = x + step.head(n);
      densities_(kept_) += step.tail(c);
      const double then = error(placed_.at(next));
      if (!(then < now)) {
        densities_ = old;
        return;
      }
      x = next;
      now = then;
    }
  }

  LengthForm report(const VectorXd& x, const FormOptions& options) {
    const Network& at = placed_.at(x);
    LengthForm result;
    result.nodes = at.nodes;
    result.lengths = member_lengths(at);
    result.densities = densities_;
    const VectorXd forces = nodal_forces(at, densities_);
    result.residual = (forces.size() ? forces.cwiseAbs().maxCoeff() : 0.0) /
                      densities_.cwiseProduct(result.lengths).cwiseAbs().maxCoeff();
    if (!kept_.empty())
      result.length_error = (VectorXd(result.lengths(kept_)).cwiseQuotient(squares_.cwiseSqrt()) -
                             VectorXd::Ones(squares_.size()))
                                .cwiseAbs()
                                .maxCoeff();
    result.feasible = member_signs(at).cwiseProduct(densities_).minCoeff() > 0.0;
    result.steps = steps_;
    result.converged =
        result.residual <= options.tolerance && result.length_error <= options.tolerance;
    return result;
  }

  Placed placed_;
  VectorXd densities_;  // of the group, and the multipliers of the others
  std::vector<Index> kept_;
  VectorXd squares_;  // of the given lengths
  double penalty_ = 0.0;
  int steps_ = 0;
};

}  // namespace

LengthForm length_form(const Network& network, const std::vector<int>& group, LengthGoal goal,
                       const FormOptions& options) {
  check(network);
  if (is_loaded(network))
    throw NetworkError("a form of given lengths is found without loads; leave them out");
  return LengthProblem(network, group, goal).solve(options);
}

}  // namespace catena::tensegrity
