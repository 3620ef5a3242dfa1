// The mechanism of a scenario: described in place, from a file, or built in.

#include <fmt/format.h>

#include "catena/formats/urdf.hpp"
#include "catena/library/builtin_loops.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/mechanism/describe.hpp"
#include "catena/scenario/element_kinds.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// Calls `action`; a ModelError in it becomes an error at the place of `value`.
template <class Action>
auto located(const Value& value, Action&& action) {
  try {
    return action();
  } catch (const ModelError& error) {
    value.fail(error.what());
  }
}

// The tree of an expanded model.
void take_tree(Mechanism&& tree, Mechanism& mechanism) {
  mechanism.gravity = tree.gravity;
  mechanism.fuse_welds = tree.fuse_welds;
  mechanism.world = std::move(tree.world);
  mechanism.bodies = std::move(tree.bodies);
  mechanism.joints = std::move(tree.joints);
  mechanism.frames = std::move(tree.frames);
  mechanism.springs = std::move(tree.springs);
  mechanism.loop_joints = std::move(tree.loop_joints);
  mechanism.rods = std::move(tree.rods);
  mechanism.couplings = std::move(tree.couplings);
  mechanism.rollings = std::move(tree.rollings);
}

// Lists that all models may have.
void read_lists(const Fields& fields, Mechanism& mechanism, ReadReport& report) {
  if (const auto gravity = fields.find("gravity"))
    mechanism.gravity = read_vector3(*gravity, quantity::acceleration);
  if (const auto world = fields.find("world")) read_world(*world, mechanism, report);
  if (const auto list = fields.find("parts")) read_parts(*list, mechanism, report);
  if (const auto list = fields.find("bodies")) read_bodies(*list, mechanism, report);
  if (const auto list = fields.find("joints")) read_joints(*list, mechanism);
  if (const auto list = fields.find("frames")) read_frames(*list, mechanism);
  if (const auto list = fields.find("contacts")) read_contacts(*list, mechanism);
  if (const auto list = fields.find("loops")) read_loops(*list, mechanism);
  if (const auto list = fields.find("cables")) read_cables(*list, mechanism);
  read_elements(fields, element_kinds(), mechanism);
}

// What files and built-in models have in common: the same for all of their joints.
void read_options(const Fields& fields, Mechanism& mechanism) {
  const auto for_each_joint = [&](const auto& action) {
    for (JointItem& joint : mechanism.joints) action(joint);
    for (LoopJointItem& joint : mechanism.loop_joints) action(joint);
  };
  const auto count = [](const JointProperties& joint) {
    return static_cast<Eigen::Index>(velocity_size(joint.kind, joint.custom.get()));
  };
  if (const auto damping = fields.find("damping")) {
    const double value = damping->number(quantity::angular_damping, Range::NonNegative);
    for_each_joint([&](JointProperties& joint) {
      if (joint.kind != JointKind::Free)
        joint.damping = Numbers(Eigen::VectorXd(Eigen::VectorXd::Constant(count(joint), value)));
    });
  }
  if (const auto given = fields.find("restitution")) {
    const double value = read_restitution(*given);
    for (JointItem& joint : mechanism.joints)
      joint.restitution = Numbers(Eigen::VectorXd(Eigen::VectorXd::Constant(count(joint), value)));
  }
}

void read_described(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::described_model);
  if (!fields.has("parts")) fields.at("bodies"), fields.at("joints");
  if (const auto fuse = fields.find("fuse_welds")) mechanism.fuse_welds = fuse->boolean();
  read_lists(fields, mechanism, report);
  if (const auto springs = fields.find("springs")) read_springs(*springs, mechanism);
  if (const auto factor = fields.find("scale")) scale_model(*factor, mechanism, report);
}

void read_urdf_file(const Value& path, const UrdfOptions& options, Mechanism& mechanism,
                    ReadReport& report) {
  UrdfReport notes;
  const std::filesystem::path file = resolved(path);
  const ModelBuilder builder = located(path, [&] {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
      throw ModelError(fmt::format("found no file '{}', expected a URDF file", file.string()));
    return read_urdf(file.string(), options, &notes);
  });
  take_tree(describe(builder), mechanism);
  for (std::string& note : notes.notes) report.warnings.push_back(std::move(note));
}

void read_urdf_model(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::urdf_model);
  UrdfOptions options;
  if (const auto floating = fields.find("floating")) options.floating_base = floating->boolean();
  if (const auto fuse = fields.find("fuse_fixed")) options.fuse_fixed_joints = fuse->boolean();
  if (const auto lock = fields.find("lock")) options.lock_joints = lock->texts();
  read_urdf_file(fields.at("urdf"), options, mechanism, report);
  read_options(fields, mechanism);
  if (const auto factor = fields.find("scale")) scale_model(*factor, mechanism, report);
  read_lists(fields, mechanism, report);
}

