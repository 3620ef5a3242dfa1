#include "catena/constraints/loop_jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "catena/constraints/link_length.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

int row_count(const Closure& closure) {
  switch (closure.kind) {
    case Closure::Kind::Joint:
      return 6;
    case Closure::Kind::Rolling:
      return 3;
    case Closure::Kind::Rod:
    case Closure::Kind::Coupling:
      break;
  }
  return 1;
}

// Calls f(dof) for every dof that moves a node.
template <class F>
void for_dofs_of(const Model& tree, int node, const F& f) {
  for (; node != 0; node = at(tree.nodes(), node).parent)
    for (int k = 0; k < at(tree.nodes(), node).nv; ++k) f(at(tree.nodes(), node).v + k);
}

Eigen::Matrix<double, 6, 1> components(const Motion<double>& m) {
  return (Eigen::Matrix<double, 6, 1>() << to_eigen(m.angular), to_eigen(m.linear)).finished();
}

Eigen::Matrix<double, 6, 1> components(const Force<double>& f) {
  return (Eigen::Matrix<double, 6, 1>() << to_eigen(f.angular), to_eigen(f.linear)).finished();
}

// How much a coordinate moves its joint, without units.
double size_of(const Motion<double>& s, double length) {
  const double size = std::hypot(norm(s.angular), norm(s.linear) / length);
  return size > 0.0 ? size : 1.0;
}

}  // namespace

LoopJacobian::LoopJacobian(std::shared_ptr<const Loops> loops)
    : loops_(std::move(loops)),
      tree_(loops_->tree()),
      kinematics_(tree_),
      geometry_(*loops_),
      length_(link_length(tree_)),
      column_scale_(loops_->nv()),
      zero_(Eigen::VectorXd::Zero(loops_->nv())) {}

void LoopJacobian::compute(In<double> q, In<double> v, Held held, const double* held_acceleration) {
  detail::require_size("LoopJacobian::compute", "q", q.size(), loops_->nq());
  detail::require_size("LoopJacobian::compute", "v", v.size(), loops_->nv());
  kinematics_.compute(tree_, In<double>(q.data(), tree_.nq()), In<double>(v.data(), tree_.nv()),
                      In<double>(zero_.data(), tree_.nv()));
  if (!held.empty())
    detail::require_size("LoopJacobian::compute", "held", held.size(), loops_->nv());
  geometry_.compute({kinematics_.node_poses(), kinematics_.node_velocities()}, q.data(), v.data(),
                    loops_->of_links(held),
                    held.empty() ? nullptr : held_acceleration + tree_.nv());
  scale_columns();
  closure_of_row_.clear();
  for (std::size_t c = 0; c < loops_->closures().size(); ++c)
    closure_of_row_.insert(closure_of_row_.end(),
                           static_cast<std::size_t>(row_count(loops_->closures()[c])),
                           static_cast<int>(c));
  const int loop_rows = static_cast<int>(closure_of_row_.size());
  const auto held_rows = std::count(held.data(), held.data() + held.size(), true);
  closure_of_row_.resize(closure_of_row_.size() + static_cast<std::size_t>(held_rows), -1);
  const auto rows = static_cast<Eigen::Index>(closure_of_row_.size());
  J_ = Eigen::MatrixXd::Zero(rows, loops_->nv());
  bias_ = Eigen::VectorXd::Zero(rows);
  row_scale_ = Eigen::VectorXd::Ones(rows);
  for (int row = 0; row < loop_rows;) {
    const int c = at(closure_of_row_, row);
    const Closure& closure = at(loops_->closures(), c);
    if (closure.kind == Closure::Kind::Joint)
      fill_joint(c, row);
    else if (closure.kind == Closure::Kind::Coupling)
      fill_coupling(c, row, q.data(), v.data());
    else
      fill_points(c, row);
    row += row_count(closure);
  }
  for (int dof = 0, row = loop_rows; row < rows; ++dof) {
    if (!held[dof]) continue;
    J_(row, dof) = 1.0;
    bias_[row] = -held_acceleration[dof];
    row_scale_[row] = 1.0 / column_scale_[dof];
    ++row;
  }
}

void LoopJacobian::scale_columns() {
  for (int dof = 0; dof < tree_.nv(); ++dof) {
    const Transform<double>& X_WN = at(kinematics_.node_poses(), at(tree_.dof_node(), dof));
    column_scale_[dof] =
        1.0 / size_of(inverse_times(X_WN, at(kinematics_.columns(), dof)), length_);
  }
  for (int j = 0; j < loops_->links().joint_count(); ++j) {
    const LoopJointState& joint = geometry_.joint(j);
    const int first = tree_.nv() + loops_->links().joint(JointId{j}).v;
    for (int k = 0; k < joint.nv; ++k)
      column_scale_[first + k] = 1.0 / size_of(at(joint.S, k), length_);
  }
}

// J_b - J_a of a loop joint over the tree's coordinates, in world axes about M's origin.
Eigen::Matrix<double, 6, Eigen::Dynamic> LoopJacobian::relative_columns(int joint) const {
  const LoopJoint& spec = at(loops_->specs().joints, joint);
  const Transform<double> X_WP = Transform<double>::at(geometry_.joint(joint).p_M);
  Eigen::Matrix<double, 6, Eigen::Dynamic> out(6, tree_.nv());
  out.setZero();
  for_dofs_of(tree_, tree_.body(spec.b).node, [&](int dof) {
    out.col(dof) += components(inverse_times(X_WP, at(kinematics_.columns(), dof)));
  });
  for_dofs_of(tree_, tree_.body(spec.a).node, [&](int dof) {
    out.col(dof) -= components(inverse_times(X_WP, at(kinematics_.columns(), dof)));
  });
  return out;
}

