#pragma once
// The readers of the parts of a scenario. Used by scenario.cpp.

#include <memory>
#include <string>
#include <vector>

#include "catena/model/model_builder.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena::scenario {

// The tree of a scenario file with its includes merged in.
yaml::NodePtr with_includes(const yaml::NodePtr& root);
// A path in a file starts from the folder of that file.
std::filesystem::path resolved(const yaml::Value& path);

// Model, loops and limits of the setup. Returns the places of rods whose length is to be measured.
std::vector<int> read_model(const yaml::Value& value, Scenario& scenario);
// Fails at the item of these lists of `map` that the message of an error names first.
[[noreturn]] void fail_at_named(const yaml::Value& map, std::initializer_list<const char*> lists,
                                const ModelError& error);
// Loops of the setup: `specs` (of a built-in model) and those of the model's list, which may be
// missing. Returns as read_model().
std::vector<int> read_loops(const yaml::Value& model, const std::optional<yaml::Value>& list,
                            LoopSpecs specs, SimulationSetup& setup);
// Gives these rods the length that they have at the start, with all other loops closed.
void measure_rods(const yaml::Value& model, const std::vector<int>& rods, SimulationSetup& setup);

// Contacts of the setup, of the model's list, which may be missing.
void read_contacts(const yaml::Value& model, const std::optional<yaml::Value>& list,
                   SimulationSetup& setup);
// Cables likewise, once the loops are there.
void read_cables(const yaml::Value& model, const std::optional<yaml::Value>& list,
                 SimulationSetup& setup);
// Moves a point mass from another body to this one.
void read_lent_mass(const yaml::Value& value, BodyId body, ModelBuilder& builder);
void read_impacts(const yaml::Value& value, ContactOptions& options);

// A place on a body.
struct Place {
  BodyId body;
  Transform<double> X;  // in the body
};
// A name of a body or frame, or a map with one of them and a pose.
Place read_place(const yaml::Value& value, const Model& model);
// The same from such a map, which may have further keys. In the world where it names neither, if
// it `may_be_world`; otherwise that is an error.
Place read_place(const yaml::Fields& fields, const Model& model, bool may_be_world = false);

void read_bodies(const yaml::Value& list, ModelBuilder& builder);
void read_frames(const yaml::Value& list, ModelBuilder& builder);
Transform<double> read_pose(const yaml::Value& value);    // a position or a map
Transform<double> read_pose(const yaml::Fields& fields);  // of keys as in a pose

// Restitution of the joints, one vector per joint in the order of the builder; empty: not given.
using Restitutions = std::vector<Eigen::VectorXd>;
// Everything about a joint but what it joins. `restitution` stays empty where it is not given.
JointSpec read_joint_spec(const yaml::Fields& fields, Eigen::VectorXd& restitution);
// A joint that closes a loop, of the keys of `loop_joint`.
LoopJoint read_loop_joint(const yaml::Fields& fields, const Model& model,
                          Eigen::VectorXd& restitution);
void read_joints(const yaml::Value& list, ModelBuilder& builder, Restitutions& restitutions);
void read_springs(const yaml::Value& list, ModelBuilder& builder);
double read_restitution(const yaml::Value& value);

// What each velocity coordinate of a kind of joint is measured in.
enum class Measure { Position, Velocity, Effort, Stiffness, Damping, Armature };
std::vector<Quantity> quantities(JointKind kind, Measure measure);
// A position of all coordinates of a joint: number, list, or for orientations a map as in `at`.
Eigen::VectorXd read_configuration(const yaml::Value& value, JointKind kind);
// The same for Spherical and Free, from the keys of a pose.
Eigen::VectorXd configuration_from_pose(const yaml::Fields& fields, JointKind kind);

// `value` may be nullptr where the file has no such key: start in the neutral position, at rest.
void read_initial(const yaml::Value* value, Scenario& scenario);
// Changes of structure. `list` may be nullptr. Returns what the rest of the file may name.
struct Mechanism;
Mechanism read_changes(const yaml::Value* list, Scenario& scenario);
void read_motors(const yaml::Value& list, const Mechanism& mechanism, Scenario& scenario);
void read_controllers(const yaml::Value& list, const Mechanism& mechanism, Scenario& scenario);
void read_prescribed(const yaml::Value& list, const Mechanism& mechanism, Scenario& scenario);
void read_integrator(const yaml::Value& value, IntegratorOptions& options);
void read_record(const yaml::Value& value, const Model& model, RecordOptions& options);
void read_plots(const yaml::Value& list, std::vector<PlotPanel>& plots);

// Calls `action`; a ModelError in it becomes an error at the place of `value`.
template <class Action>
auto located(const yaml::Value& value, Action&& action) {
  try {
    return action();
  } catch (const ModelError& error) {
    value.fail(error.what());
  }
}

}  // namespace catena::scenario
