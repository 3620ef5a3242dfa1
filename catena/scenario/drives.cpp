// Motors, servos and prescribed motions: formulas become functions.

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

const std::vector<std::string> only_time = {"t"};
constexpr std::string_view formula_of_time = "a formula of t";

std::vector<Quantity> quantities_of(const Loops& loops, const std::vector<int>& dofs,
                                    Measure measure) {
  std::vector<Quantity> result;
  result.reserve(dofs.size());
  for (const int dof : dofs) result.push_back(quantity_of(loops, dof, measure));
  return result;
}

// All coordinates of a joint, or the one that is named.
std::vector<int> driven_dofs(const Value& name_value, const Mechanism& mechanism) {
  const std::string name = name_value.text();
  const PlacedJoint found = find_joint(*mechanism.loops, name);
  if (found.joint == nullptr) return {find_coordinate(name_value, mechanism)};
  if (found.joint->nv == 0)
    name_value.fail(fmt::format("joint '{}' is a weld and cannot move", name));
  std::vector<int> dofs(static_cast<std::size_t>(found.joint->nv));
  std::iota(dofs.begin(), dofs.end(), found.v);
  return dofs;
}

// Where the position of a velocity coordinate stands in q.
int position_index(const Value& value, const Loops& loops, int dof) {
  const JointInfo& joint = *joint_coordinate(loops, dof).joint;
  if (joint.nq != joint.nv)
    value.fail(
        fmt::format("joint '{}' is {}: an orientation cannot follow a number; expected a "
                    "joint whose coordinates are angles or lengths",
                    joint.spec.name, to_string(joint.spec.kind)));
  return loops.place(dof);
}

// One value for each coordinate.
std::vector<Value> one_for_each(const Value& value, std::size_t count) {
  if (count == 1 && !value.is_list()) return {value};
  if (value.is_list()) return value.items(count, "formulas (one per coordinate)");
  value.fail_expected(fmt::format("a list of {} formulas (one per coordinate)", count));
}

// Of the gear between a motor and its joint.
double ratio_of(const Fields& fields) {
  const auto ratio = fields.find("ratio");
  return ratio ? ratio->number(quantity::number, Range::Positive) : 1.0;
}

Motor effort_motor(const Fields& fields, const std::vector<int>& dofs, const StateNames& names) {
  fields.allow_only({"name", "joint", "effort", "effort_limit", "ratio"},
                    "it belongs to a servo, which has a 'target' instead of an 'effort'");
  const double ratio = ratio_of(fields);
  Motor motor;
  std::vector<StateFormula> formulas;
  for (const Value& value : one_for_each(fields.at("effort"), dofs.size()))
    formulas.emplace_back(value, names);
  motor.effort = [formulas, ratio](double t, In<double> q, In<double> v, Out<double> effort) {
    for (std::size_t i = 0; i < formulas.size(); ++i)
      effort[static_cast<Eigen::Index>(i)] = ratio * formulas[i](t, q, v);
  };
  return motor;
}

struct Servo {
  Expression target;
  int q, v;
  double stiffness, damping;
};

