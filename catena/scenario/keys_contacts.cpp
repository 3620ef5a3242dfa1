// The keys of contacts.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names friction_laws[] = {"coulomb", "always_sliding"};
constexpr Names impact_laws[] = {"newton", "poisson"};
constexpr Names impact_orders[] = {"simultaneous", "sequential"};

constexpr Key contact_list[] = {
    {"name", Type::Text, "unique among contacts", required},
    nested<place>("point", Type::TextOrMap, "the contact point on a body", required),
    {"radius", Type::Number, "of a sphere around the point, m; default 0"},
    nested<contact_plane>("plane", Type::TextOrMap,
                          "the opposite plane: ground, or a body or frame for its z = 0"),
    nested<contact_surface>("surface", Type::Map, "instead: a smooth surface; points only"),
    nested<contact_sphere>("sphere", Type::Map, "instead: a sphere of another body"),
    {"restitution", Type::Number, "0 (no rebound) to 1; default 0"},
    {"friction", Type::Number, "coefficient of dry friction; default 0"},
    {"static_friction", Type::Number,
     "coefficient of sticking contacts; default: same as friction"},
    {"slip_speed", Type::Number,
     "below this sliding speed static friction applies, m/s; default 0"},
    {"friction_across", Type::Number,
     "coefficient across friction_axis; default: same as friction"},
    {"friction_axis", Type::Vector3,
     "axis along which friction applies, in the axes of the plane or surface; default [1, 0, 0]"},
    {"spin", Type::Number,
     "greatest moment about the normal per normal force, m, on one ellipsoid with friction (soft "
     "finger); default 0"},
    {"rolling", Type::Number, "greatest rolling moment per normal force, m; default 0"},
    {"surface_velocity", Type::FormulaOrList,
     "of the plane or surface relative to its body, in its axes: three formulas of time and "
     "positions, which conditions of all that moves may switch, m/s"},
    nested<contact_region>("region", Type::Map,
                           "instead of the point: a flat face that rests on the plane"),
    {"friction_law", Type::Choice, "coulomb (sticks and slides; default) or always_sliding", false,
     friction_laws},
    {"two_sided", Type::Boolean, "the point stays on the surface; default false"},
};
constexpr Key plane_list[] = {
    {"normal", Type::Vector3, "to the allowed side, in the axes there; default [0, 0, 1]"},
};
constexpr auto contact_plane_list = joined(place_keys, plane_list);
constexpr Key surface_list[] = {
    {"formula", Type::Formula, "of x, y and z there, m; zero on the surface, positive outside",
     required},
};
constexpr auto contact_surface_list = joined(surface_list, place_keys);
constexpr Key radius_list[] = {
    {"radius", Type::Number, "of the sphere, m", required},
};
constexpr auto contact_sphere_list = joined(place_keys, radius_list);
constexpr Key contact_region_list[] = {
    {"disc", Type::Number, "its radius, m"},
    {"hole", Type::Number, "radius of a hole in the disc, m; default 0"},
    {"rectangle", Type::NumberOrList, "instead: length and width along x and y, m"},
    {"polygon", Type::NumberOrMatrix, "instead: corners [x, y], m, counter-clockwise"},
};
constexpr Names contact_methods[] = {"automatic", "events", "stepping"};
constexpr Names touching_shapes[] = {"none", "all"};
constexpr Names contact_solvers[] = {"chain", "lemke"};
constexpr Names pyramids[] = {"inscribed", "equal_area"};
constexpr Key contact_solver_list[] = {
    {"kind", Type::Choice,
     "chain (default), or lemke: pivoting on pyramids instead of cones, with the chain as fallback",
     false, contact_solvers},
    {"edges", Type::Integer, "of the pyramids, 4 to 64; default 8"},
    {"pyramid", Type::Choice, "inscribed in the cone (default), or of equal_area", false, pyramids},
    {"polish", Type::Boolean,
     "whether Newton's method on the cones follows; default true. Without it friction is that of "
     "the pyramids"},
};
constexpr Key contact_group_list[] = {
    {"name", Type::Text, "its name in `ignore`", required},
    {"bodies", Type::TextList, "its bodies", required},
};
constexpr Key material_pair_list[] = {
    {"friction", Type::Number, "coefficient of dry friction; default 0"},
    {"kinetic", Type::Number, "the same"},
    {"static_friction", Type::Number,
     "coefficient of sticking contacts; default: same as friction"},
    {"static", Type::Number, "the same"},
    {"restitution", Type::Number, "0 (no rebound) to 1; default 0"},
    {"slip_speed", Type::Number,
     "below this sliding speed static friction applies, m/s; default 0"},
    {"spin", Type::Number,
     "greatest moment about the normal per normal force, m (soft finger); default 0"},
    {"rolling", Type::Number, "greatest rolling moment per normal force, m; default 0"},
    {"friction_across", Type::Number,
     "coefficient across friction_axis; default: same as friction"},
    {"friction_axis", Type::Vector3,
     "a direction in the axes of the shape with its own friction_axis, else of the one with the "
     "first material, else of the one described first; default x"},
};
constexpr Key contact_settings_list[] = {
    {"method", Type::Choice,
     "events (exact times), stepping (steps of given size) or automatic (events while they are "
     "few; default)",
     false, contact_methods},
    {"step", Type::Number,
     "size of time steps, s; default: the step of a fixed-step integrator, otherwise 1 ms"},
    {"correction", Type::Number,
     "of time steps: fraction of a penetration that velocities remove in each step, 0 to 1; 0 "
     "(default): positions are corrected directly"},
    {"tolerance", Type::Number,
     "of time steps: permitted distance of closed contacts from their surfaces, and of sticking "
     "points from their anchors, m; 0 (default): as small as possible"},
    {"sleep", Type::Boolean,
     "of time steps: no steps are computed at rest until something changes; default false"},
    {"sleep_islands", Type::Boolean,
     "likewise for bodies that rest on each other while others move; default false"},
    {"threads", Type::Integer,
     "threads that share the work, 1 (default) to 256; results are the same, bit for bit"},
    nested<contact_solver>("solver", Type::TextOrMap,
                           "of time steps: solver for the impulses, chain or lemke, or a map"),
    {"shapes", Type::Choice,
     "which shapes of bodies touch: all, or none (default; with the text automatic "
     "alone, all)",
     false, touching_shapes},
    {"distance", Type::Number,
     "points of two shapes closer than this form one contact region, m; default 0.1 mm"},
    {"friction", Type::Number, "for shapes whose materials are in no table; default 0.5"},
    {"restitution", Type::Number, "likewise; default 0"},
    nested<material_pair>("materials", Type::Configurations,
                          "properties of pairs of materials by name: steel/rubber, or rubber for "
                          "rubber against anything"),
    {"ignore", Type::TextPairs, "pairs of bodies, or of groups of them, that do not touch"},
    nested<contact_group>("groups", Type::MapList, "groups of bodies, for `ignore`"),
    {"connected", Type::Boolean,
     "whether bodies connected by a joint touch as well; default false"},
    {"part_links", Type::Boolean,
     "whether bodies of one mechanism that overlap at the start are moved apart; default false: "
     "they do not touch each other"},
    {"ground", Type::Boolean, "whether the world has a floor z <= 0; default false"},
    {"ground_material", Type::Text, "material of the floor"},
};
constexpr Key impacts_list[] = {
    {"law", Type::Choice, "restitution relates velocities (newton, default) or impulses (poisson)",
     false, impact_laws},
    {"order", Type::Choice,
     "of simultaneous impacts: all at once (simultaneous, default) or one after the other, the "
     "fastest first (sequential)",
     false, impact_orders},
    {"rest_speed", Type::Number, "slower rebounds are set to zero, m/s; default 1e-6"},
};

}  // namespace

constexpr Section contact{"contact", contact_list};
constexpr Section contact_plane{"contact_plane", contact_plane_list};
constexpr Section contact_surface{"contact_surface", contact_surface_list};
constexpr Section contact_sphere{"contact_sphere", contact_sphere_list};
constexpr Section contact_region{"contact_region", contact_region_list};
constexpr Section impacts{"impacts", impacts_list};
constexpr Section contact_solver{"contact_solver", contact_solver_list};
constexpr Section contact_settings{"contact_settings", contact_settings_list};
constexpr Section contact_group{"contact_group", contact_group_list};
constexpr Section material_pair{"material_pair", material_pair_list};

}  // namespace catena::scenario_keys
