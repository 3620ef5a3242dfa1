// Motors, servos, controllers and prescribed motions.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/control/path_planner.hpp"
#include "catena/control/switched_formulas.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/state_names.hpp"

namespace catena::compiling {

namespace {

const std::array<std::string, 1> only_time = {"t"};

double ratio_of(const MotorItem& item) {
  return item.ratio.value_or(1.0);
}

void set_effort(const Where& at, const MotorItem& item, const StateNames& names,
                const Constants& parameters, const std::shared_ptr<ProbeList>& probes,
                Motor& motor) {
  if (item.effort_function) {
    const double ratio = ratio_of(item);
    motor.effort = [effort = item.effort_function.function(), ratio](
                       double t, In<double> q, In<double> v, Out<double> out) {
      effort(t, q, v, out);
      for (Eigen::Index i = 0; i < out.size(); ++i) out[i] *= ratio;
    };
    return;
  }
  check_count(at.at("effort"), item.effort, motor.dofs.size());
  std::vector<StateFormula> formulas;
  for (std::size_t i = 0; i < item.effort.size(); ++i)
    formulas.push_back(
        names.formula(at.at("effort", i), item.effort[i], parameters, {.probes = probes.get()}));
  if (std::any_of(formulas.begin(), formulas.end(),
                  [&](const StateFormula& f) { return names.names_probes(f); }))
    motor.probes = probes;
  const bool switches = std::any_of(formulas.begin(), formulas.end(), [](const StateFormula& f) {
    return !f.expression().switches().empty();
  });
  if (switches) {
    const auto law = std::make_shared<const FormulaLaw>(formulas, ratio_of(item));
    motor.make_law = [law](const auto&) { return law; };
  }
  motor.effort = FormulaEffort(std::move(formulas), ratio_of(item));
}

void set_servo(const Where& at, const MotorItem& item, const Loops& loops,
               const Constants& parameters, Motor& motor) {
  const std::size_t count = motor.dofs.size();
  if (item.stiffness.empty()) at.fail("key 'stiffness' is missing");
  check_not_negative(at.at("stiffness"), item.stiffness);
  check_not_negative(at.at("damping"), item.damping);
  const Eigen::VectorXd stiffness = numbers(at.at("stiffness"), item.stiffness, count);
  const Eigen::VectorXd damping =
      numbers(at.at("damping"), item.damping.empty() ? Numbers(0.0) : item.damping, count);
  check_count(at.at("target"), item.target, count);
  std::vector<ServoEffort::Coordinate> coordinates;
  bool switches = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    coordinates.push_back(
        {formula(at.at("target", i), item.target[i], only_time, parameters, formula_of_time),
         position_index(at.at("joint"), loops, motor.dofs[i]), motor.dofs[i], stiffness[k],
         damping[k]});
    switches |= !coordinates.back().target.switches().empty();
    motor.gains.push_back({stiffness[k], damping[k]});
  }
  motor.offsets = std::make_shared<std::vector<double>>(count, 0.0);
  const auto shared =
      std::make_shared<const std::vector<ServoEffort::Coordinate>>(std::move(coordinates));
  motor.make_effort = [shared](const auto& offsets) { return ServoEffort(shared, offsets); };
  if (switches)
    motor.make_law = [shared](const auto& offsets) {
      return std::make_shared<const ServoLaw>(shared, offsets);
    };
  motor.effort = ServoEffort(shared, std::make_shared<const std::vector<double>>(count, 0.0));
}

std::vector<int> coordinates(const Where& at, const char* key, const std::vector<std::string>& list,
                             const NamedCoordinates& names) {
  std::vector<int> dofs;
  for (std::size_t i = 0; i < list.size(); ++i)
    dofs.push_back(find_coordinate(at.at(key, i), list[i], names));
  if (dofs.empty()) at.at(key).fail("found an empty list, expected at least one coordinate");
  return dofs;
}

// A Hermite spline through the knots; where no rate is given it rests there.
HermiteSpline path_of(const Where& at, const std::vector<KnotItem>& knots, std::size_t count) {
  std::vector<double> times;
  std::vector<Eigen::VectorXd> values, rates;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const Where here = at.at("path", i);
    times.push_back(knots[i].t);
    values.push_back(numbers(here.at("at"), knots[i].at, count));
    rates.push_back(
        numbers(here.at("rate"), knots[i].rate.empty() ? Numbers(0.0) : knots[i].rate, count));
  }
  try {
    return HermiteSpline(std::move(times), std::move(values), std::move(rates));
  } catch (const std::invalid_argument& error) {
    at.at("path").fail(error.what());
  }
}

