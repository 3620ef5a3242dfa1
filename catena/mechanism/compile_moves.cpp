// Controllers that follow moves: the moves are planned, one after the other, from where the
// mechanism starts.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/arm/line_path.hpp"
#include "catena/arm/numeric_ik.hpp"
#include "catena/arm/path_follower.hpp"
#include "catena/arm/positions.hpp"
#include "catena/arm/time_optimal.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/mechanism/compile_parts.hpp"

namespace catena::compiling {

namespace {

using Eigen::VectorXd;
using Timing = MoveItem::Timing;

// Nothing said of the start: the neutral configuration.
VectorXd start_of(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  return setup.q.size() == 0 ? neutral_configuration(model) : VectorXd(setup.q.head(model.nq()));
}

class MovePlanner {
 public:
  MovePlanner(const Where& at, const ControllerItem& item, const std::vector<int>& dofs,
              const SimulationSetup& setup)
      : at_(at),
        item_(*item.moves),
        dofs_(dofs),
        model_(*setup.model),
        q_(start_of(setup)),
        dynamics_(model_, JointFriction::of(model_), q_),
        limits_(PathLimits::of(model_)),
        sequence_(positions_of(model_, q_)) {
    const auto limit = [&](const char* key, const Numbers& given, VectorXd& all, double other) {
      if (all.size() == 0) all = VectorXd::Constant(model_.nv(), other);
      if (given.empty()) return;
      const VectorXd values = numbers(at_.at(key), given, dofs_.size());
      for (std::size_t i = 0; i < dofs_.size(); ++i) {
        all[dofs_[i]] = values[static_cast<Eigen::Index>(i)];
        if (!(all[dofs_[i]] > 0.0)) at_.at(key).fail("expected positive limits");
      }
    };
    limit("velocity_limit", item_.velocity_limit, limits_.velocity, HUGE_VAL);
    limit("acceleration_limit", item_.acceleration_limit, limits_.acceleration, HUGE_VAL);
    limit("effort_limit", item.effort_limit, limits_.effort, HUGE_VAL);
    limit("jerk_limit", item_.jerk_limit, jerk_, HUGE_VAL);
  }

  MotionSequence plan() {
    for (std::size_t i = 0; i < item_.moves.size(); ++i) {
      const Where here = at_.at("moves", i);
      try {
        add(here, item_.moves[i]);
      } catch (const TimingError& error) {
        here.fail(error.what());
      } catch (const std::invalid_argument& error) {
        here.fail(error.what());
      }
    }
    return std::move(sequence_);
  }

 private:
  void add(const Where& here, const MoveItem& move) {
    if (move.wait) return sequence_.wait(*move.wait);
    double distance = 0.0;
    JointPath path = move.to_pose      ? pose_path(here, move)
                     : move.to.empty() ? line(here, move, distance)
                                       : joints(here, move);
    sequence_.add(timed(here, move, std::move(path), distance));
    put_positions(model_, sequence_.end(), q_);
  }

  JointPath joints(const Where& here, const MoveItem& move) {
    const VectorXd to = numbers(here.at("to"), move.to, dofs_.size());
    VectorXd goal = sequence_.end();
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      goal[dofs_[i]] = to[static_cast<Eigen::Index>(i)];
      check_inside(here.at("to"), dofs_[i], goal[dofs_[i]]);
    }
    return JointPath::straight(sequence_.end(), goal);
  }

  void check_inside(const Where& here, int dof, double goal) const {
    const JointInfo& joint = joint_of(dof);
    const int k = dof - joint.v;
    const bool upper = goal > joint.spec.position_upper[k];
    if (!upper && !(goal < joint.spec.position_lower[k])) return;
    const double limit = upper ? joint.spec.position_upper[k] : joint.spec.position_lower[k];
    here.fail(fmt::format("'{}' would go to {}, beyond its {} limit {}",
                          model_.coordinate_name(dof), with_unit(dof, goal),
                          upper ? "upper" : "lower", with_unit(dof, limit)));
  }
  const JointInfo& joint_of(int dof) const {
    const int node = model_.dof_node()[static_cast<std::size_t>(dof)];
    return model_.joint(JointId{model_.nodes()[static_cast<std::size_t>(node)].joint});
  }
  std::string with_unit(int dof, double x) const {
    return turns(dof) ? fmt::format("{:.6g} deg", x * 180.0 / std::numbers::pi)
                      : fmt::format("{:.6g} m", x);
  }

