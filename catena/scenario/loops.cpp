// What closes the loops of a scenario's tree: joints, rods, couplings, rolling.

#include <fmt/format.h>

#include "catena/dynamics/kinematics.hpp"
#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// At a pose in a named frame.
Place in_frame(const Value& name, const Model& model, const Transform<double>& X) {
  const FrameInfo& frame =
      model.frame(located(name, [&] { return model.find_frame(name.text()); }));
  return {frame.body, frame.X_BF * X};
}

Rod read_rod(std::string name, const Fields& fields, const Model& model) {
  const Place a = read_place(fields.at("a"), model), b = read_place(fields.at("b"), model);
  Rod rod{std::move(name), a.body, b.body, a.X.translation, b.X.translation, 1.0};
  if (const auto length = fields.find("length"))
    rod.length = length->number(quantity::length, Range::Positive);
  return rod;
}

Rolling read_rolling(std::string name, const Fields& fields, const Model& model) {
  const std::string_view what = fields.one_of({"wheel", "ball"});
  const Place a = read_place(fields.at(what), model), b = read_place(fields.at("on"), model);
  return {std::move(name),
          a.body,
          b.body,
          a.X,
          b.X,
          fields.at("radius").number(quantity::length, Range::Positive),
          what == "wheel"};
}

// What of = ratio to + offset multiplies with.
Quantity ratio_quantity(const Quantity& of, const Quantity& to) {
  if (of.powers == to.powers) return quantity::number;
  return of.powers == quantity::length.powers ? quantity::pitch : quantity::mixed;
}

Coupling read_linear(std::string name, const Fields& fields, const Mechanism& joints) {
  const Loops& loops = *joints.loops;
  const int of = find_coordinate(fields.at("of"), joints),
            to = find_coordinate(fields.at("to"), joints);
  if (of == to)
    fields.at("to").fail(fmt::format("'{}' is coupled to itself, expected another coordinate",
                                     fields.at("to").text()));
  const Quantity of_is = quantity_of(loops, of, Measure::Position);
  const auto ratio = fields.find("ratio"), offset = fields.find("offset");
  return linear_coupling(
      std::move(name), of,
      ratio ? ratio->number(ratio_quantity(of_is, quantity_of(loops, to, Measure::Position))) : 1.0,
      to, offset ? offset->number(of_is) : 0.0);
}

// Compiled twice: with all names, to see which are used, and with those only.
Coupling read_zero(std::string name, const Value& value, const Loops& loops) {
  constexpr std::string_view expected = "a formula of q.JOINT, of angles and lengths";
  std::vector<std::string> names, used;
  std::vector<int> dofs;
  for (int dof = 0; dof < loops.nv(); ++dof) {
    if (loops.place(dof) < 0) continue;
    names.push_back("q." + loops.coordinate_name(dof));
    dofs.push_back(dof);
  }
  Coupling coupling{std::move(name), {}, nullptr};
  const Expression all = value.formula(names, expected);
  for (const int i : all.used_variables()) {
    used.push_back(names[static_cast<std::size_t>(i)]);
    coupling.dofs.push_back(dofs[static_cast<std::size_t>(i)]);
  }
  if (used.empty())
    value.fail(fmt::format("found '{}', which holds no coordinate, expected {}", value.node().text,
                           expected));
  coupling.evaluate = [formula = value.formula(used, expected), n = used.size()](
                          const double* x, const double* rate, double* gradient) {
    const double phi = formula.gradient({x, n}, {gradient, n});
    return Coupling::Value{phi, formula.jet_along({x, n}, {rate, n}).second};
  };
  return coupling;
}

Coupling read_coupling(std::string name, const Fields& fields, const Mechanism& joints) {
  if (fields.one_of({"of", "zero"}) == "of") return read_linear(std::move(name), fields, joints);
  fields.allow_only({"zero"}, "it belongs to the form 'of = ratio to + offset'");
  return read_zero(std::move(name), fields.at("zero"), *joints.loops);
}

bool has(const Value& item, const char* key) {
  return yaml::find(item.node(), key) != nullptr;
}

// All but the couplings, which may name joints of the whole list.
void read_loop(const Value& item, const Model& model, LoopSpecs& specs, Restitutions& restitutions,
               std::vector<int>& open_rods) {
  if (!item.is_map()) item.fail_expected("a map with the keys of a loop");
  if (has(item, "rod")) {
    const Fields fields = item.fields(scenario_keys::loop_rod);
    const Fields rod = fields.at("rod").fields(scenario_keys::rod);
    if (!rod.has("length")) open_rods.push_back(static_cast<int>(specs.rods.size()));
    specs.rods.push_back(read_rod(fields.at("name").text(), rod, model));
  } else if (has(item, "rolling")) {
    const Fields fields = item.fields(scenario_keys::loop_rolling);
    specs.rollings.push_back(read_rolling(
        fields.at("name").text(), fields.at("rolling").fields(scenario_keys::rolling), model));
  } else if (has(item, "kind")) {
    Eigen::VectorXd restitution;
    specs.joints.push_back(
        read_loop_joint(item.fields(scenario_keys::loop_joint), model, restitution));
    restitutions.push_back(restitution);
  } else if (!has(item, "coupling")) {
    item.fail("expected one of the keys kind, rod, coupling, rolling");
  }
}

