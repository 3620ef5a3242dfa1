#include "catena/constraints/loop_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "catena/dynamics/aba_passes.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

LoopSolver::LoopSolver(std::shared_ptr<const Loops> loops)
    : loops_(std::move(loops)),
      tree_(loops_->tree()),
      geometry_(*loops_),
      space_(*loops_),
      ws_(tree_),
      nv_(tree_.nv()),
      poses_(tree_.nodes().size(), Transform<double>::identity()),
      roots_(tree_.nodes().size(), Vec3<double>::zero()),
      velocities_(tree_.nodes().size(), Motion<double>::zero()),
      node_rate_(velocities_),
      response_(velocities_),
      unit_rate_(velocities_),
      load_(tree_.nodes().size(), Force<double>::zero()),
      multipliers_(Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(loops_->closures().size()))),
      residual_(multipliers_),
      step_(multipliers_),
      u_(Eigen::VectorXd::Zero(nv_)),
      rate_(u_),
      rate_scaled_(u_),
      q_trial_(Eigen::VectorXd::Zero(loops_->nq())),
      added_(Eigen::VectorXd::Zero(loops_->nv())),
      held_(HeldArray::Constant(loops_->nv(), false)),
      zero_(Eigen::VectorXd::Zero(loops_->nv())) {}

void LoopSolver::hold(Held held) {
  if (held.empty()) {
    if (std::exchange(any_held_, false)) held_.setConstant(false);
    return;
  }
  detail::require_size("LoopSolver", "held", held.size(), loops_->nv());
  std::copy_n(held.data(), held.size(), held_.data());
  any_held_ = held_.any();
}

// Where every node is and how it moves.
void LoopSolver::outward(const double* q, const double* v) {
  ++state_count_;
  detail::aba_outward(tree_, q, v, ws_);
  const auto nodes = tree_.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    if (nodes[i].parent == 0) {
      roots_[i] = ws_.local[i].X.translation;
      poses_[i] = {ws_.local[i].X.rotation, Vec3<double>::zero()};
    } else {
      roots_[i] = at(roots_, nodes[i].parent);
      poses_[i] = at(poses_, nodes[i].parent) * ws_.local[i].X;
    }
    velocities_[i] = ws_.local[i].v;
  }
}

// The articulated inertias, with the efforts of the loop joints on the bodies; tau is over all
// coordinates, or null for none.
void LoopSolver::inward(const double* v, const double* tau, const double* a) {
  bool has_external = false;
  const auto& joints = loops_->specs().joints;
  for (int i = 0; tau != nullptr && i < static_cast<int>(joints.size()); ++i) {
    const LoopJointState& joint = geometry_.joint(i);
    const double* const effort = tau + nv_ + loops_->links().joint(JointId{i}).v;
    if (std::all_of(effort, effort + joint.nv, [](double x) { return x == 0.0; })) continue;
    if (!has_external) std::fill(ws_.external.begin(), ws_.external.end(), Force<double>::zero());
    has_external = true;
    Force<double> f = Force<double>::zero();
    for (int k = 0; k < joint.nv; ++k) f += effort[k] * at(joint.active, k);
    at(ws_.external, tree_.body(at(joints, i).a).node) -= inverse_times(joint.X_PA, f);
    at(ws_.external, tree_.body(at(joints, i).b).node) += inverse_times(joint.X_PB, f);
  }
  detail::aba_inward(tree_, v, tau == nullptr ? zero_.data() : tau,
                     any_held_ ? held_.data() : nullptr, a == nullptr ? zero_.data() : a,
                     has_external, ws_);
}

