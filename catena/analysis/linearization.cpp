#include "catena/analysis/linearization.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "catena/analysis/closed_neighbourhood.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

VectorXd pick(const VectorXd& all, const std::vector<int>& coordinates) {
  VectorXd out(static_cast<Index>(coordinates.size()));
  for (Index k = 0; k < out.size(); ++k) out[k] = all[coordinates[static_cast<std::size_t>(k)]];
  return out;
}

class Linearizer {
 public:
  Linearizer(std::shared_ptr<const Loops> loops, In<double> q, In<double> v, In<double> tau,
             const LinearizationOptions& options)
      : near_(std::move(loops), q, options.coordinates, options.step),
        v_(to_eigen(v)),
        tau_(to_eigen(tau)),
        v_G_(pick(v_, independent())) {}

  Linearization compute(std::span<const int> actuated) {
    const int n = near_.coordinates().mobility();
    Linearization out;
    out.coordinates = near_.coordinates();
    out.A = MatrixXd::Zero(2 * n, 2 * n);
    out.A.topLeftCorner(n, n) = turning_of_rates();
    out.A.topRightCorner(n, n).setIdentity();
    out.A.bottomLeftCorner(n, n) = near_.derivative(
        [&](const VectorXd& q) { return accelerations(q, near_.coordinates_at(q).all * v_G_); });
    out.A.bottomRightCorner(n, n) = by_velocities();
    out.B = by_efforts(actuated);
    out.c.resize(2 * n);
    out.c << v_G_, accelerations(near_.centre(), v_);
    return out;
  }

 private:
  const std::vector<int>& independent() const { return near_.coordinates().independent; }

  // theta_G'' at a state.
  VectorXd accelerations(const VectorXd& q, const VectorXd& v) {
    const VectorXd tau = tau_ + near_.passive(q, v);
    VectorXd a(v.size());
    near_.solver().accelerations(q, v, tau, {}, a);
    return pick(a, independent());
  }

  // Accelerations are quadratic in velocities: central differences are exact for any step, and a
  // long one loses the least to rounding.
  MatrixXd by_velocities() {
    const int n = near_.coordinates().mobility();
    const double size = v_.size() == 0 ? 1.0 : std::max(1.0, v_.cwiseAbs().maxCoeff());
    MatrixXd out(n, n);
    for (int k = 0; k < n; ++k) {
      const VectorXd step = size * near_.coordinates().all.col(k);
      out.col(k) =
          (accelerations(near_.centre(), v_ + step) - accelerations(near_.centre(), v_ - step)) /
          (2.0 * size);
    }
    return out;
  }

  // (W^T M W)^-1 S^T (Nakamura & Yamane 2000, eqs. 6 and 24), without its matrices.
  MatrixXd by_efforts(std::span<const int> actuated) {
    const int n = near_.coordinates().mobility();
    MatrixXd out = MatrixXd::Zero(2 * n, static_cast<Index>(actuated.size()));
    near_.solver().prepare(near_.centre(), {});
    VectorXd column(v_.size());
    for (std::size_t j = 0; j < actuated.size(); ++j) {
      near_.solver().mobility(actuated[j], column);
      out.col(static_cast<Index>(j)).tail(n) = pick(column, independent());
    }
    return out;
  }

  // A deviation d of an orientation has the rate J(d) v, not v: d(J v)/d(theta_G) where v is not
  // zero.
  MatrixXd turning_of_rates() {
    const int n = near_.coordinates().mobility();
    MatrixXd out = MatrixXd::Zero(n, n);
    for (int k = 0; k < n; ++k) {
      const double h = near_.step(k);
      const auto central = [&](double step) -> VectorXd {
        const VectorXd d = step * near_.coordinates().all.col(k);
        return (rates(d) - rates(-d)) / (2.0 * step);
      };
      out.col(k) = (4.0 * central(0.5 * h) - central(h)) / 3.0;
    }
    return out;
  }

  // The rates of theta_G's deviations where those of all coordinates are d.
  VectorXd rates(const VectorXd& d) const {
    const int tree_nv = near_.loops().tree().nv();
    VectorXd out(v_G_.size());
    for (Index g = 0; g < out.size(); ++g) {
      const int dof = independent()[static_cast<std::size_t>(g)];
      const bool in_tree = dof < tree_nv;
      const Model& model = in_tree ? near_.loops().tree() : near_.loops().links();
      const int first = in_tree ? 0 : tree_nv;
      const Node& node = detail::at(model.nodes(), detail::at(model.dof_node(), dof - first));
      VectorXd effort = VectorXd::Zero(node.nv);
      effort[dof - first - node.v] = 1.0;
      pull_back_efforts<double>(node, d.data() + first + node.v, effort.data());
      out[g] = effort.dot(v_.segment(first + node.v, node.nv));
    }
    return out;
  }

  ClosedNeighbourhood near_;
  VectorXd v_, tau_, v_G_;
};

}  // namespace

Linearization linearize(std::shared_ptr<const Loops> loops, In<double> q, In<double> v,
                        In<double> tau, std::span<const int> actuated,
                        const LinearizationOptions& options) {
  detail::require_size("linearize", "v", v.size(), loops->nv());
  detail::require_size("linearize", "tau", tau.size(), loops->nv());
  for (const int dof : actuated)
    if (dof < 0 || dof >= loops->nv())
      throw ModelError(
          fmt::format("linearize: there is no coordinate {} to actuate, expected 0 to "
                      "{}",
                      dof, loops->nv() - 1));
  if (!loops->specs().rollings.empty() && (to_eigen(v).array() != 0.0).any())
    throw ModelError("linearize: rolling contacts are linearised at rest only; set v to zero");
  return Linearizer(std::move(loops), q, v, tau, options).compute(actuated);
}

std::vector<std::complex<double>> eigenvalues(const Linearization& system) {
  if (system.A.rows() == 0) return {};
  const Eigen::VectorXcd values = system.A.eigenvalues();
  std::vector<std::complex<double>> out(values.begin(), values.end());
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() < b.imag();
  });
  return out;
}

}  // namespace catena
