// The mechanism of a scenario: described in place, from a file, or built in.

#include <fmt/format.h>

#include "catena/formats/urdf.hpp"
#include "catena/library/builtin_loops.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/math/views.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

void build(const Value& value, const ModelBuilder& builder, const Restitutions& restitutions,
           Scenario& scenario) {
  try {
    scenario.setup.model = std::make_shared<const Model>(builder.build());
  } catch (const ModelError& error) {
    fail_at_named(value, {"bodies", "joints", "springs"}, error);
  }
  const Model& model = *scenario.setup.model;
  Eigen::VectorXd all = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t j = 0; j < restitutions.size(); ++j) {
    const JointInfo& joint = model.joint(JointId{static_cast<int>(j)});
    if (restitutions[j].size() > 0) all.segment(joint.v, joint.nv) = restitutions[j];
  }
  if (!all.isZero(0.0)) scenario.setup.limits.restitution = all;
}

void set_gravity(const Fields& fields, ModelBuilder& builder) {
  if (const auto gravity = fields.find("gravity"))
    builder.set_gravity(to_eigen(gravity->vector3(quantity::acceleration)));
}

// Damping that all joints have, in those that close a built-in model's loops.
void set_damping(const Fields& fields, LoopSpecs& loops) {
  const auto damping = fields.find("damping");
  for (LoopJoint& joint : loops.joints)
    if (damping && joint.spec.kind != JointKind::Free)
      joint.spec.damping = Eigen::VectorXd::Constant(velocity_size(joint.spec.kind),
                                                     damping->number(quantity::angular_damping));
}

// What files and built-in models have in common: the same for all joints, further bodies, frames
// and loops. Those that the built-in model `name` brings count before those of the file.
std::vector<int> build_with_options(const Fields& fields, ModelBuilder& builder,
                                    std::string_view name, Scenario& scenario) {
  set_gravity(fields, builder);
  if (const auto damping = fields.find("damping")) {
    const double value = damping->number(quantity::angular_damping, Range::NonNegative);
    for (int j = 0; j < builder.joint_count(); ++j) {
      JointSpec& spec = builder.joint(JointId{j});
      if (spec.kind != JointKind::Free)
        spec.damping = Eigen::VectorXd::Constant(velocity_size(spec.kind), value);
    }
  }
  Restitutions restitutions(static_cast<std::size_t>(builder.joint_count()));
  if (const auto given = fields.find("restitution")) {
    const double value = read_restitution(*given);
    for (int j = 0; j < builder.joint_count(); ++j)
      restitutions[static_cast<std::size_t>(j)] =
          Eigen::VectorXd::Constant(velocity_size(builder.joint(JointId{j}).kind), value);
  }
  if (const auto bodies = fields.find("bodies")) read_bodies(*bodies, builder);
  if (const auto joints = fields.find("joints")) read_joints(*joints, builder, restitutions);
  if (const auto frames = fields.find("frames")) read_frames(*frames, builder);
  build(fields.map(), builder, restitutions, scenario);
  LoopSpecs loops = builtin_loops(name, *scenario.setup.model);
  set_damping(fields, loops);
  read_contacts(fields.map(), fields.find("contacts"), scenario.setup);
  std::vector<int> rods =
      read_loops(fields.map(), fields.find("loops"), std::move(loops), scenario.setup);
  read_cables(fields.map(), fields.find("cables"), scenario.setup);
  return rods;
}

std::vector<int> read_described(const Value& value, Scenario& scenario) {
  const Fields fields = value.fields(scenario_keys::described_model);
  ModelBuilder builder;
  set_gravity(fields, builder);
  if (const auto fuse = fields.find("fuse_welds")) builder.set_fuse_welds(fuse->boolean());
  Restitutions restitutions;
  read_bodies(fields.at("bodies"), builder);
  read_joints(fields.at("joints"), builder, restitutions);
  if (const auto frames = fields.find("frames")) read_frames(*frames, builder);
  if (const auto springs = fields.find("springs")) read_springs(*springs, builder);
  build(value, builder, restitutions, scenario);
  read_contacts(value, fields.find("contacts"), scenario.setup);
  std::vector<int> rods = read_loops(value, fields.find("loops"), {}, scenario.setup);
  read_cables(value, fields.find("cables"), scenario.setup);
  return rods;
}