// Pass 3 of the articulated-body algorithm, as if there were no loops; keeps the nodes'
// accelerations.
void LoopSolver::free_accelerations(const double* v, double* a) {
  const auto nodes = tree_.nodes();
  node_rate_[0] = {Vec3<double>::zero(), -tree_.gravity()};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Motion<double> m = inverse_times(ws_.local[i].X, at(node_rate_, node.parent));
    detail::visit_node(node, ws_, [&](const auto& joint) {
      joint.add_bias(m, ws_.local[i].v, v + node.v);
      for (int k = 0; k < node.nv; ++k) {
        double& x = a[node.v + k];
        if (!held_[node.v + k]) {
          const auto& axis = at(ws_.axes, node.v + k);
          x = (axis.u - dot(axis.U, m)) * axis.D_inverse;
        }
        m += x * joint.template column<double>(k);
      }
    });
    node_rate_[i] = m;
  }
}

// Adds what the multipliers in step_ do to `rate` (of the tree), to the nodes' rates, and to the
// multipliers.
void LoopSolver::add_response(const MechanismPart& part, double* rate,
                              std::vector<Motion<double>>& node_rate,
                              Eigen::VectorXd* multipliers) {
  clear_load(part);
  space_.add_efforts(part, step_.data(), u_.data());
  space_.respond(part, ws_, u_.data(), rate_.data(), response_);
  for (const int n : part.nodes) {
    const Node& node = at(tree_.nodes(), n);
    for (int k = node.v; k < node.v + node.nv; ++k) rate[k] += rate_[k];
    at(node_rate, n) += at(response_, n);
  }
  if (multipliers == nullptr) return;
  for (const int c : part.closures) multipliers->segment<6>(6 * c) += step_.segment<6>(6 * c);
}

// How body b of a loop joint moves against body a.
Motion<double> LoopSolver::across(int i, const std::vector<Motion<double>>& node_rate) const {
  const LoopJoint& spec = at(loops_->specs().joints, i);
  const LoopJointState& joint = geometry_.joint(i);
  return joint.X_PB * at(node_rate, tree_.body(spec.b).node) -
         joint.X_PA * at(node_rate, tree_.body(spec.a).node);
}

// The loop joints' part of a rate that needs no bias; held coordinates do not move.
void LoopSolver::loop_rates(const MechanismPart& part, const std::vector<Motion<double>>& node_rate,
                            double* rate) const {
  for (const int i : part.closures) {
    if (i >= static_cast<int>(loops_->specs().joints.size())) break;  // loop joints come first
    const LoopJointState& joint = geometry_.joint(i);
    const Motion<double> m = across(i, node_rate);
    const int first = nv_ + loops_->links().joint(JointId{i}).v;
    for (int k = 0; k < joint.nv; ++k)
      rate[first + k] = held_[first + k] ? 0.0 : dot(at(joint.active, k), m);
  }
}

// The loop joints' part of the accelerations; held coordinates keep what is given.
void LoopSolver::loop_accelerations(double* a) const {
  for (int i = 0; i < static_cast<int>(loops_->specs().joints.size()); ++i) {
    const LoopJointState& joint = geometry_.joint(i);
    const Motion<double> m = across(i, node_rate_) - joint.bias;
    const int first = nv_ + loops_->links().joint(JointId{i}).v;
    for (int k = 0; k < joint.nv; ++k)
      if (!held_[first + k]) a[first + k] = dot(at(joint.active, k), m);
  }
}

// residual_ = target - J rate for the nodes' rates, and the largest of the independent rows;
// `size` becomes no less than the largest target, or for the target 0 than the largest |J rate|.
double LoopSolver::find_residual(const MechanismPart& part, const double* rate,
                                 const std::vector<Motion<double>>& node_rate, bool with_target,
                                 double& size) {
  ConstraintSpace::apply(part.closures, geometry_.rows(), rate, node_rate, residual_.data());
  double largest = 0.0;
  for (const int c : part.closures) {
    const ClosureRows& rows = at(geometry_.rows(), c);
    for (int r = 0; r < rows.rows; ++r) {
      double& x = residual_[6 * c + r];
      const double target = with_target ? at(rows.target, r) : 0.0;
      size = std::max(size, std::abs(with_target ? target : x));
      x = target - x;
      if (!space_.matrix().is_dependent(c, r)) largest = std::max(largest, std::abs(x));
    }
  }
  return largest;
}

