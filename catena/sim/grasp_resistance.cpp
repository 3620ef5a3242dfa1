#include "catena/sim/grasp_resistance.hpp"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/grasp/slip.hpp"
#include "catena/math/views.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A servo nearer to its limit than this part of it is at its limit.
constexpr double saturated = 1e-6;
// A joint nearer to its stop than this is there, rad or m.
constexpr double at_stop = 1e-9;
// A coordinate that gives way by less than this part of what it would without loops does not.
constexpr double moves_not = 1e-9;
// Motions that differ by less than this sine are one.
constexpr double same_motion = 1e-7;

// Servos inside their limits.
void lock_servos(const MotionEquations& equations, const Evaluation& at, HeldArray& locked) {
  for (const Motor& motor : equations.setup().motors) {
    if (motor.gains.empty()) continue;
    for (std::size_t i = 0; i < motor.dofs.size(); ++i) {
      const int dof = equations.coordinates().from_home(motor.dofs[i]);
      if (dof < 0) continue;
      const double limit = i < motor.effort_limit.size() ? motor.effort_limit[i] : HUGE_VAL;
      locked[dof] |= std::abs(at.applied[dof]) < (1.0 - saturated) * limit;
    }
  }
}

void lock_stops(const MotionEquations& equations, const State& state, HeldArray& locked) {
  const Coordinates& coordinates = equations.coordinates();
  for_each_joint(coordinates, [&](const JointInfo& joint, int first) {
    const JointSpec& spec = joint.spec;
    for (int k = 0; k < joint.nv; ++k) {
      const int dof = first + joint.v + k, place = coordinates.place_in_q(dof);
      if (place < 0) continue;
      const auto near = [&](const auto& limit) {
        return k < limit.size() && std::abs(state.q[place] - limit[k]) < at_stop;
      };
      locked[dof] |= near(spec.position_lower) || near(spec.position_upper);
    }
  });
}

// Dry friction that holds a joint may take on more.
void lock_friction(const MotionEquations& equations, const Evaluation& at, const State& state,
                   HeldArray& locked) {
  for_each_joint(equations.coordinates(), [&](const JointInfo& joint, int first) {
    const auto& breakaway = joint.spec.static_friction;
    for (int k = 0; k < joint.nv && k < breakaway.size(); ++k) {
      const int dof = first + joint.v + k;
      locked[dof] |= breakaway[k] > 0.0 && state.v[dof] == 0.0 && at.reaction[dof] != 0.0;
    }
  });
}

// The coordinates that move the object.
void lock_object(const Model& model, BodyId object, HeldArray& locked) {
  for (int n = model.body(object).node; n > 0;
       n = model.nodes()[static_cast<std::size_t>(n)].parent) {
    const Node& node = model.nodes()[static_cast<std::size_t>(n)];
    for (int k = node.v; k < node.v + node.nv; ++k) locked[k] = true;
  }
}

// Independent motions of the tree with loops closed and nothing moving that is locked: what efforts
// on single coordinates do spans them.
MatrixXd free_motions(const MotionEquations& equations, const State& state,
                      const HeldArray& locked) {
  LoopSolver solver(equations.coordinates().loops_or_none());
  solver.prepare(state.q, locked);
  const Index nv = equations.coordinates().nv(), tree = equations.model().nv();
  MatrixXd motions(tree, 0);
  VectorXd column(nv);
  for (Index k = 0; k < tree; ++k) {
    if (locked[k]) continue;
    solver.mobility(static_cast<int>(k), column);
    // Where loops let it not move at all, rounding is left of what it would do without them.
    const double alone = solver.workspace().axes[static_cast<std::size_t>(k)].D_inverse;
    if (!(column[k] > moves_not * alone)) continue;
    const double size = column.head(tree).norm();
    motions.conservativeResize(Eigen::NoChange, motions.cols() + 1);
    motions.rightCols<1>() = column.head(tree) / size;
  }
  if (motions.cols() == 0) return motions;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(motions);
  qr.setThreshold(same_motion);
  return qr.householderQ() * MatrixXd::Identity(tree, qr.rank());
}

