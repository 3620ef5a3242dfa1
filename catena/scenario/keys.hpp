#pragma once
// Every key that a scenario file may have. The reader accepts these and no others, and the JSON
// Schema is made from them.

#include "catena/yaml/yaml_section.hpp"

namespace catena::scenario_keys {

extern const yaml::Section scenario, table;
extern const yaml::Section described_model, urdf_model, builtin_model;
extern const yaml::Section part, model_scale;
extern const yaml::Section body, world, inertia, shape, pose;
extern const yaml::Section box, sphere, cylinder, capsule, ellipsoid, cone, half_space;
extern const yaml::Section hull, shape_mesh, convex_parts, height_field;
extern const yaml::Section joint, friction, spring, limits, frame, coupled_spring;
extern const yaml::Section loop_joint, loop_rod, loop_coupling, loop_rolling, place;
extern const yaml::Section rod, coupling, rolling, change, connect, breakaway;
extern const yaml::Section contact, contact_plane, contact_surface, contact_sphere, contact_region,
    impacts, contact_settings, contact_solver, contact_group, material_pair;
extern const yaml::Section cable, cable_stop, lent_mass;
extern const yaml::Section initial_value, motor, prescribed, controller, knot, postures;
extern const yaml::Section arm_controller, arm_move;
extern const yaml::Section integrator, record, grasp, plot, picture, film;
extern const yaml::Section study, study_range, study_result, study_map;

}  // namespace catena::scenario_keys