// Adds to rate, the nodes' rates and *multipliers what makes J rate the target, or zero.
void LoopSolver::close_rate(const MechanismPart& part, bool with_target, double* rate,
                            std::vector<Motion<double>>& node_rate, Eigen::VectorXd* multipliers) {
  if (part.closures.empty()) return;
  double before = std::numeric_limits<double>::infinity(), size = 0.0;
  for (int pass = 0; pass < 6; ++pass) {  // the first solves, the others remove rounding
    const double largest = find_residual(part, rate, node_rate, with_target, size);
    if (largest <= 1e-15 * size || largest > 0.1 * before) break;
    before = largest;
    space_.solve(part, residual_.data(), step_.data());
    add_response(part, rate, node_rate, multipliers);
    if (pass == 0 && with_target && space_.matrix().worst_pivot() > 1e-3) break;
  }
}

void LoopSolver::accelerations(In<double> q, In<double> v, In<double> tau, Held held,
                               Out<double> a) {
  detail::require_size("LoopSolver::accelerations", "q", q.size(), loops_->nq());
  detail::require_size("LoopSolver::accelerations", "v", v.size(), loops_->nv());
  detail::require_size("LoopSolver::accelerations", "tau", tau.size(), loops_->nv());
  detail::require_size("LoopSolver::accelerations", "a", a.size(), loops_->nv());
  hold(held);
  outward(q.data(), v.data());
  geometry_.compute(tree_state(), q.data(), v.data(), loops_->of_links(held), a.data() + nv_,
                    false);
  inward(v.data(), tau.data(), a.data());
  free_accelerations(v.data(), a.data());
  factorize();
  multipliers_.setZero();
  close_rate(space_.whole(), true, a.data(), node_rate_, &multipliers_);
  loop_accelerations(a.data());
}

void LoopSolver::factorize_rows() {
  const bool same = has_kept_rows_ && (held_then_ == held_).all();
  space_.factorize(ws_, geometry_.rows(), same ? &kept_rows_ : nullptr);
  if (!keeps_rows_ || has_kept_rows_) return;
  space_.matrix().get_choice(kept_rows_);
  held_then_ = held_;
  has_kept_rows_ = true;
}

void LoopSolver::left_out_speeds(Eigen::VectorXd& out) const {
  out.setZero(static_cast<Eigen::Index>(geometry_.rows().size()));
  for (std::size_t c = 0; c < geometry_.rows().size(); ++c)
    for (int r = 0; r < geometry_.rows()[c].rows; ++r)
      if (space_.matrix().is_dependent(static_cast<int>(c), r)) {
        double& most = out[static_cast<Eigen::Index>(c)];
        most = std::max(most, std::abs(residual_[static_cast<Eigen::Index>(6 * c) + r]));
      }
}

// Nodes that cannot move keep the response zero that they get here.
void LoopSolver::factorize() {
  if (geometry_.rows().empty()) return;
  factorize_rows();
  std::fill(response_.begin(), response_.end(), Motion<double>::zero());
}

void LoopSolver::prepare(In<double> q, Held held, const double* v) {
  hold(held);
  place(q, v);
  geometry_.compute(tree_state(), q.data(), zero_.data(), loops_->of_links(held), zero_.data());
  inward(zero_.data(), nullptr, nullptr);
  factorize();
}

void LoopSolver::clear_load(const MechanismPart& part) {
  for (const int n : part.nodes) {
    const Node& node = at(tree_.nodes(), n);
    at(load_, n) = Force<double>::zero();
    std::fill_n(u_.data() + node.v, node.nv, 0.0);
  }
}