// Makes the loops; an error is put at the item that it names.
std::shared_ptr<const Loops> make_loops(const Value& model, const SimulationSetup& setup,
                                        LoopSpecs specs) {
  try {
    return std::make_shared<const Loops>(setup.model, std::move(specs));
  } catch (const ModelError& error) {
    fail_at_named(model, {"loops"}, error);
  }
}

// Restitution over all coordinates; `joints` are those of the file, the last of the loop joints.
void add_restitutions(const Restitutions& joints, const Loops& loops, Eigen::VectorXd& all) {
  const int nv = loops.tree().nv();
  const auto first = loops.specs().joints.size() - joints.size();
  Eigen::VectorXd result = Eigen::VectorXd::Zero(loops.nv());
  result.head(all.size()) = all;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointInfo& joint = loops.links().joint(JointId{static_cast<int>(first + j)});
    if (joints[j].size() > 0) result.segment(nv + joint.v, joint.nv) = joints[j];
  }
  if (!result.isZero(0.0)) all = result;
}

}  // namespace

Place read_place(const Value& value, const Model& model) {
  if (value.is_scalar()) return in_frame(value, model, Transform<double>::identity());
  if (!value.is_map())
    value.fail_expected("the name of a body or frame, or a map with 'body' or 'frame' and 'at'");
  return read_place(value.fields(scenario_keys::place), model);
}

Place read_place(const Fields& fields, const Model& model, bool may_be_world) {
  const auto at = fields.find("at");
  const Transform<double> X = at ? read_pose(*at) : Transform<double>::identity();
  if (may_be_world && !fields.has("body") && !fields.has("frame")) return {world_body, X};
  if (fields.one_of({"body", "frame"}) == "frame") return in_frame(fields.at("frame"), model, X);
  const Value name = fields.at("body");
  return {located(name, [&] { return model.find_body(name.text()); }), X};
}

LoopJoint read_loop_joint(const Fields& fields, const Model& model, Eigen::VectorXd& restitution) {
  const JointSpec spec = read_joint_spec(fields, restitution);
  const Place a = read_place(fields.at("a"), model), b = read_place(fields.at("b"), model);
  return {spec, a.body, b.body, a.X, b.X};
}

std::vector<int> read_loops(const Value& model, const std::optional<Value>& list, LoopSpecs specs,
                            SimulationSetup& setup) {
  constexpr std::size_t most = 2000;
  std::vector<int> open_rods;
  Restitutions restitutions;
  if (list) {
    const std::vector<Value> items = list->items();
    if (items.size() > most)
      list->fail(fmt::format("found {} loops, expected at most {}", items.size(), most));
    for (const Value& item : items) read_loop(item, *setup.model, specs, restitutions, open_rods);
    LoopSpecs only_joints;
    only_joints.joints = specs.joints;
    const Mechanism joints{make_loops(model, setup, std::move(only_joints)), {}};
    for (const Value& item : items) {
      if (!has(item, "coupling") || has(item, "rod") || has(item, "rolling") || has(item, "kind"))
        continue;
      const Fields fields = item.fields(scenario_keys::loop_coupling);
      specs.couplings.push_back(read_coupling(
          fields.at("name").text(), fields.at("coupling").fields(scenario_keys::coupling), joints));
    }
  }
  if (specs.empty()) return {};
  setup.loops = make_loops(model, setup, std::move(specs));
  add_restitutions(restitutions, *setup.loops, setup.limits.restitution);
  return open_rods;
}

void measure_rods(const Value& model, const std::vector<int>& rods, SimulationSetup& setup) {
  if (rods.empty()) return;
  LoopSpecs specs = setup.loops->specs();
  SimulationSetup others = setup;
  LoopSpecs known = specs;
  for (auto i = rods.rbegin(); i != rods.rend(); ++i) known.rods.erase(known.rods.begin() + *i);
  others.loops = make_loops(model, setup, std::move(known));
  others.changes.clear();
  others.contacts.clear();
  others.cables.clear();
  Eigen::VectorXd q;
  try {
    q = Simulation(others).state().q.head(setup.model->nq());
  } catch (const std::exception& error) {
    model.fail(fmt::format("rod '{}' has no 'length' and none can be measured: {}",
                           specs.rods[static_cast<std::size_t>(rods[0])].name, error.what()));
  }
  Kinematics<double> kinematics(*setup.model);
  kinematics.compute(*setup.model, q);
  const auto point = [&](BodyId body, const Vec3<double>& p) {
    return kinematics.pose(*setup.model, setup.model->body_frame(body)) * p;
  };
  for (const int i : rods) {
    Rod& rod = specs.rods[static_cast<std::size_t>(i)];
    rod.length = norm(point(rod.b, rod.p_B) - point(rod.a, rod.p_A));
  }
  setup.loops = make_loops(model, setup, std::move(specs));
}

}  // namespace catena::scenario
