// What closes the loops of the tree: joints, rods, couplings, rolling.

#include <fmt/format.h>

#include "catena/control/state_formula.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/shortened.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::compiling {

namespace {

Rod rod_of(const RodItem& item, const Model& model) {
  const Where at = where(item).at("rod");
  const BodyPlace a = place(at.at("a"), item.a, model), b = place(at.at("b"), item.b, model);
  return {item.name, a.body, b.body, a.X.translation, b.X.translation, item.length.value_or(1.0)};
}

Rolling rolling_of(const RollingItem& item, const Model& model) {
  const Where at = where(item).at("rolling");
  const BodyPlace a = place(at.at(item.is_wheel ? "wheel" : "ball"), item.centre, model),
                  b = place(at.at("on"), item.on, model);
  return {item.name, a.body, b.body, a.X, b.X, item.radius, item.is_wheel};
}

Coupling linear(const CouplingItem& item, const NamedCoordinates& names) {
  const Where at = where(item).at("coupling");
  const int of = find_coordinate(at.at("of"), item.of, names),
            to = find_coordinate(at.at("to"), item.to, names);
  if (of == to)
    at.at("to").fail(
        fmt::format("'{}' is coupled to itself, expected another coordinate", item.to));
  return linear_coupling(item.name, of, item.ratio, to, item.offset);
}

// Compiled twice: with all names, to see which are used, and with those only.
Coupling by_formula(const CouplingItem& item, const Loops& loops, const Constants& parameters) {
  constexpr std::string_view expected = "a formula of q.JOINT, of angles and lengths";
  const Where at = where(item).at("coupling").at("zero");
  std::vector<std::string> names, used;
  std::vector<int> dofs, used_dofs;
  for (int dof = 0; dof < loops.nv(); ++dof) {
    if (loops.place(dof) < 0) continue;
    names.push_back("q." + loops.coordinate_name(dof));
    dofs.push_back(dof);
  }
  const Expression all = formula(at, item.zero, names, parameters, expected);
  for (const int i : all.used_variables()) {
    used.push_back(names[static_cast<std::size_t>(i)]);
    used_dofs.push_back(dofs[static_cast<std::size_t>(i)]);
  }
  if (used.empty())
    at.fail(fmt::format("found '{}', which contains no coordinate, expected {}",
                        shortened(item.zero), expected));
  return formula_coupling(item.name, std::move(used_dofs),
                          formula(at, item.zero, used, parameters, expected));
}

Coupling coupling_of(const CouplingItem& item, const NamedCoordinates& names,
                     const Constants& parameters) {
  if (item.function) {
    std::vector<int> dofs;
    for (std::size_t i = 0; i < item.coordinates.size(); ++i)
      dofs.push_back(find_coordinate(where(item).at("coordinates", i), item.coordinates[i], names));
    return {item.name, std::move(dofs), item.function.function(), nullptr};
  }
  return item.zero.empty() ? linear(item, names) : by_formula(item, *names.loops, parameters);
}

// Makes the loops; an error is put at the item that it names.
std::shared_ptr<const Loops> make_loops(const Mechanism& mechanism, const SimulationSetup& setup,
                                        LoopSpecs specs) {
  try {
    return std::make_shared<const Loops>(setup.model, std::move(specs));
  } catch (const Error& error) {
    std::vector<Where> items;
    const auto add = [&](const auto& list) {
      for (const auto& item : list) items.push_back(where(item));
    };
    add(mechanism.loop_joints);
    add(mechanism.rods);
    add(mechanism.couplings);
    add(mechanism.rollings);
    fail_at_subject(mechanism, error, items);
  }
}

// Restitution over all coordinates.
void add_restitutions(const Mechanism& mechanism, const Loops& loops, Eigen::VectorXd& all) {
  const int nv = loops.tree().nv();
  Eigen::VectorXd result = Eigen::VectorXd::Zero(loops.nv());
  result.head(all.size()) = all;
  for (std::size_t j = 0; j < mechanism.loop_joints.size(); ++j) {
    const LoopJointItem& item = mechanism.loop_joints[j];
    const JointInfo& joint = loops.links().joint(JointId{static_cast<int>(j)});
    if (item.restitution.empty() || joint.nv == 0) continue;
    const Where at = where(item).at("limits.restitution");
    check_unit_range(at, item.restitution);
    result.segment(nv + joint.v, joint.nv) =
        numbers(at, item.restitution, static_cast<std::size_t>(joint.nv));
  }
  if (!result.isZero(0.0)) all = result;
}

}  // namespace

LoopJoint loop_joint(const Where& at, const LoopJointItem& joint, const Model& model) {
  const JointSpec spec = joint_spec(at, joint.name, joint);
  const BodyPlace a = place(at.at("a"), joint.a, model), b = place(at.at("b"), joint.b, model);
  return {spec, a.body, b.body, a.X, b.X};
}

void compile_loops(const Mechanism& mechanism, SimulationSetup& setup) {
  LoopSpecs specs;
  for (const LoopJointItem& item : mechanism.loop_joints)
    specs.joints.push_back(loop_joint(where(item), item, *setup.model));
  for (const RodItem& item : mechanism.rods) specs.rods.push_back(rod_of(item, *setup.model));
  for (const RollingItem& item : mechanism.rollings)
    specs.rollings.push_back(rolling_of(item, *setup.model));
  if (!mechanism.couplings.empty()) {
    LoopSpecs only_joints;
    only_joints.joints = specs.joints;
    const NamedCoordinates names{make_loops(mechanism, setup, std::move(only_joints)), {}};
    for (const CouplingItem& item : mechanism.couplings)
      specs.couplings.push_back(coupling_of(item, names, mechanism.parameters));
  }
  if (specs.empty()) return;
  setup.loops = make_loops(mechanism, setup, std::move(specs));
  add_restitutions(mechanism, *setup.loops, setup.limits.restitution);
}

// Gives rods without a length the one that they have at the start, with all other loops closed.
void measure_rods(const Mechanism& mechanism, SimulationSetup& setup) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < mechanism.rods.size(); ++i)
    if (!mechanism.rods[i].length) open.push_back(i);
  if (open.empty()) return;
  LoopSpecs specs = setup.loops->specs();
  SimulationSetup others = setup;
  LoopSpecs known = specs;
  for (auto i = open.rbegin(); i != open.rend(); ++i)
    known.rods.erase(known.rods.begin() + static_cast<std::ptrdiff_t>(*i));
  others.loops = make_loops(mechanism, setup, std::move(known));
  others.changes.clear();
  others.contacts.clear();
  others.cables.clear();
  Eigen::VectorXd q;
  try {
    q = Simulation(others).state().q.head(setup.model->nq());
  } catch (const std::exception& error) {
    Where("model", mechanism.name, mechanism.model_said)
        .fail(fmt::format("rod '{}' has no 'length' and none can be measured: {}",
                          mechanism.rods[open[0]].name, error.what()));
  }
  Kinematics<double> kinematics(*setup.model);
  kinematics.compute(*setup.model, q);
  const auto point = [&](BodyId body, const Vec3<double>& p) {
    return kinematics.pose(*setup.model, setup.model->body_frame(body)) * p;
  };
  for (const std::size_t i : open) {
    Rod& rod = specs.rods[i];
    rod.length = norm(point(rod.b, rod.p_B) - point(rod.a, rod.p_A));
  }
  setup.loops = make_loops(mechanism, setup, std::move(specs));
}

}  // namespace catena::compiling
