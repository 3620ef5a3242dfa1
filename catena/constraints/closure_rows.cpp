#include "catena/constraints/closure_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/constraints/closure_poses.hpp"
#include "catena/constraints/constraint_basis.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;
using detail::pose_from;
using detail::root_of;
using detail::seen_from;

namespace {

// The small motion that takes a frame onto another, given by the pose of the latter in the former.
Motion<double> motion_of(const Transform<double>& X) {
  return {logarithm(quaternion_of(X.rotation)), X.translation};
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Motion<double> not_measured = {{nan, nan, nan}, {nan, nan, nan}};

}  // namespace

ClosureGeometry::ClosureGeometry(const Loops& loops)
    : loops_(loops),
      links_(loops.links()),
      q_links_(loops.links().nq()),
      step_links_(loops.links().nv()),
      joints_(loops.specs().joints.size()),
      held_rows_(loops.specs().joints.size()),
      rows_(loops.closures().size()),
      zero_(Eigen::VectorXd::Zero(loops.links().nv())),
      branches_(loops.specs().couplings.size(), nullptr) {
  std::size_t most_dofs = 0;
  for (const LoopJoint& joint : loops.specs().joints) {
    X_AF_.push_back(loops.tree().body(joint.a).X_NB * joint.X_AF);
    X_BM_.push_back(loops.tree().body(joint.b).X_NB * joint.X_BM);
  }
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Closure& closure = loops.closures()[c];
    if (closure.kind != Closure::Kind::Coupling) {
      rows_[c].wrenches.resize(2);
      continue;
    }
    const Coupling& coupling = at(loops.specs().couplings, closure.index);
    for (const int dof : coupling.dofs) {
      if (dof < loops.tree().nv())
        rows_[c].efforts.push_back({dof, 0.0});
      else
        rows_[c].wrenches.resize(rows_[c].wrenches.size() + 2);
    }
    most_dofs = std::max(most_dofs, coupling.dofs.size());
  }
  x_.resize(static_cast<Eigen::Index>(most_dofs));
  rate_.resize(x_.size());
  gradient_.resize(x_.size());
}

// Where the virtual link and frame M stand, and in which directions they may move.
void ClosureGeometry::place_frames(std::size_t i, const TreeState& tree) {
  const LoopJoint& spec = loops_.specs().joints[i];
  LoopJointState& joint = joints_[i];
  const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
  const int node_a = loops_.tree().body(spec.a).node, node_b = loops_.tree().body(spec.b).node;
  const Transform<double> X_WA = pose_from(tree, node_b, node_a);
  const Transform<double> X_WB = pose_from(tree, node_b, node_b);
  const Vec3<double> p_M = X_WB * X_BM_[i].translation;
  joint.p_M = p_M + root_of(tree, node_b);
  joint.X_PA = seen_from(p_M, X_WA);
  joint.X_PB = seen_from(p_M, X_WB);
  joint.X_PF = seen_from(p_M, X_WA * X_AF_[i]);
  joint.nv = info.nv;
  // Frame M may be off the link's node by the gap, which is small.
  const Transform<double>& X_FN = at(links_.node_poses(), info.last_node);
  constraint_basis(loops_.links(), info, links_.columns(), joint.X_PF, X_FN, joint);
}

// How far the virtual link and frame M are apart, after place_frames().
void ClosureGeometry::measure_gap(std::size_t i) {
  LoopJointState& joint = joints_[i];
  const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
  const Transform<double>& X_NL = loops_.links().body(info.child).X_NB;  // the link in its node
  const Transform<double> X_PN = joint.X_PF * at(links_.node_poses(), info.last_node);
  const Transform<double> X_PM = {joint.X_PB.rotation * X_BM_[i].rotation, Vec3<double>::zero()};
  joint.gap = X_PN * motion_of(inverse(X_PN) * (X_PM * inverse(X_NL)));
}