// stiffness (target - q) + damping (target' - v), with the exact derivative of the target.
Motor servo_motor(const Fields& fields, const std::vector<int>& dofs, const Loops& loops) {
  fields.allow_only({"name", "joint", "target", "stiffness", "damping", "effort_limit"},
                    "a servo acts on the joint itself; give its 'stiffness' there");
  const std::vector<Quantity> stiffness_of = quantities_of(loops, dofs, Measure::Stiffness);
  const std::vector<Quantity> damping_of = quantities_of(loops, dofs, Measure::Damping);
  const Eigen::VectorXd stiffness =
      fields.at("stiffness").numbers(stiffness_of, Range::NonNegative);
  Eigen::VectorXd damping = Eigen::VectorXd::Zero(stiffness.size());
  if (const auto given = fields.find("damping"))
    damping = given->numbers(damping_of, Range::NonNegative);
  const std::vector<Value> targets = one_for_each(fields.at("target"), dofs.size());
  std::vector<Servo> servos;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    servos.push_back({targets[i].formula(only_time, formula_of_time),
                      position_index(fields.at("joint"), loops, dofs[i]), dofs[i], stiffness[k],
                      damping[k]});
  }
  Motor motor;
  motor.offsets = std::make_shared<std::vector<double>>(dofs.size(), 0.0);
  motor.effort = [servos, offsets = motor.offsets](double t, In<double> q, In<double> v,
                                                   Out<double> effort) {
    for (std::size_t i = 0; i < servos.size(); ++i) {
      const Servo& servo = servos[i];
      const Jet target = servo.target.jet({&t, 1}, 0);
      const double position = target.value + (*offsets)[i];
      effort[static_cast<Eigen::Index>(i)] =
          servo.stiffness * (position - q[servo.q]) + servo.damping * (target.first - v[servo.v]);
    }
  };
  return motor;
}

std::string name_of(const Fields& fields) {
  const auto name = fields.find("name");
  return name ? name->text() : fields.at("joint").text();
}

template <class Drives>
void check_new_name(const Value& value, const std::string& name, const Drives& drives) {
  for (const auto& drive : drives)
    if (drive.name == name)
      value.fail(fmt::format("the name '{}' is taken already; give each its own 'name'", name));
}

}  // namespace

void read_motors(const Value& list, const Mechanism& mechanism, Scenario& scenario) {
  const Loops& loops = *mechanism.loops;
  const StateNames names(mechanism);
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::motor);
    const std::vector<int> dofs = driven_dofs(fields.at("joint"), mechanism);
    Motor motor = fields.one_of({"effort", "target"}) == "effort"
                      ? effort_motor(fields, dofs, names)
                      : servo_motor(fields, dofs, loops);
    motor.name = name_of(fields);
    motor.dofs = dofs;
    check_new_name(item, motor.name, scenario.setup.motors);
    if (const auto limit = fields.find("effort_limit")) {
      const std::vector<Quantity> effort = quantities_of(loops, dofs, Measure::Effort);
      const Eigen::VectorXd limits = ratio_of(fields) * limit->numbers(effort, Range::NonNegative);
      motor.effort_limit.assign(limits.begin(), limits.end());
    }
    scenario.setup.motors.push_back(std::move(motor));
  }
}

void read_prescribed(const Value& list, const Mechanism& mechanism, Scenario& scenario) {
  SimulationSetup& setup = scenario.setup;
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::prescribed);
    const Value joint = fields.at("joint");
    PrescribedMotion motion;
    motion.name = name_of(fields);
    motion.dof = find_coordinate(joint, mechanism);
    if (motion.dof >= setup.model->nv())
      joint.fail(
          fmt::format("'{}' closes a loop, expected a joint of the tree; let another joint close "
                      "the loop",
                      joint.text()));
    const int index = position_index(joint, *mechanism.loops, motion.dof);
    check_new_name(item, motion.name, setup.prescribed);
    for (const PrescribedMotion& other : setup.prescribed)
      if (other.dof == motion.dof)
        joint.fail(fmt::format("'{}' is prescribed already by '{}'", joint.text(), other.name));
    motion.path = [formula = fields.at("position").formula(only_time, formula_of_time)](double t) {
      const Jet point = formula.jet({&t, 1}, 0);
      return PathPoint{point.value, point.first, point.second};
    };
    // The path says where the joint starts.
    const PathPoint start = motion.path(setup.start_time);
    if (!std::isfinite(start.position) || !std::isfinite(start.velocity) ||
        !std::isfinite(start.acceleration))
      fields.at("position")
          .fail(fmt::format(
              "position, velocity or acceleration is not finite at t = {}, where it starts",
              setup.start_time));
    setup.q[index] = start.position;
    setup.v[motion.dof] = start.velocity;
    setup.prescribed.push_back(std::move(motion));
  }
}

}  // namespace catena::scenario
