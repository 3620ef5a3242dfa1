#include "catena/control/strained_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

std::vector<Cable> with_route(const std::vector<Cable>& cables, bool has_route) {
  std::vector<Cable> some;
  for (const Cable& cable : cables)
    if (cable.route.empty() != has_route) some.push_back(cable);
  return some;
}

VectorXd dry_friction(const Loops& loops) {
  VectorXd all = VectorXd::Zero(loops.nv());
  const auto add = [&](const Model& part, int first) {
    for (int j = 0; j < part.joint_count(); ++j) {
      const JointInfo& joint = part.joint(JointId{j});
      for (int k = 0; k < joint.nv; ++k) all[first + joint.v + k] = joint.spec.coulomb_friction[k];
    }
  };
  add(loops.tree(), 0);
  add(loops.links(), loops.tree().nv());
  return all;
}

// A coordinate that moves more slowly than this, rad/s or m/s, stands: its friction holds it.
constexpr double stands = 1e-5;

}  // namespace

StrainedMechanism::StrainedMechanism(std::shared_ptr<const Loops> loops,
                                     const std::vector<Cable>& cables, std::vector<int> actuated,
                                     std::vector<PrescribedMotion> prescribed)
    : loops_(std::move(loops)),
      actuated_(std::move(actuated)),
      prescribed_(std::move(prescribed)),
      cables_(loops_->tree(), with_route(cables, false), every_dof(*loops_), places(*loops_)),
      pulls_(loops_->tree(), with_route(cables, true)),
      route_strains_(VectorXd::Zero(pulls_.count())),
      friction_(dry_friction(*loops_)),
      solver_(loops_),
      tree_ws_(loops_->tree()),
      links_ws_(loops_->links()),
      tau_(loops_->nv()),
      a_0_(loops_->nv()) {
  held_ = HeldArray::Constant(loops_->nv(), false);
  for (int c = 0; c < cables_.count(); ++c) {
    const Cable& cable = cables_.cable(c);
    if (cable.joint.kind != JointKind::InvoluteEps)
      throw std::invalid_argument(fmt::format(
          "all cables of joints must be those of kind involute_eps, and '{}' is not", cable.name));
    strains_.push_back(cable.joint.first_dof + 1);
    modes_.push_back(CableMode::of_sections(cable.section_count(), true));
  }
  for (const int dof : actuated_)
    if (dof < 0 || dof >= loops_->tree().nv())
      throw std::invalid_argument("an input does not exist, or belongs to a loop joint");
  for (const PrescribedMotion& path : prescribed_) {
    if (path.dof < 0 || path.dof >= loops_->nv())
      throw std::invalid_argument("a prescribed coordinate does not exist");
    held_[path.dof] = true;
  }
}

VectorXd StrainedMechanism::strains_under(double stress) const {
  VectorXd strains(cable_count());
  for (int c = 0; c < cable_count(); ++c) strains[c] = stress / cable(c).material.youngs_modulus;
  return strains;
}

VectorXd StrainedMechanism::strains_at(In<double> q) const {
  VectorXd strains(cable_count());
  for (int c = 0; c < cables_.count(); ++c)
    strains[c] = std::max(0.0, q[loops_->place(strains_[static_cast<std::size_t>(c)])]);
  strains.tail(pulls_.count()) = route_strains_;
  return strains;
}

VectorXd StrainedMechanism::strains_of_start(const VectorXd& q) const {
  VectorXd strains(cable_count());
  for (int c = 0; c < cables_.count(); ++c)
    strains[c] = std::max(0.0, q[loops_->place(strains_[static_cast<std::size_t>(c)])]);
  CablePulls pulls = pulls_;
  const VectorXd rest = VectorXd::Zero(loops_->nv());
  pulls.place(q, rest);
  for (int c = 0; c < pulls.count(); ++c) {
    const Cable& of = pulls.cable(c);
    strains[cables_.count() + c] =
        std::max(0.0, of.start == Cable::Start::Tension ? of.start_value / of.material.stiffness()
                                                        : pulls.length(c) / of.start_value - 1.0);
  }
  return strains;
}

// The tensions of cables of joints follow from coordinates, those of routes are given.
void StrainedMechanism::add_cables(double t, In<double> v) {
  for (std::size_t c = 0; c < modes_.size(); ++c) {
    const CableMaterial& material = cables_.cable(static_cast<int>(c)).material;
    const int dof = strains_[c];
    const double stress =
        material.youngs_modulus * q_[loops_->place(dof)] + material.damping * v[dof];
    modes_[c].taut.front() = stress > 0.0;
  }
  cables_.set_modes(modes_);
  cables_.compute(t, q_, v_, nullptr);
  cables_.add_joint_efforts(tau_);
  for (int c = 0; c < pulls_.count(); ++c)
    tau_.head(loops_->tree().nv()) +=
        pulls_.cable(c).material.stiffness() * route_strains_[c] * pulls_.efforts().col(c);
}