void ClosureGeometry::fit_links(const TreeState& tree, double* q) {
  const Model& links = loops_.links();
  double* const q_links = q + loops_.tree().nq();
  if (links.nq() == 0) return;
  for (int iteration = 0; iteration < 50; ++iteration) {
    links_.compute(links, In<double>(q_links, links.nq()));
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      place_frames(i, tree);
      measure_gap(i);
      const JointInfo& info = links.joint(JointId{static_cast<int>(i)});
      for (int k = 0; k < info.nv; ++k)
        step_links_[info.v + k] = dot(at(joints_[i].active, k), joints_[i].gap);
    }
    const double step = step_links_.cwiseAbs().maxCoeff();
    if (!(step > 0.0)) return;
    integrate<double>(links, In<double>(q_links, links.nq()), step_links_,
                      Out<double>(q_links, links.nq()));
    if (step < 1e-9) return;  // the next one would be below rounding
  }
}

void ClosureGeometry::compute(const TreeState& tree, const double* q, const double* v, Held held,
                              const double* held_acceleration, bool with_errors) {
  const Model& links = loops_.links();
  if (!joints_.empty())
    links_.compute(links, In<double>(q + loops_.tree().nq(), links.nq()),
                   In<double>(v + loops_.tree().nv(), links.nv()), zero_);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    place_frames(i, tree);
    if (with_errors)
      measure_gap(i);
    else
      joints_[i].gap = not_measured;
    place_joint(i, tree);
    compute_joint(i, held, held_acceleration);
  }
  for (std::size_t c = joints_.size(); c < rows_.size(); ++c) {
    const Closure& closure = loops_.closures()[c];
    const auto i = static_cast<std::size_t>(closure.index);
    if (closure.kind == Closure::Kind::Rod) compute_rod(i, tree, rows_[c]);
    if (closure.kind == Closure::Kind::Coupling) compute_coupling(i, q, v, rows_[c]);
    if (closure.kind == Closure::Kind::Rolling) compute_rolling(i, tree, rows_[c]);
  }
}

// How a loop joint moves: a_B - a_A = S q'' + bias with bias = c + v_A x v_rel, where c is the
// virtual link's acceleration in F for q'' = 0.
void ClosureGeometry::place_joint(std::size_t i, const TreeState& tree) {
  const LoopJoint& spec = loops_.specs().joints[i];
  LoopJointState& joint = joints_[i];
  const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
  const int node_a = loops_.tree().body(spec.a).node, node_b = loops_.tree().body(spec.b).node;
  const Motion<double> v_A = joint.X_PA * at(tree.velocities, node_a);
  joint.velocity = joint.X_PB * at(tree.velocities, node_b) - v_A;
  const Transform<double>& X_FN = at(links_.node_poses(), info.last_node);
  joint.bias = joint.X_PF * (X_FN * at(links_.node_accelerations(), info.last_node)) +
               cross(v_A, joint.velocity);
}

void ClosureGeometry::compute_joint(std::size_t i, Held held, const double* held_acceleration) {
  const LoopJoint& spec = loops_.specs().joints[i];
  const LoopJointState& joint = joints_[i];
  const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
  ClosureRows& out = rows_[i];
  out.rows = 0;
  out.wrenches[0].node = loops_.tree().body(spec.a).node;
  out.wrenches[1].node = loops_.tree().body(spec.b).node;
  out.wrenches[0].reach = norm(joint.X_PA.translation);
  out.wrenches[1].reach = norm(joint.X_PB.translation);
  const auto add = [&](const Force<double>& f, double acceleration, int coordinate) {
    const int r = out.rows++;
    at(out.wrenches[0].of_row, r) = -inverse_times(joint.X_PA, f);
    at(out.wrenches[1].of_row, r) = inverse_times(joint.X_PB, f);
    at(out.target, r) = acceleration + dot(f, joint.bias);
    at(out.error, r) = coordinate < 0 ? dot(f, joint.gap) : 0.0;
    at(held_rows_[i], r) = coordinate;
  };
  for (int k = 0; k < joint.constraints; ++k) add(at(joint.constraint, k), 0.0, -1);
  if (held.empty()) return;
  for (int k = 0; k < joint.nv; ++k)
    if (held[info.v + k]) add(at(joint.active, k), held_acceleration[info.v + k], k);
}

}  // namespace catena