  FrameId frame() const {
    if (item_.frame.empty())
      at_.fail("key 'frame' is missing: the frame that moves on lines and to poses");
    try {
      return model_.find_frame(item_.frame);
    } catch (const ModelError& error) {
      at_.at("frame").fail(error.what());
    }
  }
  Transform<double> pose_now(FrameId frame) const {
    Kinematics<double> kinematics(model_);
    kinematics.compute(model_, q_);
    return kinematics.pose(model_, frame);
  }
  // Where a pose is not rotated, the frame stays as it is.
  static Transform<double> turned_to(const Where& here, const Pose& given,
                                     const Transform<double>& from) {
    Transform<double> to{from.rotation, to_vec3(given.position)};
    if (given.form != Pose::Form::None) to.rotation = pose(here, given).rotation;
    return to;
  }
  static Followed followed(const MoveItem& move) {
    using What = Followed::What;
    constexpr What what[] = {What::Pose, What::Position, What::Axis};
    return {what[static_cast<int>(move.follow)], to_vec3(move.axis)};
  }
  void check_own(const Where& here, const VectorXd& way) const {
    for (int dof = 0; dof < model_.nv(); ++dof)
      if (std::find(dofs_.begin(), dofs_.end(), dof) == dofs_.end() && way[dof] != 0.0)
        here.fail(fmt::format("joint '{}' also moves the frame; expected it in 'joints'",
                              model_.coordinate_name(dof)));
  }

  JointPath line(const Where& here, const MoveItem& move, double& distance) {
    const char* const key = move.line ? "line" : "by";
    const FrameId moved = frame();
    const Transform<double> from = pose_now(moved);
    Transform<double> to = from;
    if (move.by) to.translation = from.translation + to_vec3(*move.by);
    if (move.line) to = turned_to(here.at("line"), *move.line, from);
    const PoseLine way(from, to);
    distance = way.distance();
    const LineResult found = follow_line(model_, moved, way, q_, {.followed = followed(move)});
    if (!found.followed())
      here.at(key).fail("the line cannot be followed: " + found.describe(model_) +
                        (found.end == LineEnd::Outside ? advice(move) : ""));
    check_own(here.at(key), found.path->evaluate(0.5).first);
    return *found.path;
  }
  static const char* advice(const MoveItem& move) {
    if (move.follow == MoveItem::Follow::Position) return "";
    return move.follow == MoveItem::Follow::Axis
               ? "; 'follow: position' leaves the orientation free"
               : "; 'follow: axis' or 'follow: position' asks for less";
  }

  // To a pose, on a straight way of the joints.
  JointPath pose_path(const Where& here, const MoveItem& move) {
    const FrameId moved = frame();
    const Transform<double> to = turned_to(here.at("to"), *move.to_pose, pose_now(moved));
    const Followed what = followed(move);
    NumericIk ik(model_, what.targets(moved, to));
    const IkResult& found = ik.solve(q_);
    if (!found.converged()) {
      const LineResult space =
          follow_line(model_, moved, PoseLine(pose_now(moved), to), q_, {.followed = what});
      here.at("to").fail(
          fmt::format("the pose cannot be reached: {}{}", ik.describe(found),
                      space.directions < what.directions()
                          ? fmt::format("; the arm has {} joints, and a pose with {} needs {}{}",
                                        space.joints, what.words(), what.directions(), advice(move))
                          : ""));
    }
    VectorXd goal = positions_of(model_, found.q);
    for (const int dof : dofs_) goal[dof] = nearest_turn(dof, goal[dof], sequence_.end()[dof]);
    check_own(here.at("to"), goal - sequence_.end());
    return JointPath::straight(sequence_.end(), goal);
  }
  // The same angle, by whole turns as near as limits allow.
  double nearest_turn(int dof, double goal, double from) const {
    if (!turns(dof)) return goal;
    constexpr double turn = 2.0 * std::numbers::pi;
    const double near = goal - turn * std::round((goal - from) / turn);
    const JointInfo& joint = joint_of(dof);
    const int k = dof - joint.v;
    return near >= joint.spec.position_lower[k] && near <= joint.spec.position_upper[k] ? near
                                                                                        : goal;
  }
  bool turns(int dof) const {
    const int node = model_.dof_node()[static_cast<std::size_t>(dof)];
    return model_.nodes()[static_cast<std::size_t>(node)].kind == NodeKind::Revolute;
  }

  TimedPath timed(const Where& here, const MoveItem& move, JointPath path, double distance) {
    const double length = path.length();
    switch (move.timing) {
      case Timing::Quintic:
        if (move.duration) return {std::move(path), QuinticLaw{length, *move.duration}};
        need(here, limits_.velocity, "velocity_limit");
        need(here, limits_.acceleration, "acceleration_limit");
        return fastest_quintic(std::move(path), limits_.velocity, limits_.acceleration);
      case Timing::JerkLimited:
        need(here, limits_.velocity, "velocity_limit");
        need(here, limits_.acceleration, "acceleration_limit");
        need(here, jerk_, "jerk_limit");
        return fastest_jerk_limited(std::move(path), limits_.velocity, limits_.acceleration, jerk_);
      default:
        break;
    }
    PathLimits limits = limits_;
    if (move.speed && distance > 0.0) limits.speed = *move.speed / distance;
    // Coordinates of others are not its own to limit.
    VectorXd effort = VectorXd::Constant(model_.nv(), HUGE_VAL);
    for (const int dof : dofs_) effort[dof] = limits.effort[dof];
    limits.effort = effort;
    return time_optimal(dynamics_, path, limits, {.effort_share = item_.effort_share}).motion;
  }

