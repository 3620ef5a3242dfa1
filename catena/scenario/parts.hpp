#pragma once
// The readers of the parts of a scenario. Used by scenario.cpp.

#include <string>
#include <vector>

#include "catena/mechanism/mechanism.hpp"
#include "catena/scenario/quantities.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/yaml/yaml_reader.hpp"

namespace catena {
struct StudyKeys;
}

namespace catena::scenario {

// The tree of a scenario file with its includes merged in.
yaml::NodePtr with_includes(const yaml::NodePtr& root);
// A path in a file starts from the folder of that file.
std::filesystem::path resolved(const yaml::Value& path);

// The description in a tree whose includes are merged in; compiled, with its remarks.
Mechanism read_merged(const yaml::NodePtr& root, ReadReport* report);
Scenario compiled(const Mechanism& mechanism, const ReadReport& report);

// Where a value and all in it stands. `depth`: of the keys that are kept.
Said said_of(const yaml::Value& value, int depth = 64);
// The text of a formula, which is compiled later; the parameters that it names count as used.
// `expected` is for messages.
std::string read_formula(const yaml::Value& value, std::string_view expected);
std::vector<std::string> read_formulas(const yaml::Value& value, std::string_view expected);
// Units in formulas must fit, one quantity each, as far as a formula is written with units
// throughout.
void check_units(const yaml::Value& value, const std::vector<Quantity>& quantities);
// Parameters that formulas name.
std::set<std::string> names_in(std::string_view formula);

Numbers to_numbers(const Eigen::VectorXd& values);
Eigen::Vector3d read_vector3(const yaml::Value& value, const Quantity& quantity);
Pose read_pose(const yaml::Value& value);    // a position or a map
Pose read_pose(const yaml::Fields& fields);  // of keys as in a pose
// A name of a body or frame, or a map with one of them and a pose.
Place read_place(const yaml::Value& value);
// The same from such a map, which may have further keys. It may name neither if it `may_be_world`.
Place read_place(const yaml::Fields& fields, bool may_be_world = false);

// Tables that formulas may call; they are added to the constants.
void read_tables(const yaml::Value& list, Constants& constants);

// The same tree, all of which stands at one place.
yaml::NodePtr placed(const yaml::TreeNode& node, const yaml::Place& place);
// A model as the file that would describe it, all of which stands at one place.
yaml::NodePtr written_model(const Mechanism& mechanism, const yaml::Place& place);
// A model with items of its lists changed by name.
yaml::NodePtr edited_model(const yaml::TreeNode& model, const yaml::Value& edit);
// A body whose mass, centre or moments are changed: its centre stays, and its moments scale with
// the mass, where they are not given.
yaml::NodePtr with_edited_inertia(const yaml::Value& body, const yaml::Value& edit);

// Models that are parts of a model, and a model of another size.
void read_parts(const yaml::Value& list, Mechanism& mechanism, ReadReport& report);
void scale_model(const yaml::Value& factor, Mechanism& mechanism, ReadReport& report);
// All lists of a model that is described.
void read_described_lists(const yaml::Value& value, Mechanism& mechanism, ReadReport& report);

void read_model(const yaml::Value& value, Mechanism& mechanism, ReadReport& report);
void read_world(const yaml::Value& value, Mechanism& mechanism, ReadReport& report);
BodyItem read_body(const yaml::Value& value, const Mechanism& mechanism, ReadReport& report);
void read_bodies(const yaml::Value& list, Mechanism& mechanism, ReadReport& report);
// Files that a shape of the mechanism has come from are not read again.
void read_shapes(const yaml::Value& list, const Mechanism& mechanism,
                 std::vector<ShapeItem>& shapes, ReadReport& report);
void read_frames(const yaml::Value& list, Mechanism& mechanism);
void read_joints(const yaml::Value& list, Mechanism& mechanism);
void read_springs(const yaml::Value& list, Mechanism& mechanism);
void read_loops(const yaml::Value& list, Mechanism& mechanism);
void read_contacts(const yaml::Value& list, Mechanism& mechanism);
void read_cables(const yaml::Value& list, Mechanism& mechanism);
LoopJointItem read_loop_joint(const yaml::Fields& fields);
double read_restitution(const yaml::Value& value);

void read_initial(const yaml::Value& value, Mechanism& mechanism);
void read_impacts(const yaml::Value& value, Mechanism& mechanism);
void read_contact_settings(const yaml::Value& value, Mechanism& mechanism);
void read_touching_shapes(const yaml::Fields& fields, Mechanism& mechanism);
void read_changes(const yaml::Value& list, Mechanism& mechanism);
void read_switched_off(const yaml::Value& list, Mechanism& mechanism);
void read_motors(const yaml::Value& list, Mechanism& mechanism);
void read_controllers(const yaml::Value& list, Mechanism& mechanism);
void read_prescribed(const yaml::Value& list, Mechanism& mechanism);
void read_integrator(const yaml::Value& value, Mechanism& mechanism);
void read_record(const yaml::Value& value, Mechanism& mechanism);
void read_grasps(const yaml::Value& list, Mechanism& mechanism);
void read_plots(const yaml::Value& list, Mechanism& mechanism);
// `parameters`: those of the scenario.
StudyKeys read_study_keys(const yaml::Value& study, const Constants& parameters);
void read_picture(const yaml::Value& value, Mechanism& mechanism);

}  // namespace catena::scenario
