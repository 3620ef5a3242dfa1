// Controllers: motors that work together on a path.

#include <fmt/format.h>

#include "catena/control/path_controller.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

std::vector<int> read_dofs(const Value& list, const Mechanism& mechanism) {
  std::vector<int> dofs;
  for (const Value& name : list.items()) dofs.push_back(find_coordinate(name, mechanism));
  if (dofs.empty()) list.fail("found an empty list, expected at least one coordinate");
  return dofs;
}

// A Hermite spline through the knots; where no rate is given it rests there.
HermiteSpline read_path(const Value& list, const std::vector<int>& dofs, const Loops& loops) {
  std::vector<Quantity> position, velocity;
  for (const int dof : dofs) {
    position.push_back(quantity_of(loops, dof, Measure::Position));
    velocity.push_back(quantity_of(loops, dof, Measure::Velocity));
  }
  std::vector<double> times;
  std::vector<Eigen::VectorXd> values, rates;
  for (const Value& item : list.items()) {
    const Fields knot = item.fields(scenario_keys::knot);
    times.push_back(knot.at("t").number(quantity::time));
    values.push_back(knot.at("at").numbers(position));
    const auto rate = knot.find("rate");
    rates.push_back(rate ? rate->numbers(velocity)
                         : Eigen::VectorXd::Zero(static_cast<Eigen::Index>(dofs.size())));
  }
  try {
    return HermiteSpline(std::move(times), std::move(values), std::move(rates));
  } catch (const std::invalid_argument& error) {
    list.fail(error.what());
  }
}

PathSettings::FreeMotion read_postures(const Fields& fields, const Eigen::VectorXd& start) {
  PathSettings::FreeMotion postures;
  postures.stress = fields.at("stress").number(quantity::stress, Range::Positive);
  postures.rate = fields.at("rate").number(quantity::number, Range::NonNegative);
  if (const auto spacing = fields.find("spacing"))
    postures.spacing = spacing->number(quantity::time, Range::Positive);
  postures.start = start;
  return postures;
}

Motor read_controller(const Fields& fields, const Mechanism& mechanism, SimulationSetup& setup) {
  const Loops& loops = *mechanism.loops;
  const bool near_rigid = fields.choice("kind", "kind of controller") == "near_rigid";
  if (!near_rigid)
    fields.allow_only(
        {"name", "kind", "follow", "path", "inputs", "effort_limit", "rate", "impossible"},
        "computed torque knows nothing of cables");
  if (near_rigid && setup.cables.empty())
    fields.at("kind").fail("there are no cables; expected some of joints of kind involute_eps");
  const std::vector<int> desired = read_dofs(fields.at("follow"), mechanism);
  PathSettings settings{desired,
                        read_path(fields.at("path"), desired, loops),
                        read_dofs(fields.at("inputs"), mechanism),
                        {}};
  if (const auto stress = fields.find("least_stress"))
    settings.least_stress = stress->number(quantity::stress, Range::NonNegative);
  if (const auto rate = fields.find("rate"))
    settings.rate = rate->number(quantity::number, Range::NonNegative);
  if (const auto rate = fields.find("strain_rate"))
    settings.strain_rate = rate->number(quantity::number, Range::NonNegative);
  if (const auto stress = fields.find("most_stress"))
    settings.most_stress = stress->number(quantity::stress, Range::Positive);
  if (const auto postures = fields.find("postures"))
    settings.postures = read_postures(postures->fields(scenario_keys::postures), setup.q);
  if (const auto limit = fields.find("effort_limit")) {
    std::vector<Quantity> effort;
    for (const int dof : settings.actuated)
      effort.push_back(quantity_of(loops, dof, Measure::Effort));
    settings.most_effort = limit->numbers(effort, Range::NonNegative);
  }
  settings.stops = fields.find("impossible") && fields.choice("impossible", "choice") == "stop";
  Motor motor;
  motor.name = fields.at("name").text();
  motor.dofs = settings.actuated;
  std::shared_ptr<PathController> controller;
  try {
    controller = std::make_shared<PathController>(
        mechanism.loops, near_rigid ? setup.cables : std::vector<Cable>{}, std::move(settings));
  } catch (const std::invalid_argument& error) {
    fields.map().fail(error.what());
  } catch (const std::runtime_error& error) {
    fields.map().fail(error.what());
  }
  const std::vector<double> breaks = controller->breaks();
  setup.breaks.insert(setup.breaks.end(), breaks.begin(), breaks.end());
  motor.effort = [controller](double t, In<double> q, In<double> v, Out<double> effort) {
    try {
      const Eigen::VectorXd& u = controller->solve(t, q, v).u;
      for (Eigen::Index i = 0; i < u.size(); ++i) effort[i] = u[i];
    } catch (const std::runtime_error& error) {
      throw SimulationError(error.what());
    }
  };
  return motor;
}

}  // namespace

void read_controllers(const Value& list, const Mechanism& mechanism, Scenario& scenario) {
  for (const Value& item : list.items()) {
    Motor motor =
        read_controller(item.fields(scenario_keys::controller), mechanism, scenario.setup);
    for (const Motor& other : scenario.setup.motors)
      if (other.name == motor.name)
        item.fail(
            fmt::format("the name '{}' is taken already; give each its own 'name'", motor.name));
    scenario.setup.motors.push_back(std::move(motor));
  }
}

}  // namespace catena::scenario
