#include "catena/control/strained_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "catena/constraints/loop_efforts.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<int> every_dof(const Loops& loops) {
  std::vector<int> all(static_cast<std::size_t>(loops.nv()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> places(const Loops& loops) {
  std::vector<int> all;
  all.reserve(static_cast<std::size_t>(loops.nv()));
  for (int k = 0; k < loops.nv(); ++k) all.push_back(loops.place(k));
  return all;
}

}  // namespace

StrainedMechanism::StrainedMechanism(std::shared_ptr<const Loops> loops,
                                     const std::vector<Cable>& cables, std::vector<int> actuated)
    : loops_(std::move(loops)),
      actuated_(std::move(actuated)),
      cables_(loops_->tree(), cables, every_dof(*loops_), places(*loops_)),
      solver_(loops_),
      tree_ws_(loops_->tree()),
      links_ws_(loops_->links()),
      tau_(loops_->nv()),
      a_0_(loops_->nv()) {
  for (const Cable& cable : cables) {
    if (!cable.route.empty() || cable.joint.kind != JointKind::InvoluteEps)
      throw std::invalid_argument(fmt::format(
          "all cables must be those of joints of kind involute_eps, and '{}' is not", cable.name));
    strains_.push_back(cable.joint.first_dof + 1);
    modes_.push_back(CableMode::of_sections(cable.section_count(), true));
  }
  for (const int dof : actuated_)
    if (dof < 0 || dof >= loops_->tree().nv())
      throw std::invalid_argument("an input does not exist, or belongs to a loop joint");
}

VectorXd StrainedMechanism::strains_under(double stress) const {
  VectorXd strains(cables_.count());
  for (int c = 0; c < cables_.count(); ++c)
    strains[c] = stress / cables_.cable(c).material.youngs_modulus;
  return strains;
}

VectorXd StrainedMechanism::strains_at(In<double> q) const {
  VectorXd strains(cables_.count());
  for (int c = 0; c < cables_.count(); ++c)
    strains[c] = std::max(0.0, q[loops_->place(strains_[static_cast<std::size_t>(c)])]);
  return strains;
}

void StrainedMechanism::place(double t, In<double> q, In<double> v, const VectorXd& u) {
  q_ = to_eigen(q);
  passive_efforts(*loops_, q, v, tau_, tree_ws_, links_ws_);
  for (std::size_t c = 0; c < modes_.size(); ++c) {
    const CableMaterial& material = cables_.cable(static_cast<int>(c)).material;
    const int dof = strains_[c];
    const double stress =
        material.youngs_modulus * q[loops_->place(dof)] + material.damping * v[dof];
    modes_[c].taut.front() = stress > 0.0;
  }
  cables_.set_modes(modes_);
  cables_.compute(t, q_, to_eigen(v), nullptr);
  cables_.add_joint_efforts(tau_);
  for (Index k = 0; k < u.size(); ++k) tau_[actuated_[static_cast<std::size_t>(k)]] += u[k];
  solver_.accelerations(q, v, tau_, {}, a_0_);
}

MatrixXd StrainedMechanism::mobility(const std::vector<int>& coordinates) {
  MatrixXd columns(loops_->nv(), static_cast<Index>(coordinates.size()));
  for (Index k = 0; k < columns.cols(); ++k)
    solver_.mobility(coordinates[static_cast<std::size_t>(k)],
                     Out<double>(columns.col(k).data(), columns.rows()));
  return columns;
}

// A change of strain acts on the angle unwound and on the strain: (3.2.2), the accumulation
// Jacobian, with a minus sign.
MatrixXd StrainedMechanism::responses(const MatrixXd& mobility) const {
  const auto inputs = static_cast<Index>(actuated_.size());
  MatrixXd G(mobility.cols(), inputs + cables_.count());
  G.leftCols(inputs) = select_rows(mobility, actuated_).transpose();
  for (int c = 0; c < cables_.count(); ++c) {
    const Cable& cable = cables_.cable(c);
    const int dof = strains_[static_cast<std::size_t>(c)];
    const double per_strain = cable.material.stiffness() * cable.joint.radius;
    const double angle = q_[loops_->place(dof - 1)], strain = q_[loops_->place(dof)];
    G.col(inputs + c) =
        -per_strain * (strain * mobility.row(dof - 1) + angle * mobility.row(dof)).transpose();
  }
  return G;
}

}  // namespace catena