PathSettings settings_of(const Where& at, const ControllerItem& item, const NamedCoordinates& names,
                         const Eigen::VectorXd& start) {
  const std::vector<int> desired = coordinates(at, "follow", item.follow, names);
  PathSettings settings{desired,
                        path_of(at, item.path, desired.size()),
                        coordinates(at, "inputs", item.inputs, names),
                        {}};
  settings.least_stress = item.least_stress;
  settings.rate = item.rate;
  settings.strain_rate = item.strain_rate;
  settings.most_stress = item.most_stress.value_or(0.0);
  settings.stops = item.stops;
  if (item.postures) {
    settings.postures = PathSettings::FreeMotion{};
    settings.postures->stress = item.postures->stress;
    settings.postures->rate = item.postures->rate;
    if (item.postures->spacing) settings.postures->spacing = *item.postures->spacing;
    settings.postures->start = start;
  }
  check_not_negative(at.at("effort_limit"), item.effort_limit);
  if (!item.effort_limit.empty())
    settings.most_effort =
        numbers(at.at("effort_limit"), item.effort_limit, settings.actuated.size());
  return settings;
}

bool holds(const std::vector<int>& list, int k) {
  return std::find(list.begin(), list.end(), k) != list.end();
}

// Whether one of the inputs, which does not follow the path itself, winds the cable.
bool is_driven(const Cable& cable, const PathSettings& settings, const Loops& loops) {
  const auto winds = [&](int dof) {
    return holds(settings.actuated, dof) && !holds(settings.desired, dof);
  };
  if (!cable.route.empty())
    return winds(cable.route.front().turn) || winds(cable.route.back().turn);
  const Model& tree = loops.tree();
  const auto turned_by_input = [&](BodyId body) {
    for (int j = 0; j < tree.joint_count(); ++j) {
      const JointInfo& joint = tree.joint(JointId{j});
      if (joint.child != body) continue;
      for (int k = 0; k < joint.nv; ++k)
        if (winds(joint.v + k)) return true;
    }
    return false;
  };
  for (int j = 0; j < tree.joint_count(); ++j) {
    const JointInfo& joint = tree.joint(JointId{j});
    if (joint.v == cable.joint.first_dof && joint.nv > 0)
      return turned_by_input(joint.parent) || turned_by_input(joint.child);
  }
  return false;
}

// The cables that it plans with; the others act on the mechanism like springs. The near-rigid form
// takes the strains of all joints as superfluous.
std::vector<Cable> cables_of(const ControllerItem& item, const PathSettings& settings,
                             const Loops& loops, const std::vector<Cable>& all) {
  std::vector<Cable> some;
  for (const Cable& cable : all)
    if ((item.method == ControllerItem::Kind::NearRigid && cable.route.empty()) ||
        is_driven(cable, settings, loops))
      some.push_back(cable);
  return some;
}

// What a controller plans is shared; what it computes with is made anew for each simulation.
Motor controller_motor(const ControllerItem& item, const NamedCoordinates& names,
                       SimulationSetup& setup) {
  const Where at = where(item);
  const bool near_rigid = item.method == ControllerItem::Kind::NearRigid;
  PathSettings settings = settings_of(at, item, names, setup.q);
  settings.prescribed = setup.prescribed;
  if (!near_rigid) settings.start = setup.q;
  std::vector<Cable> all = setup.cables;
  find_turns(*setup.model, all);
  const std::vector<Cable> cables = cables_of(item, settings, *names.loops, all);
  if (near_rigid && cables.empty())
    at.at("kind").fail(
        "there are no cables that it could plan with; expected cables of joints of kind "
        "involute_eps, or cables that the inputs wind on drums");
  Motor motor;
  motor.name = item.name;
  motor.dofs = settings.actuated;
  std::shared_ptr<const PathController> plan;
  try {
    plan = std::make_shared<const PathController>(names.loops, cables, std::move(settings));
  } catch (const std::invalid_argument& error) {
    at.fail(error.what());
  } catch (const std::runtime_error& error) {
    at.fail(error.what());
  }
  const std::vector<double> breaks = plan->breaks();
  setup.breaks.insert(setup.breaks.end(), breaks.begin(), breaks.end());
  motor.make_planner = [plan] { return std::make_unique<PathPlanner>(*plan); };
  motor.effort = effort_of(motor.make_planner);
  return motor;
}

void set_path(const Expression& path, PrescribedMotion& motion) {
  if (!path.switches().empty()) motion.kinked = std::make_shared<const Expression>(path);
  motion.path = [path](double t) {
    const Jet point = path.jet({&t, 1}, 0);
    return PathPoint{point.value, point.first, point.second};
  };
}