// Cables that a plan needs must be there.
void StrainedMechanism::find_tensions(const Acting* acting) {
  if (acting == nullptr) {
    route_strains_ = strains_of_start(q_).tail(pulls_.count());
    return;
  }
  for (int c = 0; c < cable_count(); ++c) {
    const int count = acting->cables != nullptr ? acting->cables->count() : 0;
    int found = 0;
    while (found < count && acting->cables->cable(found).name != cable(c).name) ++found;
    if (found == count)
      throw std::runtime_error(fmt::format(
          "it plans with cable '{}', which is cut or switched off; end the control in the same "
          "change ('switch_off'), or let another controller go on",
          cable(c).name));
    if (c >= cables_.count())
      route_strains_[c - cables_.count()] = std::max(0.0, acting->cables->section(found, 0).strain);
  }
}

void StrainedMechanism::add_friction() {
  const VectorXd& heading = heading_.size() > 0 ? heading_ : v_;
  for (Index k = 0; k < friction_.size(); ++k)
    if (std::abs(heading[k]) > stands) tau_[k] -= std::copysign(friction_[k], heading[k]);
}

void StrainedMechanism::place(double t, In<double> q, In<double> v, const VectorXd& u,
                              const Acting* acting) {
  q_ = to_eigen(q), v_ = to_eigen(v);
  passive_efforts(*loops_, q, v, tau_, tree_ws_, links_ws_);
  pulls_.place(q, v);
  find_tensions(acting);
  if (acting != nullptr)
    tau_ += acting->efforts;
  else
    add_cables(t, v);
  add_friction();
  for (Index k = 0; k < u.size(); ++k) tau_[actuated_[static_cast<std::size_t>(k)]] += u[k];
  for (const PrescribedMotion& path : prescribed_) a_0_[path.dof] = path.path(t).acceleration;
  solver_.accelerations(q, v, tau_, prescribed_.empty() ? Held() : Held(held_), a_0_);
}

MatrixXd StrainedMechanism::mobility(const std::vector<int>& coordinates, bool with_routes) {
  const auto given = static_cast<Index>(coordinates.size());
  MatrixXd columns(loops_->nv(), given + (with_routes ? pulls_.count() : 0));
  const auto of_dof = [&](int dof, auto column) {
    column.setZero();
    if (!held_[dof]) solver_.mobility(dof, Out<double>(column.data(), column.size()));
  };
  for (Index k = 0; k < given; ++k)
    of_dof(coordinates[static_cast<std::size_t>(k)], columns.col(k));
  if (!with_routes || pulls_.count() == 0) return columns;
  columns.rightCols(pulls_.count()).setZero();
  VectorXd unit(loops_->nv());
  for (int dof = 0; dof < loops_->tree().nv(); ++dof) {
    if (pulls_.efforts().row(dof).isZero(0.0)) continue;
    of_dof(dof, unit.col(0));
    columns.rightCols(pulls_.count()) -= unit * pulls_.efforts().row(dof);
  }
  return columns;
}

MatrixXd StrainedMechanism::at_rows(const MatrixXd& columns, const std::vector<int>& coordinates,
                                    bool with_routes) const {
  const auto given = static_cast<Index>(coordinates.size());
  MatrixXd rows(given + (with_routes ? pulls_.count() : 0), columns.cols());
  rows.topRows(given) = select_rows(columns, coordinates);
  if (with_routes)
    rows.bottomRows(pulls_.count()) =
        -pulls_.efforts().transpose() * columns.topRows(loops_->tree().nv());
  return rows;
}

VectorXd StrainedMechanism::stretch_accelerations() const {
  return pulls_.bends() - pulls_.efforts().transpose() * a_0_.head(loops_->tree().nv());
}

VectorXd StrainedMechanism::stretch_rates() const {
  return -pulls_.efforts().transpose() * v_.head(loops_->tree().nv());
}

// A change of strain acts on the angle unwound and on the strain: (3.2.2), the accumulation
// Jacobian, with a minus sign. That of a route acts along it.
MatrixXd StrainedMechanism::responses(const MatrixXd& mobility) const {
  const auto inputs = static_cast<Index>(actuated_.size());
  MatrixXd G(mobility.cols(), inputs + cable_count());
  G.leftCols(inputs) = select_rows(mobility, actuated_).transpose();
  for (int c = 0; c < cables_.count(); ++c) {
    const Cable& cable = cables_.cable(c);
    const int dof = strains_[static_cast<std::size_t>(c)];
    const double per_strain = cable.material.stiffness() * cable.joint.radius;
    const double angle = q_[loops_->place(dof - 1)], strain = q_[loops_->place(dof)];
    G.col(inputs + c) =
        -per_strain * (strain * mobility.row(dof - 1) + angle * mobility.row(dof)).transpose();
  }
  for (int c = 0; c < pulls_.count(); ++c)
    G.col(inputs + cables_.count() + c) = pulls_.cable(c).material.stiffness() *
                                          mobility.topRows(loops_->tree().nv()).transpose() *
                                          pulls_.efforts().col(c);
  return G;
}

}  // namespace catena