// The wrenches in load_, carried to the root like a row of a closure: adds to u_ what they leave on
// each free dof, next to the efforts that u_ comes with. What arrives above the part moves nothing.
void LoopSolver::carry_load(const MechanismPart& part) {
  const auto nodes = tree_.nodes();
  for (std::size_t p = part.nodes.size(); p-- > 0;) {
    const auto i = static_cast<std::size_t>(part.nodes[p]);
    const Node& node = nodes[i];
    detail::visit_node(node, ws_, [&](const auto& joint) {
      for (int k = node.nv - 1; k >= 0; --k) {
        const auto& axis = at(ws_.axes, node.v + k);
        double& u = u_[node.v + k];
        u += dot(joint.template column<double>(k), load_[i]);
        load_[i] -= (axis.D_inverse * u) * axis.U;
      }
    });
    if (node.parent != 0) at(load_, node.parent) += ws_.local[i].X * load_[i];
  }
}

// What load_ and the efforts in u_ do with the loops closed.
void LoopSolver::respond_to_load(const MechanismPart& part, Out<double> rate,
                                 std::vector<Motion<double>>& node_rate,
                                 Eigen::VectorXd* multipliers) {
  carry_load(part);
  space_.respond(part, ws_, u_.data(), rate.data(), node_rate);
  close_rate(part, false, rate.data(), node_rate, multipliers);
  loop_rates(part, node_rate, rate.data());
}

void LoopSolver::respond(std::span<const NodeWrench> wrenches, Out<double> rate,
                         std::vector<Motion<double>>& node_rate, Eigen::VectorXd* multipliers) {
  detail::require_size("LoopSolver::respond", "rate", rate.size(), loops_->nv());
  if (multipliers != nullptr)
    detail::require_size("LoopSolver::respond", "multipliers", multipliers->size(),
                         multipliers_.size());
  node_rate.resize(load_.size());
  clear_load(space_.whole());
  put_load(wrenches);
  respond_to_load(space_.whole(), rate, node_rate, multipliers);
}

void LoopSolver::respond(const MechanismPart& part, std::span<const NodeWrench> wrenches,
                         std::span<const DofEffort> efforts, Out<double> rate,
                         std::vector<Motion<double>>& node_rate) {
  clear_load(part);
  put_load(wrenches);
  for (const DofEffort& on : efforts) put_load(on);
  respond_to_load(part, rate, node_rate, nullptr);
}

void LoopSolver::add_wrenches(std::span<const NodeWrench> wrenches, Out<double> a) {
  respond(wrenches, added_, unit_rate_, &multipliers_);
  for (Eigen::Index k = 0; k < added_.size(); ++k) a[k] += added_[k];
  for (std::size_t i = 1; i < node_rate_.size(); ++i) node_rate_[i] += unit_rate_[i];
}

void LoopSolver::put_load(std::span<const NodeWrench> wrenches) {
  for (const NodeWrench& on : wrenches)
    if (on.node != 0) at(load_, on.node) += on.wrench;
}

void LoopSolver::put_load(const DofEffort& on) {
  if (on.dof < nv_) {
    u_[on.dof] += on.effort;
    return;
  }
  const auto [on_a, on_b] = loop_effort(on);
  at(load_, on_a.node) += on_a.wrench;
  at(load_, on_b.node) += on_b.wrench;
}

std::pair<NodeWrench, NodeWrench> LoopSolver::loop_effort(const DofEffort& on) const {
  const int link_dof = on.dof - nv_;
  const int j = at(loops_->links().nodes(), at(loops_->links().dof_node(), link_dof)).joint;
  const LoopJointState& joint = geometry_.joint(j);
  const Force<double> f =
      on.effort * at(joint.active, link_dof - loops_->links().joint(JointId{j}).v);
  const LoopJoint& spec = at(loops_->specs().joints, j);
  return {{tree_.body(spec.a).node, -1.0 * inverse_times(joint.X_PA, f)},
          {tree_.body(spec.b).node, inverse_times(joint.X_PB, f)}};
}

void LoopSolver::mobility(int dof, Out<double> column) {
  clear_load(space_.whole());
  put_load({dof, 1.0});
  respond_to_load(space_.whole(), column, unit_rate_, nullptr);
}

}  // namespace catena
