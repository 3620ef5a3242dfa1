#include "catena/scenario/element_kinds.hpp"
#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names builtins[] = {
    "chain",   "planar_chain", "double_pendulum", "arm",        "quadruped", "humanoid",
    "hand",    "human_figure", "gymnast",         "n_four_bar", "bricard",   "squeezer",
    "puma560", "barrett_hand", "handset",         "mug",        "bottle",    "box",
    "ball",    "workbench"};
constexpr Names scaled_stiffness[] = {"scale", "keep"};
constexpr Names integrators[] = {"automatic", "dormand_prince", "radau", "rk4",
                                 "semi_implicit_euler"};
constexpr Names columns[] = {"q",
                             "v",
                             "a",
                             "tau",
                             "f",
                             "energy",
                             "limits",
                             "contacts",
                             "contact_points",
                             "cables",
                             "elements",
                             "poses",
                             "energy_by_source"};

constexpr Key scenario_list[] = {
    {"catena", Type::Integer, "version of this format: 1"},
    {"name", Type::Text, "title of the scenario"},
    {"description", Type::Text, "what it shows"},
    {"include", Type::TextOrList,
     "scenario files whose keys apply where this file does not have them"},
    {"parameters", Type::Numbers, "named constants, for use in all formulas and numbers"},
    nested<table>("tables", Type::MapList, "functions given by points, for use in all formulas"),
    nested<described_model, urdf_model, builtin_model>(
        "model", Type::TextOrMap, "the mechanism: described here, a file, or a built-in one"),
    nested<initial_value>(
        "initial", Type::Configurations,
        "initial positions and velocities of joints (or joint.coordinate); default zero"),
    {"state", Type::Text,
     "text of a checkpoint to start from, instead of 'initial' and 'start_time'"},
    nested<motor>("motors", Type::MapList, "efforts on joints"),
    nested<controller, arm_controller>("controllers", Type::MapList,
                                       "motors that follow a path together"),
    nested<prescribed>("prescribed", Type::MapList, "joints with a prescribed motion"),
    nested<contact_settings>("contact", Type::TextOrMap,
                             "method for contacts, stops and dry friction: a method, or a map"),
    {"ground", Type::Boolean,
     "whether the world has a floor z <= 0 and all shapes touch; the same as in 'contact'"},
    {"settle", Type::Boolean,
     "whether free bodies are placed onto what is below them at the start; default false"},
    nested<impacts>("impacts", Type::Map, "law for impacts of contacts"),
    nested<change>("changes", Type::MapList, "what is cut, connected and switched during the run"),
    {"switched_off", Type::TextOrList, "motors, contacts, cables, springs, forces that start off"},
    {"reroot", Type::Boolean, "whether a change may choose a new spanning tree; default true"},
    nested<integrator>("integrator", Type::TextOrMap, "the integrator: a method, or a map"),
    {"start_time", Type::Number, "t at the start, s; default 0"},
    {"duration", Type::Number, "simulated time, s; default 10"},
    nested<record>("record", Type::Map, "what a recording contains"),
    nested<grasp>("grasps", Type::MapList,
                  "hands and the objects they grasp; closure and quality are recorded"),
    nested<plot>("plots", Type::MapList, "panels that are plotted by default"),
    nested<study>("study", Type::Map,
                  "parameters that 'catena sweep' varies, and the results that it keeps"),
    nested<picture>("picture", Type::Map, "settings for pictures and films"),
};
constexpr Key described_model_list[] = {
    {"gravity", Type::Vector3, "gravitational acceleration, m/s^2; default [0, 0, -9.81]"},
    {"fuse_welds", Type::Boolean, "welded bodies become part of their parents: faster"},
    {"edit", Type::Map, "items of its lists that change, by name"},
    nested<world>("world", Type::Map, "fixed surroundings of the mechanism"),
    nested<part>("parts", Type::MapList, "models that are part of this one, each under a prefix"),
    nested<model_scale>("scale", Type::NumberListOrMap, "size relative to the original"),
    nested<body>("bodies", Type::MapList, "the moving parts"),
    nested<joint>("joints", Type::MapList, "their joints; one for every body"),
    nested<frame>("frames", Type::MapList, "named places on bodies"),
    nested<coupled_spring>("springs", Type::MapList,
                           "springs between coordinates of several joints"),
    nested<loop_joint, loop_rod, loop_coupling, loop_rolling>(
        "loops", Type::MapList, "connections that close loops of the tree"),
    nested<contact>("contacts", Type::MapList,
                    "contacts of given geometry between bodies, or with the world"),
    nested<cable>("cables", Type::MapList, "elastic cables, which can pull but not push"),
};
constexpr Key urdf_model_list[] = {
    {"urdf", Type::Text, "path of a URDF file, from the folder of this file", required},
    {"floating", Type::Boolean, "the root link moves freely instead of being fixed to the world"},
    {"fuse_fixed", Type::Boolean, "links on fixed joints become part of their parents: faster"},
    {"lock", Type::TextList, "joints that are held at zero"},
    {"edit", Type::Map, "items of its lists that change, by name"},
    {"gravity", Type::Vector3, "gravitational acceleration, m/s^2; default [0, 0, -9.81]"},
    {"damping", Type::Number, "viscous damping of every joint instead of the file's"},
    {"restitution", Type::Number, "of the limits of all joints, 0 to 1"},
    nested<world>("world", Type::Map, "fixed surroundings of the mechanism"),
    nested<part>("parts", Type::MapList, "models that are part of this one, each under a prefix"),
    nested<model_scale>("scale", Type::NumberListOrMap, "size relative to the original"),
    nested<body>("bodies", Type::MapList, "further moving parts"),
    nested<joint>("joints", Type::MapList, "their joints; one for each"),
    nested<frame>("frames", Type::MapList, "named places on bodies"),
    nested<loop_joint, loop_rod, loop_coupling, loop_rolling>(
        "loops", Type::MapList, "connections that close loops of the tree"),
    nested<contact>("contacts", Type::MapList,
                    "contacts of given geometry between bodies, or with the world"),
    nested<cable>("cables", Type::MapList, "elastic cables, which can pull but not push"),
};
constexpr Key builtin_model_list[] = {
    {"builtin", Type::Choice, "name of the model", required, builtins},
    {"links", Type::Integer, "of a chain or planar_chain"},
    {"four_bars", Type::Integer, "of an n_four_bar: number of four-bars"},
    {"edit", Type::Map, "items of its lists that change, by name"},
    {"springs", Type::Boolean, "of the hand; default true"},
    {"limits", Type::Boolean, "of the hand, human_figure or gymnast; default true"},
    {"gravity", Type::Vector3, "gravitational acceleration, m/s^2; default [0, 0, -9.81]"},
    {"damping", Type::Number, "viscous damping of every joint; default 3 for the hand"},
    {"restitution", Type::Number, "of the limits of all joints, 0 to 1"},
    nested<world>("world", Type::Map, "fixed surroundings of the mechanism"),
    nested<part>("parts", Type::MapList, "models that are part of this one, each under a prefix"),
    nested<model_scale>("scale", Type::NumberListOrMap, "size relative to the original"),
    nested<body>("bodies", Type::MapList, "further moving parts"),
    nested<joint>("joints", Type::MapList, "their joints; one for each"),
    nested<frame>("frames", Type::MapList, "named places on bodies"),
    nested<loop_joint, loop_rod, loop_coupling, loop_rolling>(
        "loops", Type::MapList, "connections that close loops of the tree"),
    nested<contact>("contacts", Type::MapList,
                    "contacts of given geometry between bodies, or with the world"),
    nested<cable>("cables", Type::MapList, "elastic cables, which can pull but not push"),
};
constexpr Key part_list[] = {
    {"prefix", Type::Text, "beginning of all its names: left_", required},
    nested<described_model, urdf_model, builtin_model>(
        "model", Type::TextOrMap, "a file with a model, a robot, or a map as in 'model'", required),
    {"on", Type::Text, "body that carries it, in place of its world; default world"},
    nested<pose>("at", Type::PoseOrVector, "where on it"),
    nested<model_scale>("scale", Type::NumberListOrMap, "size relative to the original"),
};
constexpr Key model_scale_list[] = {
    {"length", Type::Number, "factor of all lengths", required},
    {"mass", Type::Number, "factor of all masses; default: the length factor cubed"},
    {"stiffness", Type::Choice,
     "springs and dampers: scaled for a similar motion (default), or kept", false,
     scaled_stiffness},
};
constexpr Key body_list[] = {
    {"name", Type::Text, "unique among bodies and frames", required},
    nested<inertia>("inertia", Type::Map, "mass and inertia; default from the shapes"),
    nested<shape>("shapes", Type::MapList,
                  "for drawing, contact and, with mass or density, inertia"),
    {"draw", Type::Boolean, "whether viewers show it; default true"},
    nested<lent_mass>("lent_mass", Type::Map,
                      "part of the mass of a connected body; for massless bodies"),
};
constexpr Key inertia_list[] = {
    {"mass", Type::Number, "kg", required},
    {"com", Type::Vector3, "centre of mass, m; default: the body's origin"},
    {"moments", Type::Vector3, "ixx, iyy, izz about the centre of mass, kg m^2"},
    {"products", Type::Vector3, "ixy, ixz, iyz about the centre of mass, kg m^2"},
    {"first_moment", Type::Vector3,
     "instead of com: mass times com, kg m; moments and products are then about the body's origin"},
    {"tolerated", Type::Boolean,
     "an inertia that no real body can have is a warning, not an error; default false"},
};
constexpr Key pose_list[] = {
    {"position", Type::Vector3, "m; default zero"},
    {"rpy", Type::Vector3, "roll, pitch, yaw about the fixed axes x, y, z, rad"},
    {"quaternion", Type::Vector4, "w, x, y, z"},
    {"axis", Type::Vector3, "of a rotation by `angle`"},
    {"angle", Type::Number, "of a rotation about `axis`, rad"},
    {"matrix", Type::Matrix3, "instead: the rotation as a matrix, by rows"},
};
constexpr Key joint_list[] = {
    {"name", Type::Text, "unique among joints", required},
    {"kind", Type::Choice, "how it moves", required, joint_kinds},
    {"parent", Type::Text, "body (or world) that it is fixed to", required},
    {"child", Type::Text, "body that it moves", required},
    {"axis", Type::Vector3, "of motion, in the joint's frame; default [0, 0, 1]"},
    {"axis2", Type::Vector3, "of a universal joint: its second axis; default [0, 1, 0]"},
    {"pitch", Type::Number, "of a helical joint, m/rad"},
    {"radius", Type::Number, "of an involute joint's pulley, m"},
    nested<pose>("at", Type::PoseOrVector, "the joint in the parent"),
    nested<pose>("child_at", Type::PoseOrVector, "the joint in the child"),
    {"coordinates", Type::TextList, "a name for each coordinate"},
    {"damping", Type::NumberOrList, "viscous, N m s/rad or N s/m"},
    {"armature", Type::NumberOrList, "rotor inertia, kg m^2 or kg"},
    nested<friction>("friction", Type::Map, "dry friction"),
    nested<spring>("spring", Type::Map, "a spring across the joint"),
    nested<limits>("limits", Type::Map, "stops, and permitted velocity and effort"),
};
constexpr Key friction_list[] = {
    {"coulomb", Type::NumberOrList, "effort while sliding, N m or N", required},
    {"static", Type::NumberOrList, "effort to break away; default: same as coulomb"},
};
constexpr Key spring_list[] = {
    {"stiffness", Type::NumberOrMatrix, "N m/rad or N/m", required},
    nested<pose>("rest", Type::NumberListOrMap, "rest position; default zero"),
};
constexpr Key limits_list[] = {
    {"lower", Type::NumberOrList, "lowest position; default none"},
    {"upper", Type::NumberOrList, "highest position; default none"},
    {"restitution", Type::NumberOrList, "0 (no rebound) to 1; default 0"},
    {"velocity", Type::NumberOrList, "highest speed, for information"},
    {"effort", Type::NumberOrList, "highest effort, for information"},
};
constexpr Key frame_list[] = {
    {"name", Type::Text, "unique among bodies and frames", required},
    {"body", Type::Text, "that it is fixed to", required},
    nested<pose>("at", Type::PoseOrVector, "where on the body"),
};
constexpr Key coupled_spring_list[] = {
    {"name", Type::Text, "of the spring", required},
    {"joints", Type::TextList, "whose coordinates it couples, in this order", required},
    {"stiffness", Type::NumberOrMatrix, "effort = -stiffness (q - rest)", required},
    {"rest", Type::NumberOrList, "rest position; default zero"},
};
constexpr Key initial_value_list[] = {
    nested<pose>("q", Type::NumberListOrMap, "position"),
    {"v", Type::NumberOrList, "velocity; default zero"},
    {"guess", Type::Boolean, "may change when loops are closed; default false"},
    {"position", Type::Vector3, "of a free joint, m"},
    {"rpy", Type::Vector3, "of a free or spherical joint: roll, pitch, yaw, rad"},
    {"quaternion", Type::Vector4, "of a free or spherical joint: w, x, y, z"},
    {"axis", Type::Vector3, "of a free or spherical joint: axis of a rotation by `angle`"},
    {"angle", Type::Number, "of a free or spherical joint: angle of a rotation about `axis`, rad"},
    {"matrix", Type::Matrix3, "of a free or spherical joint: the rotation as a matrix, by rows"},
};
constexpr Key motor_list[] = {
    {"name", Type::Text, "name in the energy ledger; default: the joint's name"},
    {"joint", Type::Text, "joint or joint.coordinate that it drives", required},
    {"effort", Type::FormulaOrList, "formula of t, q.JOINT and v.JOINT, N m or N"},
    {"ratio", Type::Number,
     "gear ratio: the joint receives the effort times this ratio; default 1"},
    {"target", Type::FormulaOrList, "position for a servo to follow: formula of t"},
    {"stiffness", Type::NumberOrList, "of a servo, N m/rad or N/m"},
    {"damping", Type::NumberOrList, "of a servo, N m s/rad or N s/m; default zero"},
    {"effort_limit", Type::NumberOrList, "largest effort, N m or N"},
};
constexpr Key prescribed_list[] = {
    {"name", Type::Text, "name in the energy ledger; default: the joint's name"},
    {"joint", Type::Text, "joint or joint.coordinate that it moves", required},
    {"position", Type::Formula, "formula of t", required},
};
constexpr Key integrator_list[] = {
    {"kind", Type::Choice,
     "method; default automatic: explicit steps (dormand_prince) until the motion is stiff, "
     "implicit ones (radau) while they cost less",
     false, integrators},
    {"step", Type::Number, "step of fixed-step methods; first step of others, s"},
    {"tolerance", Type::Number, "relative error per step of variable-step methods"},
    {"absolute_tolerance", Type::Number, "absolute error per step of the same"},
    {"max_step", Type::Number, "longest step of the same, s"},
};
constexpr Key record_list[] = {
    {"interval", Type::Number, "between samples, s; default 0.01"},
    {"columns", Type::ChoiceList, "what is recorded", false, columns},
    {"frames", Type::TextList, "frames and bodies whose positions are recorded"},
    {"pairs", Type::TextPairs,
     "pairs of bodies whose contacts are recorded; world or ground for everything fixed"},
    {"touched", Type::TextList,
     "bodies for which the sum of all contact forces and the centre of pressure are recorded"},
};
constexpr Key grasp_list[] = {
    {"name", Type::Text, "of its columns and events; default: the name of the object"},
    {"object", Type::Text, "the the grasped body", required},
    {"hand", Type::TextOrList, "bodies that grasp, each with all bodies that it carries", required},
    {"volume", Type::Boolean,
     "whether the volume of the wrench space is recorded, which takes long; default false"},
};
constexpr Key plot_list[] = {
    {"title", Type::Text, "of the panel; default none"},
    {"columns", Type::TextOrList, "columns of the recording; * stands for any text", required},
    {"x", Type::Text, "column for the horizontal axis; default t"},
};

}  // namespace

