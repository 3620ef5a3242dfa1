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
constexpr Names contact_methods[] = {"automatic", "events", "stepping"};
constexpr Key contact_settings_list[] = {
    {"method", Type::Choice,
     "events (exact times), stepping (steps of given size) or automatic (events while they are "
     "few; this if not given)",
     false, contact_methods},
    {"step", Type::Number,
     "size of time steps, s; that of an integrator with fixed steps, else 1 ms, if not given"},
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
constexpr Section impacts{"impacts", impacts_list};
constexpr Section contact_settings{"contact_settings", contact_settings_list};

}  // namespace catena::scenario_keys
