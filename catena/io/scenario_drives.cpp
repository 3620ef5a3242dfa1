// Motors, servos and prescribed motions: formulas become functions.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

#include "catena/io/scenario_keys.hpp"
#include "catena/io/scenario_parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

const std::vector<std::string> only_time = {"t"};
constexpr std::string_view formula_of_time = "a formula of t";
constexpr std::string_view formula_of_state = "a formula of t, q.JOINT and v.JOINT";

const JointInfo& joint_of(const Model& model, int dof) {
  const int node = model.dof_node()[static_cast<std::size_t>(dof)];
  return model.joint(JointId{model.nodes()[static_cast<std::size_t>(node)].joint});
}

std::vector<Quantity> quantities_of(const Model& model, const std::vector<int>& dofs,
                                    Measure measure) {
  std::vector<Quantity> result;
  result.reserve(dofs.size());
  for (const int dof : dofs) {
    const JointInfo& joint = joint_of(model, dof);
    result.push_back(quantities(joint.spec.kind, measure)[static_cast<std::size_t>(dof - joint.v)]);
  }
  return result;
}

// All coordinates of a joint, or the one that is named.
std::vector<int> driven_dofs(const Value& name_value, const Model& model) {
  const std::string name = name_value.text();
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.spec.name != name) continue;
    if (joint.nv == 0) name_value.fail(fmt::format("joint '{}' is a weld and cannot move", name));
    std::vector<int> dofs(static_cast<std::size_t>(joint.nv));
    std::iota(dofs.begin(), dofs.end(), joint.v);
    return dofs;
  }
  return {located(name_value, [&] { return model.find_dof(name); })};
}

// Where the position of a velocity coordinate stands in q.
int position_index(const Value& value, const Model& model, int dof) {
  const JointInfo& joint = joint_of(model, dof);
  if (joint.nq != joint.nv)
    value.fail(
        fmt::format("joint '{}' is {}: an orientation cannot follow a number; expected a "
                    "joint whose coordinates are angles or lengths",
                    joint.spec.name, to_string(joint.spec.kind)));
  return joint.q + (dof - joint.v);
}

// One value for each coordinate.
std::vector<Value> one_for_each(const Value& value, std::size_t count) {
  if (count == 1 && !value.is_list()) return {value};
  if (value.is_list()) return value.items(count, "formulas (one per coordinate)");
  value.fail_expected(fmt::format("a list of {} formulas (one per coordinate)", count));
}

// A formula of t, q.X and v.X that knows where its variables stand.
class StateFormula {
 public:
  StateFormula(const Value& value, const Model& model);

  double operator()(double t, In<double> q, In<double> v) const {
    std::array<double, max_variables> numbers;
    for (std::size_t i = 0; i < places_.size(); ++i)
      numbers[i] = places_[i].of == 't' ? t : (places_[i].of == 'q' ? q : v)[places_[i].index];
    return formula_.value({numbers.data(), places_.size()});
  }

 private:
  static constexpr std::size_t max_variables = 64;
  struct Place {
    char of;  // t, q or v
    int index;
  };

  std::vector<Place> places_;  // of the variables of formula_
  Expression formula_;
};

struct StateNames {
  std::vector<std::string> names;
  explicit StateNames(const Model& model) : names(only_time) {
    for (int i = 0; i < model.nq(); ++i) names.push_back("q." + model.configuration_name(i));
    for (int i = 0; i < model.nv(); ++i) names.push_back("v." + model.coordinate_name(i));
  }
};

// Compiled twice: with all names, to see which are used, and with those only.
StateFormula::StateFormula(const Value& value, const Model& model)
    : formula_(value.formula(StateNames(model).names, formula_of_state)) {
  std::vector<std::string> used;
  const std::vector<std::string> all = StateNames(model).names;
  for (const int i : formula_.used_variables()) {
    used.push_back(all[static_cast<std::size_t>(i)]);
    const int nq = model.nq();
    places_.push_back(i == 0    ? Place{'t', 0}
                      : i <= nq ? Place{'q', i - 1}
                                : Place{'v', i - 1 - nq});
  }
  if (used.size() > max_variables)
    value.fail(fmt::format("the formula uses {} variables, expected at most {}", used.size(),
                           max_variables));
  formula_ = value.formula(used, formula_of_state);
}

Motor effort_motor(const Fields& fields, const std::vector<int>& dofs, const Model& model) {
  fields.allow_only({"name", "joint", "effort", "effort_limit"},
                    "it belongs to a servo, which has a 'target' instead of an 'effort'");
  Motor motor;
  std::vector<StateFormula> formulas;
  for (const Value& value : one_for_each(fields.at("effort"), dofs.size()))
    formulas.emplace_back(value, model);
  motor.effort = [formulas](double t, In<double> q, In<double> v, Out<double> effort) {
    for (std::size_t i = 0; i < formulas.size(); ++i)
      effort[static_cast<Eigen::Index>(i)] = formulas[i](t, q, v);
  };
  return motor;
}

struct Servo {
  Expression target;
  int q, v;
  double stiffness, damping;
};

// stiffness (target - q) + damping (target' - v), with the exact derivative of the target.
Motor servo_motor(const Fields& fields, const std::vector<int>& dofs, const Model& model) {
  const std::vector<Quantity> stiffness_of = quantities_of(model, dofs, Measure::Stiffness);
  const std::vector<Quantity> damping_of = quantities_of(model, dofs, Measure::Damping);
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
                      position_index(fields.at("joint"), model, dofs[i]), dofs[i], stiffness[k],
                      damping[k]});
  }
  Motor motor;
  motor.effort = [servos](double t, In<double> q, In<double> v, Out<double> effort) {
    for (std::size_t i = 0; i < servos.size(); ++i) {
      const Servo& servo = servos[i];
      const Jet target = servo.target.jet({&t, 1}, 0);
      effort[static_cast<Eigen::Index>(i)] = servo.stiffness * (target.value - q[servo.q]) +
                                             servo.damping * (target.first - v[servo.v]);
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

void read_motors(const Value& list, Scenario& scenario) {
  const Model& model = *scenario.setup.model;
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::motor);
    const std::vector<int> dofs = driven_dofs(fields.at("joint"), model);
    Motor motor = fields.one_of({"effort", "target"}) == "effort"
                      ? effort_motor(fields, dofs, model)
                      : servo_motor(fields, dofs, model);
    motor.name = name_of(fields);
    motor.dofs = dofs;
    check_new_name(item, motor.name, scenario.setup.motors);
    if (const auto limit = fields.find("effort_limit")) {
      const std::vector<Quantity> effort = quantities_of(model, dofs, Measure::Effort);
      const Eigen::VectorXd limits = limit->numbers(effort, Range::NonNegative);
      motor.effort_limit.assign(limits.begin(), limits.end());
    }
    scenario.setup.motors.push_back(std::move(motor));
  }
}

void read_prescribed(const Value& list, Scenario& scenario) {
  SimulationSetup& setup = scenario.setup;
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::prescribed);
    const Value joint = fields.at("joint");
    PrescribedMotion motion;
    motion.name = name_of(fields);
    motion.dof = located(joint, [&] { return setup.model->find_dof(joint.text()); });
    const int index = position_index(joint, *setup.model, motion.dof);
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