// Of a contact, how its point of the link moves with the tree, in the axes of the object.
MatrixXd point_jacobian(const Model& model, const Kinematics<double>& kinematics, BodyId link,
                        const Transform<double>& X_WO, const Eigen::Vector3d& point) {
  MatrixXd J = MatrixXd::Zero(6, model.nv());
  const FrameId frame = model.body_frame(link);
  frame_jacobian<double>(model, kinematics, frame, Reference::WorldAligned, J);
  const Eigen::Vector3d arm = to_eigen(X_WO * Vec3<double>{point.x(), point.y(), point.z()} -
                                       kinematics.pose(model, frame).translation);
  const Eigen::Matrix3d R_OW = to_eigen(X_WO.rotation).transpose();
  MatrixXd out(6, model.nv());
  for (Index k = 0; k < model.nv(); ++k) {
    const Eigen::Vector3d angular = J.col(k).head<3>(), linear = J.col(k).tail<3>();
    out.col(k).head<3>() = R_OW * (linear + angular.cross(arm));
    out.col(k).tail<3>() = R_OW * angular;
  }
  return out;
}

// Without those that move points at which bodies touch each other, but not the object: contacts
// there take on more or less.
MatrixXd without_touching(const Model& model, const Kinematics<double>& kinematics, BodyId object,
                          std::span<const TouchPoint> touch, const MatrixXd& motions) {
  MatrixXd rows(0, motions.cols());
  for (const TouchPoint& p : touch) {
    if (p.is == TouchPoint::Is::Open || p.a == object || p.b == object) continue;
    const auto moved = [&](BodyId body) -> MatrixXd {
      if (body == world_body) return MatrixXd::Zero(3, motions.cols());
      return point_jacobian(model, kinematics, body, Transform<double>::identity(),
                            to_eigen(p.point))
                 .topRows<3>() *
             motions;
    };
    rows.conservativeResize(rows.rows() + 3, Eigen::NoChange);
    rows.bottomRows<3>() = moved(p.a) - moved(p.b);
  }
  if (rows.size() == 0) return motions;
  const SingularDecomposition svd = singular_decomposition(rows);
  const Index rank = (svd.values.array() > same_motion).count();
  return motions * svd.V.rightCols(motions.cols() - rank);
}

struct HeldContact {
  BodyId link;
  grasp::ContactForce on_object = {};  // in its axes
};

// Who touches at each contact of the set, and with which force. Points that the set takes for one
// act together.
std::vector<HeldContact> held_contacts(const Model& model, BodyId object,
                                       const Transform<double>& X_WO, const grasp::ContactSet& set,
                                       std::span<const TouchPoint> touch) {
  const Transform<double> X_OW = inverse(X_WO);
  std::vector<HeldContact> out;
  for (const grasp::GraspContact& contact : set.contacts)
    out.push_back({model.find_body(contact.link)});
  for (const TouchPoint& p : touch) {
    if (p.is == TouchPoint::Is::Open || (p.a == object) == (p.b == object)) continue;
    const BodyId link = p.a == object ? p.b : p.a;
    const Eigen::Vector3d point = to_eigen(X_OW * p.point);
    const double sign = p.a == object ? 1.0 : -1.0;
    std::size_t nearest = out.size();
    double distance = HUGE_VAL;
    for (std::size_t i = 0; i < out.size(); ++i)
      if (const double d = (set.contacts[i].point - point).norm();
          out[i].link == link && d < distance)
        nearest = i, distance = d;
    if (nearest == out.size()) continue;
    out[nearest].on_object.force += to_eigen(X_OW.rotation * (sign * p.force));
    out[nearest].on_object.torque += to_eigen(X_OW.rotation * (sign * p.moment));
  }
  return out;
}