// How many links or four-bars a built-in model has.
int read_size(const Fields& fields, const std::string& name) {
  const bool is_chain = name == "chain" || name == "planar_chain", is_row = name == "n_four_bar";
  if (is_chain != fields.has("links"))
    fields.map().fail(
        is_chain ? fmt::format("key 'links' is missing: the number of links of the {}", name)
                 : fmt::format("built-in model '{}' has no 'links'; only chains do", name));
  if (is_row != fields.has("four_bars"))
    fields.map().fail(
        is_row ? "key 'four_bars' is missing: the number of four-bars of the n_four_bar"
               : fmt::format("built-in model '{}' has no 'four_bars'; only n_four_bar does", name));
  if (is_chain) return fields.at("links").integer(1, 2000);
  return is_row ? fields.at("four_bars").integer(1, 1000) : 0;
}

void read_builtin(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::builtin_model);
  const std::string name = fields.choice("builtin", "built-in model");
  const bool is_hand = name == "hand", is_figure = name == "human_figure" || name == "gymnast";
  HandOptions hand;
  FigureOptions figure;
  if (const auto springs = fields.find("springs")) {
    if (!is_hand)
      springs->fail(fmt::format("built-in model '{}' has none; only the hand does", name));
    hand.springs = springs->boolean();
  }
  if (const auto limits = fields.find("limits")) {
    if (!is_hand && !is_figure)
      limits->fail(fmt::format(
          "built-in model '{}' has none; only hand, human_figure and gymnast do", name));
    hand.limits = figure.limits = limits->boolean();
  }
  const int size = read_size(fields, name);
  located(value, [&] {
    const ModelBuilder builder = builtin_builder(name, size, hand, figure);
    const Model model = builder.build();
    Mechanism tree = describe(builder);
    add_loops(model, builtin_loops(name, model), tree);
    for (const FormulaCoupling& coupling : builtin_couplings(name)) {
      CouplingItem item;
      item.name = coupling.name, item.zero = coupling.zero;
      tree.couplings.push_back(std::move(item));
    }
    take_tree(std::move(tree), mechanism);
  });
  read_options(fields, mechanism);
  if (const auto factor = fields.find("scale")) scale_model(*factor, mechanism, report);
  read_lists(fields, mechanism, report);
}

void read_plain_model(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const auto has = [&](const char* key) { return yaml::find(value.node(), key) != nullptr; };
  if (has("urdf")) return read_urdf_model(value, mechanism, report);
  if (has("builtin")) return read_builtin(value, mechanism, report);
  read_described(value, mechanism, report);
}

// A robot or a built-in model is changed in what would describe it, which is then read.
void read_model_map(const Value& value, Mechanism& mechanism, ReadReport& report) {
  mechanism.model_said = said_of(value, 1);
  const yaml::Entry* const edit = yaml::find(value.node(), "edit");
  if (edit == nullptr) return read_plain_model(value, mechanism, report);
  const bool is_described =
      yaml::find(value.node(), "urdf") == nullptr && yaml::find(value.node(), "builtin") == nullptr;
  yaml::NodePtr model;
  if (!is_described) {
    Mechanism plain;
    read_plain_model(value, plain, report);
    model = written_model(plain, value.node().place);
  }
  const Value edits(edit->value.get(), value.path().empty() ? "edit" : value.path() + ".edit",
                    value.parameters());
  const yaml::NodePtr edited = edited_model(is_described ? value.node() : *model, edits);
  value.parameters()->kept.push_back(edited);
  read_described(Value(edited.get(), value.path(), value.parameters()), mechanism, report);
}

}  // namespace

void read_described_lists(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::described_model);
  read_lists(fields, mechanism, report);
  if (const auto springs = fields.find("springs")) read_springs(*springs, mechanism);
}

void read_model(const Value& value, Mechanism& mechanism, ReadReport& report) {
  if (value.is_map()) return read_model_map(value, mechanism, report);
  if (!value.is_scalar()) value.fail_expected("a map, or the name of a YAML or URDF file");
  mechanism.model_said = said_of(value, 0);
  const std::filesystem::path file = resolved(value);
  if (file.extension() == ".urdf") return read_urdf_file(value, {}, mechanism, report);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    value.fail(fmt::format("found no file '{}', expected a model (YAML or URDF)", file.string()));
  const yaml::NodePtr root = yaml::parse_file(file);
  const Value model(root.get(), "", value.parameters());
  if (!model.is_map()) model.fail_expected("a map with the keys of a model");
  if (yaml::find(*root, "model") != nullptr)
    model.fail(
        "this file is a scenario, expected a model; put the contents of its 'model' in a separate "
        "file, or use 'include' for whole scenarios");
  read_model_map(model, mechanism, report);
}

}  // namespace catena::scenario
