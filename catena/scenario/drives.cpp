// Motors, servos and prescribed motions.

#include "catena/mechanism/coordinates.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

std::string name_of(const Fields& fields) {
  const auto name = fields.find("name");
  return name ? name->text() : fields.at("joint").text();
}

MotorItem read_motor(const Value& item, const Mechanism& mechanism) {
  const Fields fields = item.fields(scenario_keys::motor);
  MotorItem motor;
  motor.said = said_of(item);
  motor.joint = fields.at("joint").text();
  motor.name = name_of(fields);
  const NamedJoint joint = find_named(mechanism, motor.joint);
  if (fields.one_of({"effort", "target"}) == "effort") {
    fields.allow_only({"name", "joint", "effort", "effort_limit", "ratio"},
                      "it belongs to a servo, which has a 'target' instead of an 'effort'");
    if (const auto ratio = fields.find("ratio"))
      motor.ratio = ratio->number(quantity::number, Range::Positive);
    motor.effort = read_formulas(fields.at("effort"), formula_of_state);
    check_units(fields.at("effort"), joint.quantities(Measure::Effort));
  } else {
    fields.allow_only({"name", "joint", "target", "stiffness", "damping", "effort_limit"},
                      "a servo acts on the joint itself; give its 'stiffness' there");
    motor.stiffness =
        read_numbers(fields.at("stiffness"), joint, Measure::Stiffness, Range::NonNegative);
    if (const auto damping = fields.find("damping"))
      motor.damping = read_numbers(*damping, joint, Measure::Damping, Range::NonNegative);
    motor.target = read_formulas(fields.at("target"), formula_of_time);
    check_units(fields.at("target"), joint.quantities(Measure::Position));
  }
  if (const auto limit = fields.find("effort_limit"))
    motor.effort_limit = read_numbers(*limit, joint, Measure::Effort, Range::NonNegative);
  return motor;
}

}  // namespace

void read_motors(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) mechanism.motors.push_back(read_motor(item, mechanism));
}

void read_prescribed(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::prescribed);
    PrescribedItem motion;
    motion.said = said_of(item);
    motion.joint = fields.at("joint").text();
    motion.name = name_of(fields);
    motion.position = read_formula(fields.at("position"), formula_of_time);
    check_units(fields.at("position"), {quantity_of(mechanism, motion.joint, Measure::Position)});
    mechanism.prescribed.push_back(std::move(motion));
  }
}

}  // namespace catena::scenario
