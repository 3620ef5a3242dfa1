#include "catena/grasp/force_plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/grasp/torque_limits.hpp"
#include "catena/math/index.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactForce contact_force(const ContactSet& set, const WrenchCones& cones, const VectorXd& forces,
                           int i) {
  const GraspContact& c = set.contacts[to_index(i)];
  const Vector3d n = c.normal.normalized();
  const Tangents t = tangents(c, set.planar);
  const double second = set.planar ? 0.0 : c.second_friction();
  Index at = cones.first[to_index(i)];
  ContactForce sum{forces[at++] * n, Vector3d::Zero()};
  if (c.friction > 0.0) sum.force += forces[at++] * t.t1;
  if (second > 0.0) sum.force += forces[at++] * t.t2;
  if (!set.planar && c.friction * c.torsion > 0.0) sum.torque = forces[at++] * n;
  const int second_block = cones.second[to_index(i)], turns = cones.turns[to_index(i)];
  if (turns == 1) sum.torque += forces[second_block + 1] * t.t2;
  if (turns == 2) sum.torque += forces[second_block + 1] * t.t1 + forces[second_block + 2] * t.t2;
  return sum;
}

// Rows: wrenches, limits of torques, for LeastMaximum n_i + s_i = t, and ties.
void ForcePlanner::build(const VectorXd& load, const TorqueRows* hand) {
  const Index d = cones_.G.rows(), n = cones_.G.cols(), k = cones_.contacts();
  const bool largest = goal_ == ForceGoal::LeastMaximum;
  const LimitCount limits = hand != nullptr ? count_limits(*hand) : LimitCount{};
  const Index m = d + limits.rows + (largest ? k : 0) + cones_.ties();
  const Index columns = n + limits.slacks + (largest ? k + 1 : 0);
  ConeProblem& p = problem_;
  p.A.setZero(m, columns);
  p.b.setZero(m), p.c.setZero(columns);
  p.A.topLeftCorner(d, n) = cones_.G;
  p.b.head(d) = -load;
  cones_.tie(m - cones_.ties(), p.A);
  p.cones.assign(cones_.blocks.begin(), cones_.blocks.end());
  p.cones.insert(p.cones.end(), static_cast<std::size_t>(columns - n), 1);
  row_motor_.clear();
  if (hand != nullptr) fill_limits(*hand, cones_.scale, d, n, p.A, p.b, row_motor_);
  if (!largest) {
    for (const int first : cones_.first) p.c[first] = 1.0;
    return;
  }
  const Index slack = n + limits.slacks, t = columns - 1;
  for (Index i = 0; i < k; ++i) {
    const Index row = d + limits.rows + i;
    p.A(row, cones_.first[static_cast<std::size_t>(i)]) = 1.0;
    p.A(row, slack + i) = 1.0;
    p.A(row, t) = -1.0;
  }
  p.c[t] = 1.0;
}

const ForcePlan& ForcePlanner::plan(const ContactSet& set, const VectorXd& load,
                                    const TorqueRows* hand) {
  wrench_cones(set, cones_);
  if (load.size() != set.wrench_size() || !load.allFinite())
    throw GraspError(fmt::format("a load of {} numbers for wrenches of {}, or one not finite",
                                 load.size(), set.wrench_size()));
  if (hand != nullptr && hand->T.cols() != cones_.G.cols())
    throw GraspError(fmt::format("torques of a hand with {} contact forces, expected {}",
                                 hand->T.cols(), cones_.G.cols()));
  plan_.blocked.setZero(load.size());
  plan_.demand = 0.0;
  plan_.motors_at_limit.clear();
  if (set.contacts.empty()) {
    plan_.forces.resize(0), plan_.torques.resize(0);
    plan_.objective = plan_.residual = 0.0;
    plan_.status = load.isZero(0.0) ? ForceStatus::Held : ForceStatus::Impossible;
    plan_.demand = load.norm();
    if (plan_.demand > 0.0) plan_.blocked = -load / plan_.demand;
    return plan_;
  }
  build(load, hand);
  solver_.solve(problem_);
  read(hand);
  return plan_;
}

void ForcePlanner::read(const TorqueRows* hand) {
  const ConeResult& result = solver_.result();
  const Index n = cones_.G.cols();
  plan_.residual = result.residual;
  plan_.warm = result.iterations == 0;
  plan_.forces = cones_.scale.cwiseProduct(result.x.head(n));
  plan_.objective = result.objective;
  plan_.torques.resize(hand != nullptr ? hand->T.rows() : 0);
  if (hand != nullptr) plan_.torques.noalias() = hand->T * plan_.forces;
  switch (result.status) {
    case ConeStatus::Solved:
      plan_.status = ForceStatus::Held;
      break;
    case ConeStatus::Infeasible:
      read_proof(hand);
      break;
    default:
      plan_.status = ForceStatus::Inaccurate;
  }
}

void ForcePlanner::read_proof(const TorqueRows* /*hand*/) {
  const ConeResult& result = solver_.result();
  plan_.status = ForceStatus::Impossible;
  plan_.objective = 0.0;
  plan_.forces.setZero();
  plan_.torques.setZero();
  const Index d = cones_.G.rows();
  plan_.blocked = result.y.head(d);
  const double length = plan_.blocked.norm();
  // b^T y = 1: what the load asks for, less what torques at their limits allow.
  plan_.demand = length > 0.0 ? 1.0 / length : 0.0;
  if (length > 0.0) plan_.blocked /= length;
  const double most = result.y.lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < row_motor_.size(); ++i) {
    const bool used = std::abs(result.y[d + static_cast<Index>(i)]) > 1e-6 * most;
    auto& list = plan_.motors_at_limit;
    if (used && (list.empty() || list.back() != row_motor_[i])) list.push_back(row_motor_[i]);
  }
}

std::string explain(const ContactSet& set, const ForcePlan& plan) {
  if (plan.status == ForceStatus::Held)
    return fmt::format("held; normal forces of {:.6g} N", plan.objective);
  if (plan.status == ForceStatus::Inaccurate)
    return fmt::format("undecided: the cone program has stopped at a residual of {:.2g}",
                       plan.residual);
  std::string text = fmt::format("impossible: contacts cannot give {:.4g} along {}", plan.demand,
                                 wrench_text(set, plan.blocked));
  if (plan.motors_at_limit.empty()) return text + ", however hard they press";
  text += "; torques at their limits: motors";
  for (const int motor : plan.motors_at_limit) text += fmt::format(" {}", motor);
  return text;
}

}  // namespace catena::grasp
