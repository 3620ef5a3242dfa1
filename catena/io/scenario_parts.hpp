#pragma once
// The readers of the parts of a scenario. Used by scenario.cpp.

#include <memory>
#include <string>
#include <vector>

#include "catena/io/scenario.hpp"
#include "catena/io/yaml_reader.hpp"
#include "catena/model/model_builder.hpp"

namespace catena::scenario {

// The tree of a scenario file with its includes merged in.
yaml::NodePtr with_includes(const yaml::NodePtr& root);
// A path in a file starts from the folder of that file.
std::filesystem::path resolved(const yaml::Value& path);

// Evaluates `parameters`, which may use each other.
yaml::Parameters read_parameters(const yaml::TreeNode& root);

// Model and limits of the setup.
void read_model(const yaml::Value& value, Scenario& scenario);

void read_bodies(const yaml::Value& list, ModelBuilder& builder);
void read_frames(const yaml::Value& list, ModelBuilder& builder);
Transform<double> read_pose(const yaml::Value& value);    // a position or a map
Transform<double> read_pose(const yaml::Fields& fields);  // of keys as in a pose

// Restitution of the joints, one vector per joint in the order of the builder; empty: not given.
using Restitutions = std::vector<Eigen::VectorXd>;
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
void read_motors(const yaml::Value& list, Scenario& scenario);
void read_prescribed(const yaml::Value& list, Scenario& scenario);
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