// v_B - v_A - S q' = 0, and its derivative with a_B - a_A = S q'' + bias.
void LoopJacobian::fill_joint(int closure, int row) {
  const int j = at(loops_->closures(), closure).index;
  const LoopJoint& spec = at(loops_->specs().joints, j);
  const LoopJointState& joint = geometry_.joint(j);
  const auto accelerations = kinematics_.node_accelerations();
  Eigen::Matrix<double, 6, 6> to_F = Eigen::Matrix<double, 6, 6>::Zero();
  to_F.topLeftCorner<3, 3>() = to_eigen(joint.X_PF.rotation).transpose();
  to_F.bottomRightCorner<3, 3>() = to_F.topLeftCorner<3, 3>();
  J_.block(row, 0, 6, tree_.nv()) = to_F * relative_columns(j);
  const int first = tree_.nv() + loops_->links().joint(JointId{j}).v;
  for (int k = 0; k < joint.nv; ++k)
    J_.block<6, 1>(row, first + k) = -to_F * components(at(joint.S, k));
  const Motion<double> bias = joint.X_PB * at(accelerations, tree_.body(spec.b).node) -
                              joint.X_PA * at(accelerations, tree_.body(spec.a).node) - joint.bias;
  bias_.segment<6>(row) = to_F * components(bias);
  row_scale_.segment<3>(row + 3).setConstant(1.0 / length_);
}

// The coupling's own gradient, whether its coordinates belong to the tree or to loop joints.
void LoopJacobian::fill_coupling(int closure, int row, const double* q, const double* v) {
  const Coupling& coupling = at(loops_->specs().couplings, at(loops_->closures(), closure).index);
  Eigen::VectorXd x(static_cast<Eigen::Index>(coupling.dofs.size())), rate(x), gradient(x);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const int dof = coupling.dofs[static_cast<std::size_t>(k)];
    x[k] = q[loops_->place(dof)];
    rate[k] = v[dof];
  }
  bias_[row] = coupling.evaluate(x.data(), rate.data(), gradient.data()).curvature;
  double largest = 0.0;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const int dof = coupling.dofs[static_cast<std::size_t>(k)];
    J_(row, dof) += gradient[k];
    largest = std::max(largest, std::abs(gradient[k] * column_scale_[dof]));
  }
  row_scale_[row] = largest > 0.0 ? 1.0 / largest : 1.0;
}

// Rods and rolling contacts, which have no coordinates of their own.
void LoopJacobian::fill_points(int closure, int row) {
  const ClosureRows& rows = at(geometry_.rows(), closure);
  add_closure_rows(rows, row, J_);
  for (int r = 0; r < rows.rows; ++r) {
    bias_[row + r] = -at(rows.target, r);
    for (const ClosureRows::Wrench& wrench : rows.wrenches)
      bias_[row + r] +=
          dot(at(wrench.of_row, r), at(kinematics_.node_accelerations(), wrench.node));
    row_scale_[row + r] = 1.0 / length_;
  }
}

void LoopJacobian::add_closure_rows(const ClosureRows& rows, int first, Eigen::MatrixXd& J) const {
  for (const ClosureRows::Wrench& wrench : rows.wrenches) {
    const Transform<double>& X_WN = at(kinematics_.node_poses(), wrench.node);
    for_dofs_of(tree_, wrench.node, [&](int dof) {
      const Motion<double> column = inverse_times(X_WN, at(kinematics_.columns(), dof));
      for (int r = 0; r < rows.rows; ++r) J(first + r, dof) += dot(at(wrench.of_row, r), column);
    });
  }
  for (const ClosureRows::Effort& effort : rows.efforts) J(first, effort.dof) += effort.of_row;
}

Eigen::MatrixXd LoopJacobian::multiplier_rows() const {
  const auto closures = geometry_.rows();
  Eigen::MatrixXd J =
      Eigen::MatrixXd::Zero(6 * static_cast<Eigen::Index>(closures.size()), tree_.nv());
  for (std::size_t c = 0; c < closures.size(); ++c)
    add_closure_rows(closures[c], 6 * static_cast<int>(c), J);
  return J;
}

Eigen::VectorXd LoopJacobian::multiplier_sizes() const {
  const auto closures = geometry_.rows();
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(closures.size()));
  for (std::size_t c = 0; c < closures.size(); ++c) {
    const auto first = static_cast<Eigen::Index>(6 * c);
    for (const ClosureRows::Wrench& wrench : closures[c].wrenches)
      for (int r = 0; r < closures[c].rows; ++r)
        sizes[first + r] += std::hypot(norm(at(wrench.of_row, r).angular),
                                       length_ * norm(at(wrench.of_row, r).linear));
    for (const ClosureRows::Effort& effort : closures[c].efforts)
      sizes[first] += std::abs(effort.of_row * column_scale_[effort.dof]);
  }
  return sizes;
}

Eigen::MatrixXd LoopJacobian::loop_effort_columns() const {
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(tree_.nv(), loops_->links().nv());
  for (int j = 0; j < loops_->links().joint_count(); ++j) {
    const Eigen::Matrix<double, 6, Eigen::Dynamic> relative = relative_columns(j);
    const LoopJointState& joint = geometry_.joint(j);
    for (int k = 0; k < joint.nv; ++k)
      L.col(loops_->links().joint(JointId{j}).v + k) =
          relative.transpose() * components(at(joint.active, k));
  }
  return L;
}

}  // namespace catena