  void need(const Where& here, const VectorXd& limits, const char* key) const {
    for (const int dof : dofs_)
      if (!std::isfinite(limits[dof]))
        here.fail(
            fmt::format("'{}' has no '{}', which this timing needs; give it to the controller",
                        model_.coordinate_name(dof), key));
  }

  Where at_;
  const MovesItem& item_;
  const std::vector<int>& dofs_;
  const Model& model_;
  VectorXd q_, jerk_;
  FeedForward dynamics_;
  PathLimits limits_;
  MotionSequence sequence_;
};

bool moves_body(const Model& tree, int dof, BodyId body) {
  for (int n = tree.body(body).node; n != 0; n = tree.nodes()[static_cast<std::size_t>(n)].parent) {
    const Node& node = tree.nodes()[static_cast<std::size_t>(n)];
    if (dof >= node.v && dof < node.v + node.nv) return true;
  }
  return false;
}

// The name of a loop that a coordinate of the tree takes part in: it moves one of the two bodies
// that the loop joins, or is coupled. Loops beyond it, such as those of a hand on an arm, put no
// effort on it. Empty: there is none.
std::string loop_of(const SimulationSetup& setup, int dof) {
  if (!setup.loops) return "";
  const LoopSpecs& specs = setup.loops->specs();
  const auto joins = [&](BodyId a, BodyId b) {
    return moves_body(*setup.model, dof, a) != moves_body(*setup.model, dof, b);
  };
  for (const LoopJoint& joint : specs.joints)
    if (joins(joint.a, joint.b)) return joint.spec.name;
  for (const Rod& rod : specs.rods)
    if (joins(rod.a, rod.b)) return rod.name;
  for (const Rolling& rolling : specs.rollings)
    if (joins(rolling.a, rolling.b)) return rolling.name;
  for (const Coupling& coupling : specs.couplings)
    if (std::find(coupling.dofs.begin(), coupling.dofs.end(), dof) != coupling.dofs.end())
      return coupling.name;
  return "";
}

}  // namespace

Motor moves_motor(const ControllerItem& item, const std::vector<int>& dofs,
                  SimulationSetup& setup) {
  const Where at = where(item);
  for (const int dof : dofs)
    if (const std::string loop = loop_of(setup, dof); !loop.empty())
      at.at("joints").fail(
          fmt::format("'{}' is part of the loop '{}', but moves are planned only for joints "
                      "outside loops; use computed_torque",
                      setup.model->coordinate_name(dof), loop));
  for (const int dof : dofs)
    if (place_in_q(*setup.model, dof) < 0)
      at.at("joints").fail(
          fmt::format("'{}' is part of an orientation, expected coordinates with a position",
                      setup.model->coordinate_name(dof)));
  const auto motion =
      std::make_shared<const MotionSequence>(MovePlanner(at, item, dofs, setup).plan());
  const MovesItem& moves = *item.moves;
  check_not_negative(at.at("stiffness"), moves.stiffness);
  check_not_negative(at.at("damping"), moves.damping);
  FollowerSettings settings{
      dofs,
      numbers(at.at("stiffness"), moves.stiffness, dofs.size()),
      numbers(at.at("damping"), moves.damping.empty() ? Numbers(0.0) : moves.damping, dofs.size()),
      moves.feed_forward,
      JointFriction::of(*setup.model),
      moves.start,
      start_of(setup)};
  settings.prescribed = setup.prescribed;
  if (!item.effort_limit.empty())
    settings.most_effort = numbers(at.at("effort_limit"), item.effort_limit, dofs.size());
  Motor motor;
  motor.name = item.name;
  motor.dofs = dofs;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    motor.gains.push_back({settings.kp[k], settings.kd[k]});
    if (settings.most_effort.size() > 0) motor.effort_limit.push_back(settings.most_effort[k]);
  }
  for (const double t : motion->knots()) setup.breaks.push_back(moves.start + t);
  motor.make_planner = [model = setup.model, motion, settings] {
    return std::make_unique<PathFollower>(model, motion, settings);
  };
  motor.effort = effort_of(motor.make_planner);
  return motor;
}

}  // namespace catena::compiling