// Where a path starts on a kink, its speed is that of the side that lies before it.
PathPoint start_of(const PrescribedMotion& motion, double t) {
  if (!motion.kinked) return motion.path(t);
  std::vector<double> branches(motion.kinked->switches().size());
  motion.kinked->find_branches({&t, 1}, branches.data());
  const double rate = 1.0;
  const Jet point = motion.kinked->jet_on(branches.data(), {&t, 1}, {&rate, 1});
  return {point.value, point.first, point.second};
}

template <class Drives>
void check_new_name(const Where& at, const std::string& name, const Drives& drives) {
  for (const auto& drive : drives)
    if (drive.name == name)
      at.fail(fmt::format("the name '{}' is already used; give each its own 'name'", name));
}

}  // namespace

// One that is asked outside of a simulation has nothing to keep, and does not know what else acts.
EffortFunction effort_of(const PlannerMaker& make) {
  return [make](double t, In<double> q, In<double> v, Out<double> effort) {
    try {
      make()->efforts(t, q, v, nullptr, effort);
    } catch (const std::runtime_error& error) {
      throw SimulationError(fmt::format("t = {:.9g} s: {}", t, error.what()));
    }
  };
}

void compile_motors(const Mechanism& mechanism, const NamedCoordinates& names,
                    SimulationSetup& setup) {
  if (mechanism.motors.empty()) return;
  const StateNames state_names(names);
  for (const MotorItem& item : mechanism.motors) {
    const Where at = where(item);
    Motor motor;
    motor.name = item.title();
    motor.dofs = driven_coordinates(at.at("joint"), item.joint, names);
    const bool is_servo = !item.target.empty(),
               has_effort = !item.effort.empty() || item.effort_function;
    if (is_servo && has_effort)
      at.fail("found both 'effort' and 'target', expected only one of them");
    if (!is_servo && !has_effort) at.fail("expected one of the keys effort, target");
    if (is_servo)
      set_servo(at, item, *names.loops, mechanism.parameters, motor);
    else
      set_effort(at, item, state_names, mechanism.parameters, names.probes, motor);
    check_new_name(at, motor.name, setup.motors);
    if (!item.effort_limit.empty()) {
      check_not_negative(at.at("effort_limit"), item.effort_limit);
      const Eigen::VectorXd limits =
          ratio_of(item) * numbers(at.at("effort_limit"), item.effort_limit, motor.dofs.size());
      motor.effort_limit.assign(limits.begin(), limits.end());
    }
    setup.motors.push_back(std::move(motor));
  }
}

void compile_controllers(const Mechanism& mechanism, const NamedCoordinates& names,
                         SimulationSetup& setup) {
  for (const ControllerItem& item : mechanism.controllers) {
    Motor motor =
        item.moves
            ? moves_motor(item, coordinates(where(item), "joints", item.inputs, names), setup)
            : controller_motor(item, names, setup);
    check_new_name(where(item), motor.name, setup.motors);
    setup.motors.push_back(std::move(motor));
  }
}

void compile_prescribed(const Mechanism& mechanism, const NamedCoordinates& names,
                        SimulationSetup& setup) {
  for (const PrescribedItem& item : mechanism.prescribed) {
    const Where at = where(item), joint = at.at("joint");
    PrescribedMotion motion;
    motion.name = item.title();
    motion.dof = find_coordinate(joint, item.joint, names);
    if (motion.dof >= setup.model->nv())
      joint.fail(
          fmt::format("'{}' closes a loop, expected a joint of the tree; let another joint close "
                      "the loop",
                      item.joint));
    const int index = position_index(joint, *names.loops, motion.dof);
    check_new_name(at, motion.name, setup.prescribed);
    for (const PrescribedMotion& other : setup.prescribed)
      if (other.dof == motion.dof)
        joint.fail(fmt::format("'{}' is prescribed already by '{}'", item.joint, other.name));
    if (item.path)
      motion.path = item.path.function();
    else
      set_path(formula(at.at("position"), item.position, only_time, mechanism.parameters,
                       formula_of_time),
               motion);
    // The path says where the joint starts.
    const PathPoint start = start_of(motion, setup.start_time);
    if (!std::isfinite(start.position) || !std::isfinite(start.velocity) ||
        !std::isfinite(start.acceleration))
      at.at("position")
          .fail(fmt::format(
              "position, velocity or acceleration is not finite at t = {}, where it starts",
              setup.start_time));
    setup.q[index] = start.position;
    setup.v[motion.dof] = start.velocity;
    setup.prescribed.push_back(std::move(motion));
  }
}

}  // namespace catena::compiling