void balance(const Model& model, const Kinematics<double>& kinematics, BodyId object,
             const grasp::ContactSet& set, std::span<const TouchPoint> touch,
             const MatrixXd& motions, HandBalances& out) {
  const Transform<double> X_WO = kinematics.pose(model, model.body_frame(object));
  std::vector<MatrixXd> links;
  std::vector<grasp::ContactForce> forces;
  const std::vector<HeldContact> held = held_contacts(model, object, X_WO, set, touch);
  for (std::size_t i = 0; i < held.size(); ++i) {
    forces.push_back(held[i].on_object);
    MatrixXd link = MatrixXd::Zero(6, motions.cols());
    if (held[i].link != world_body)
      link = point_jacobian(model, kinematics, held[i].link, X_WO, set.contacts[i].point) * motions;
    links.push_back(std::move(link));
  }
  grasp::Hand hand;
  hand.J = grasp::contact_jacobian(set, links);
  out.forces = grasp::in_contact_frames(set, forces);
  hand.lower = hand.upper = hand.J.transpose() * out.forces;
  out.rows = grasp::torque_rows(grasp::wrench_cones(set), hand);
}

ResistedLoads resisted_loads(const grasp::ContactSet& set, const grasp::TorqueRows& hand,
                             const VectorXd& load, const Eigen::Matrix3d& R_OW) {
  grasp::ResistOptions options;
  options.load = load;
  ResistedLoads out;
  out.least = grasp::weakest_load(set, hand, options);
  for (std::size_t i = 0; i < out.pulls.size(); ++i) {
    Eigen::Vector3d pull = Eigen::Vector3d::Zero();
    pull[static_cast<Index>(i / 2)] = i % 2 == 0 ? 1.0 : -1.0;
    out.pulls[i] =
        grasp::largest_load(set, hand, grasp::wrench_at(set, set.reference, R_OW * pull), options);
  }
  return out;
}

}  // namespace

HandBalances hand_balances(Simulation& simulation, const State& state, BodyId object,
                           const grasp::ContactSet& set, std::span<const TouchPoint> touch) {
  const Model& model = simulation.model();
  Evaluation at;
  simulation.evaluate(state, at);
  MotionEquations& equations = simulation.observed();
  HeldArray locked(equations.nv());
  for (int k = 0; k < equations.nv(); ++k) locked[k] = equations.on_path(k);
  lock_servos(equations, at, locked);
  lock_stops(equations, state, locked);
  lock_friction(equations, at, state, locked);
  HandBalances out;
  out.locked = static_cast<int>(locked.count());
  lock_object(model, object, locked);
  Kinematics<double> kinematics(model);
  kinematics.compute(model, In<double>(state.q.data(), model.nq()));
  const MatrixXd motions =
      without_touching(model, kinematics, object, touch, free_motions(equations, state, locked));
  out.motions = static_cast<int>(motions.cols());
  balance(model, kinematics, object, set, touch, motions, out);
  return out;
}

HandResistance hand_resistance(const grasp::ContactSet& set, const HandBalances& hand,
                               const Eigen::Vector3d& weight, const grasp::Wrench6& held_by,
                               const Eigen::Matrix3d& R_OW) {
  HandResistance out;
  out.motions = hand.motions, out.locked = hand.locked, out.hand = hand.rows;
  out.weight = grasp::wrench_at(set, set.reference, weight);
  const VectorXd load = out.weight + held_by;
  const grasp::InternalControl control =
      grasp::internal_control(grasp::grasp_map(set, grasp::wrench_cones(set)), out.hand);
  out.undecided = control.structural, out.internal = control.structural + control.controlled;
  static_cast<ResistedLoads&>(out) = resisted_loads(set, out.hand, load, R_OW);
  if (grasp::slides_more_easily(set))
    out.sliding = resisted_loads(grasp::with_sliding_friction(set), out.hand, load, R_OW);
  return out;
}

}  // namespace catena