ModelBuilder read_urdf_file(const Value& path, const UrdfOptions& options, Scenario& scenario) {
  UrdfReport report;
  const std::filesystem::path file = resolved(path);
  ModelBuilder builder = located(path, [&] {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
      throw ModelError(fmt::format("found no file '{}', expected a URDF file", file.string()));
    return read_urdf(file.string(), options, &report);
  });
  for (std::string& note : report.notes) scenario.warnings.push_back(std::move(note));
  return builder;
}

std::vector<int> read_urdf_model(const Value& value, Scenario& scenario) {
  const Fields fields = value.fields(scenario_keys::urdf_model);
  UrdfOptions options;
  if (const auto floating = fields.find("floating")) options.floating_base = floating->boolean();
  if (const auto fuse = fields.find("fuse_fixed")) options.fuse_fixed_joints = fuse->boolean();
  if (const auto lock = fields.find("lock")) options.lock_joints = lock->texts();
  ModelBuilder builder = read_urdf_file(fields.at("urdf"), options, scenario);
  return build_with_options(fields, builder, "", scenario);
}

// How many links or four-bars a built-in model has.
int read_size(const Fields& fields, const std::string& name) {
  const bool is_chain = name == "chain" || name == "planar_chain", is_row = name == "n_four_bar";
  if (is_chain != fields.has("links"))
    fields.map().fail(
        is_chain ? fmt::format("key 'links' is missing: how many has the {}?", name)
                 : fmt::format("built-in model '{}' has no 'links'; only chains do", name));
  if (is_row != fields.has("four_bars"))
    fields.map().fail(
        is_row ? "key 'four_bars' is missing: how many has the n_four_bar?"
               : fmt::format("built-in model '{}' has no 'four_bars'; only n_four_bar does", name));
  if (is_chain) return fields.at("links").integer(1, 2000);
  return is_row ? fields.at("four_bars").integer(1, 1000) : 0;
}

std::vector<int> read_builtin(const Value& value, Scenario& scenario) {
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
  ModelBuilder builder = located(value, [&] { return builtin_builder(name, size, hand, figure); });
  return build_with_options(fields, builder, name, scenario);
}

std::vector<int> read_model_map(const Value& value, Scenario& scenario) {
  const auto has = [&](const char* key) { return yaml::find(value.node(), key) != nullptr; };
  if (has("urdf")) return read_urdf_model(value, scenario);
  if (has("builtin")) return read_builtin(value, scenario);
  return read_described(value, scenario);
}

}  // namespace

void fail_at_named(const Value& map, std::initializer_list<const char*> lists,
                   const ModelError& error) {
  const std::string_view message = error.what();
  const Value* best = nullptr;
  std::size_t first = message.size();
  std::vector<Value> items;
  for (const char* key : lists) {
    const yaml::Entry* list = yaml::find(map.node(), key);
    if (list == nullptr || list->value->kind != yaml::NodeKind::List) continue;
    for (const Value& item :
         Value(list->value.get(), map.path().empty() ? key : fmt::format("{}.{}", map.path(), key),
               nullptr)
             .items())
      items.push_back(item);
  }
  for (const Value& item : items) {
    const yaml::Entry* name = yaml::find(item.node(), "name");
    if (name == nullptr) continue;
    const std::size_t place = message.find(fmt::format("'{}'", name->value->text));
    if (place < first) {
      first = place;
      best = &item;
    }
  }
  (best != nullptr ? *best : map).fail(message);
}

std::vector<int> read_model(const Value& value, Scenario& scenario) {
  if (value.is_map()) return read_model_map(value, scenario);
  if (!value.is_scalar()) value.fail_expected("a map, or the name of a YAML or URDF file");
  const std::filesystem::path file = resolved(value);
  if (file.extension() == ".urdf") {
    ModelBuilder builder = read_urdf_file(value, {}, scenario);
    build(value, builder, {}, scenario);
    return {};
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    value.fail(fmt::format("found no file '{}', expected a model (YAML or URDF)", file.string()));
  const yaml::NodePtr root = yaml::parse_file(file);
  const Value model(root.get(), "", value.parameters());
  if (!model.is_map()) model.fail_expected("a map with the keys of a model");
  return read_model_map(model, scenario);
}

}  // namespace catena::scenario
