// The keys of contacts.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names friction_laws[] = {"coulomb", "always_sliding"};
constexpr Names impact_laws[] = {"newton", "poisson"};
constexpr Names impact_orders[] = {"simultaneous", "sequential"};

constexpr Key contact_list[] = {
    {"name", Type::Text, "unique among contacts", required},
    nested<place>("point", Type::TextOrMap, "what touches: a point of a body", required),
    {"radius", Type::Number, "of a sphere around the point, m; 0 if not given"},
    nested<contact_plane>("plane", Type::TextOrMap,
                          "what it touches: a plane; ground, or a body or frame for its z = 0"),
    nested<contact_surface>("surface", Type::Map, "instead: a smooth surface; points only"),
    nested<contact_sphere>("sphere", Type::Map, "instead: a sphere of another body"),
    {"restitution", Type::Number, "0 (no rebound) to 1; 0 if not given"},
    {"friction", Type::Number, "coefficient of dry friction; 0 if not given"},
    {"static_friction", Type::Number, "of contacts that stick; as friction if not given"},
    {"slip_speed", Type::Number, "slower sliding is rubbed like sticking, m/s; 0 if not given"},
    {"friction_across", Type::Number, "coefficient across friction_axis; as friction if not given"},
    {"friction_axis", Type::Vector3,
     "along which friction holds, in the axes of the plane or surface; [1, 0, 0] if not given"},
    {"spin", Type::Number,
     "most moment about the normal per normal force, m, on one ellipsoid with friction (soft "
     "finger); 0 if not given"},
    {"rolling", Type::Number, "most moment of rolling per normal force, m; 0 if not given"},
    {"surface_velocity", Type::FormulaOrList,
     "of the plane or surface past its body, in its axes: three formulas of t, m/s"},
    nested<contact_region>("region", Type::Map,
                           "a flat face around the point instead, which rests on the plane"),
    {"friction_law", Type::Choice,
     "coulomb (sticks and slides; this if not given) or always_sliding", false, friction_laws},
    {"two_sided", Type::Boolean, "the point is kept on the surface; false if not given"},
};
constexpr Key plane_list[] = {
    {"normal", Type::Vector3, "to the allowed side, in the axes there; [0, 0, 1] if not given"},
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
    {"hole", Type::Number, "radius of a hole in the disc, m; 0 if not given"},
    {"rectangle", Type::NumberOrList, "instead: length and width along x and y, m"},
    {"polygon", Type::NumberOrMatrix, "instead: corners [x, y], m, counter-clockwise"},
};
constexpr Names contact_methods[] = {"automatic", "events", "stepping"};
constexpr Names touching_shapes[] = {"none", "all"};
constexpr Names contact_solvers[] = {"chain", "lemke"};
constexpr Names pyramids[] = {"inscribed", "equal_area"};
constexpr Key contact_solver_list[] = {
    {"kind", Type::Choice,
     "chain (this if not given), or lemke: pivoting on pyramids in place of cones, and the chain "
     "where that does not end",
     false, contact_solvers},
    {"edges", Type::Integer, "of the pyramids, 4 to 64; 8 if not given"},
    {"pyramid", Type::Choice, "inscribed in the cone (this if not given), or of equal_area", false,
     pyramids},
    {"polish", Type::Boolean,
     "whether Newton's method on the cones follows; true if not given. Without it friction is that "
     "of the pyramids"},
};
constexpr Key contact_group_list[] = {
    {"name", Type::Text, "what `ignore` calls it", required},
    {"bodies", Type::TextList, "its bodies", required},
};
constexpr Key material_pair_list[] = {
    {"friction", Type::Number, "coefficient of dry friction; 0 if not given"},
    {"kinetic", Type::Number, "the same"},
    {"static_friction", Type::Number, "of contacts that stick; as friction if not given"},
    {"static", Type::Number, "the same"},
    {"restitution", Type::Number, "0 (no rebound) to 1; 0 if not given"},
    {"slip_speed", Type::Number, "slower sliding is rubbed like sticking, m/s; 0 if not given"},
    {"spin", Type::Number,
     "most moment about the normal per normal force, m (soft finger); 0 if not given"},
    {"rolling", Type::Number, "most moment of rolling per normal force, m; 0 if not given"},
};
constexpr Key contact_settings_list[] = {
    {"method", Type::Choice,
     "events (exact times), stepping (steps of given size) or automatic (events while they are "
     "few; this if not given)",
     false, contact_methods},
    {"step", Type::Number,
     "size of time steps, s; that of an integrator with fixed steps, else 1 ms, if not given"},
    {"correction", Type::Number,
     "of time steps: part of a penetration that velocities take out in each step, 0 to 1; 0 (this "
     "if not given): positions are put back, and no velocity is added"},
    {"tolerance", Type::Number,
     "of time steps: how far closed contacts may be from their surfaces, and sticking points from "
     "where they stick, m; 0 (this if not given): as little as can be reached"},
    {"sleep", Type::Boolean,
     "of time steps: what rests is not computed until something changes; false if not given"},
    {"sleep_islands", Type::Boolean,
     "likewise for bodies that rest on each other while others move; false if not given"},
    {"threads", Type::Integer,
     "threads that share the work, 1 (this if not given) to 256; results are the same, bit for "
     "bit"},
    nested<contact_solver>("solver", Type::TextOrMap,
                           "of time steps: who finds the impulses, chain or lemke, or a map"),
    {"shapes", Type::Choice,
     "which shapes of bodies touch: all, or none (this if not given; with the text automatic "
     "alone, all)",
     false, touching_shapes},
    {"distance", Type::Number,
     "points of two shapes this near are one region of contact, m; 0.1 mm if not given"},
    {"friction", Type::Number, "between shapes whose materials have none; 0.5 if not given"},
    {"restitution", Type::Number, "likewise; 0 if not given"},
    nested<material_pair>("materials", Type::Configurations,
                          "what pairs of materials do, by their names: steel/rubber, or rubber "
                          "for rubber and anything"),
    {"ignore", Type::TextPairs, "pairs of bodies, or of groups of them, that do not touch"},
    nested<contact_group>("groups", Type::MapList, "groups of bodies, for `ignore`"),
    {"connected", Type::Boolean,
     "whether bodies that a joint connects touch, too; false if not given"},
    {"part_links", Type::Boolean,
     "whether bodies of one mechanism that overlap at the start are moved apart; false if not "
     "given: they do not touch each other"},
    {"ground", Type::Boolean, "whether the world has a floor z <= 0; false if not given"},
    {"ground_material", Type::Text, "what the floor is made of"},
};
constexpr Key impacts_list[] = {
    {"law", Type::Choice,
     "restitution of velocities (newton, this if not given) or impulses (poisson)", false,
     impact_laws},
    {"order", Type::Choice,
     "of impacts at one time: simultaneous (this if not given) or sequential, the fastest first",
     false, impact_orders},
    {"rest_speed", Type::Number, "slower rebounds count as none, m/s; 1e-6 if not given"},
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
