// The mechanism of a scenario: described in place, from a file, or built in.

#include <fmt/format.h>

#include "catena/io/builtin_models.hpp"
#include "catena/io/scenario_keys.hpp"
#include "catena/io/scenario_parts.hpp"
#include "catena/io/urdf.hpp"
#include "catena/math/views.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// Puts an error of build() at the body or joint that its message names first.
[[noreturn]] void fail_at_named(const Value& model, const ModelError& error) {
  const std::string_view message = error.what();
  const Value* best = nullptr;
  std::size_t first = message.size();
  std::vector<Value> items;
  for (const char* key : {"bodies", "joints", "springs"}) {
    const yaml::Entry* list = yaml::find(model.node(), key);
    if (list == nullptr || list->value->kind != yaml::NodeKind::List) continue;
    for (const Value& item :
         Value(list->value.get(), fmt::format("{}.{}", model.path(), key), nullptr).items())
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
  (best != nullptr ? *best : model).fail(message);
}

void build(const Value& value, const ModelBuilder& builder, const Restitutions& restitutions,
           Scenario& scenario) {
  try {
    scenario.setup.model = std::make_shared<const Model>(builder.build());
  } catch (const ModelError& error) {
    fail_at_named(value, error);
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

// What files and built-in models have in common: the same for all joints, and frames.
void build_with_options(const Fields& fields, ModelBuilder& builder, Scenario& scenario) {
  set_gravity(fields, builder);
  if (const auto frames = fields.find("frames")) read_frames(*frames, builder);
  if (const auto damping = fields.find("damping")) {
    const double value = damping->number(quantity::angular_damping, Range::NonNegative);
    for (int j = 0; j < builder.joint_count(); ++j) {
      JointSpec& spec = builder.joint(JointId{j});
      if (spec.kind != JointKind::Free)
        spec.damping = Eigen::VectorXd::Constant(velocity_size(spec.kind), value);
    }
  }
  Restitutions restitutions;
  if (const auto given = fields.find("restitution")) {
    const double value = read_restitution(*given);
    for (int j = 0; j < builder.joint_count(); ++j)
      restitutions.push_back(
          Eigen::VectorXd::Constant(velocity_size(builder.joint(JointId{j}).kind), value));
  }
  build(fields.map(), builder, restitutions, scenario);
}

void read_described(const Value& value, Scenario& scenario) {
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

void read_urdf_model(const Value& value, Scenario& scenario) {
  const Fields fields = value.fields(scenario_keys::urdf_model);
  UrdfOptions options;
  if (const auto floating = fields.find("floating")) options.floating_base = floating->boolean();
  if (const auto fuse = fields.find("fuse_fixed")) options.fuse_fixed_joints = fuse->boolean();
  if (const auto lock = fields.find("lock")) options.lock_joints = lock->texts();
  ModelBuilder builder = read_urdf_file(fields.at("urdf"), options, scenario);
  build_with_options(fields, builder, scenario);
}

void read_builtin(const Value& value, Scenario& scenario) {
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
  int links = 0;
  const bool is_chain = name == "chain" || name == "planar_chain";
  if (is_chain != fields.has("links"))
    value.fail(is_chain ? fmt::format("key 'links' is missing: how many has the {}?", name)
                        : fmt::format("built-in model '{}' has no 'links'; only chains do", name));
  if (is_chain) links = fields.at("links").integer(1, 2000);
  ModelBuilder builder = located(value, [&] { return builtin_builder(name, links, hand, figure); });
  build_with_options(fields, builder, scenario);
}

void read_model_map(const Value& value, Scenario& scenario) {
  const auto has = [&](const char* key) { return yaml::find(value.node(), key) != nullptr; };
  if (has("urdf")) return read_urdf_model(value, scenario);
  if (has("builtin")) return read_builtin(value, scenario);
  read_described(value, scenario);
}

}  // namespace

void read_model(const Value& value, Scenario& scenario) {
  if (value.is_map()) return read_model_map(value, scenario);
  if (!value.is_scalar()) value.fail_expected("a map, or the name of a YAML or URDF file");
  const std::filesystem::path file = resolved(value);
  if (file.extension() == ".urdf") {
    ModelBuilder builder = read_urdf_file(value, {}, scenario);
    return build(value, builder, {}, scenario);
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    value.fail(fmt::format("found no file '{}', expected a model (YAML or URDF)", file.string()));
  const yaml::NodePtr root = yaml::parse_file(file);
  const Value model(root.get(), "", value.parameters());
  if (!model.is_map()) model.fail_expected("a map with the keys of a model");
  read_model_map(model, scenario);
}

}  // namespace catena::scenario