constexpr Section scenario{"scenario", scenario_list};
const Section described_model{"described_model", scenario::with_element_keys(described_model_list)};
const Section urdf_model{"urdf_model", scenario::with_element_keys(urdf_model_list)};
const Section builtin_model{"builtin_model", scenario::with_element_keys(builtin_model_list)};
constexpr Section part{"part", part_list};
constexpr Section model_scale{"model_scale", model_scale_list};
constexpr Section body{"body", body_list};
constexpr Section inertia{"inertia", inertia_list};
constexpr Section pose{"pose", pose_list};
constexpr Section joint{"joint", joint_list};
constexpr Section friction{"friction", friction_list};
constexpr Section spring{"spring", spring_list};
constexpr Section limits{"limits", limits_list};
constexpr Section frame{"frame", frame_list};
constexpr Section coupled_spring{"coupled_spring", coupled_spring_list};
constexpr Section initial_value{"initial_value", initial_value_list};
constexpr Section motor{"motor", motor_list};
constexpr Section prescribed{"prescribed", prescribed_list};
constexpr Section integrator{"integrator", integrator_list};
constexpr Section record{"record", record_list};
constexpr Section grasp{"grasp", grasp_list};
constexpr Section plot{"plot", plot_list};

}  // namespace catena::scenario_keys
