// The keys of shapes.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names length_units[] = {"m", "mm", "cm", "dm", "km", "um", "in", "ft"};

constexpr Key world_list[] = {
    nested<shape>("shapes", Type::MapList, "a floor, a bench, a ramp, a frame: without mass"),
};
constexpr Key shape_list[] = {
    nested<box>("box", Type::Map, "a cuboid"),
    nested<sphere>("sphere", Type::Map, "a ball"),
    nested<cylinder>("cylinder", Type::Map, "a cylinder along z"),
    nested<capsule>("capsule", Type::Map, "a cylinder along z with round caps"),
    nested<ellipsoid>("ellipsoid", Type::Map, "an ellipsoid"),
    nested<cone>("cone", Type::Map, "a cone along z, its apex on top"),
    nested<half_space>("half_space", Type::Map, "everything below its z = 0: {}; it has no mass"),
    nested<hull>("hull", Type::Map, "the convex hull of points, or of the vertices of a file"),
    nested<shape_mesh>("mesh", Type::Map, "a closed surface of triangles, which may be concave"),
    nested<height_field>("height_field", Type::Map, "everything below a surface; it has no mass"),
    nested<pose>("at", Type::PoseOrVector, "its centre in the body"),
    {"mass", Type::Number, "kg"},
    {"density", Type::Number, "kg/m^3"},
    {"color", Type::Vector3, "red, green, blue, from 0 to 1"},
    {"drawn", Type::Boolean, "whether viewers show it; default true"},
    {"touches", Type::Boolean, "whether it takes part in contact; default true"},
    {"material", Type::Text, "of its surface, for contact"},
    {"surface_velocity", Type::FormulaOrList,
     "of its surface relative to its body, a belt: three formulas as of contacts, in the axes of "
     "the shape, m/s"},
    {"surface_name", Type::Text,
     "of that belt, for switch_off and its work; default: the name of the body"},
    {"friction_across", Type::Number,
     "coefficient across friction_axis on this surface; default: that of the pair of materials"},
    {"friction_axis", Type::Vector3,
     "a direction in the shape, for friction_across here or of its materials; default x"},
};
constexpr Key box_list[] = {{"sides", Type::Vector3, "along x, y, z, m", required}};
constexpr Key sphere_list[] = {{"radius", Type::Number, "m", required}};
constexpr Key cylinder_list[] = {
    {"radius", Type::Number, "m", required},
    {"length", Type::Number, "m", required},
    {"inner_radius", Type::Number,
     "of the hole of a tube, for mass and drawing; contact is that of the solid cylinder, m; "
     "default 0"},
};
constexpr Key capsule_list[] = {{"radius", Type::Number, "m", required},
                                {"length", Type::Number, "of the straight part, m", required}};
constexpr Key ellipsoid_list[] = {
    {"half_axes", Type::Vector3, "along x, y, z, m", required},
};
constexpr Key cone_list[] = {{"radius", Type::Number, "of its base, m", required},
                             {"length", Type::Number, "from base to apex, m", required}};
constexpr Key hull_list[] = {
    {"points", Type::NumberOrMatrix, "a list of points, m"},
    {"file", Type::Text, "instead: a file of a mesh, from the folder of this file"},
    {"scale", Type::NumberOrList, "of the file, one number or three; default 1"},
    {"unit", Type::Choice, "of the file's numbers; default m", false, length_units},
};
constexpr Key mesh_list[] = {
    {"file", Type::Text, "STL or OBJ (others by libassimp), from the folder of this file"},
    {"scale", Type::NumberOrList, "of the file, one number or three; default 1"},
    {"unit", Type::Choice, "of the file's numbers; default m", false, length_units},
    {"vertices", Type::NumberOrMatrix, "instead of a file: a list of points, m"},
    {"triangles", Type::NumberOrMatrix,
     "lists of three vertices, from 0, counter-clockwise seen from outside"},
    nested<convex_parts>("convex_parts", Type::Map,
                         "convex parts for contact in its place, faster but not exact"),
};
constexpr Key convex_parts_list[] = {
    {"most", Type::Integer, "largest number of parts; default 32"},
    {"error", Type::Number,
     "permitted distance of parts beyond the surface, m; default 1 % of the size"},
};
constexpr Key height_field_list[] = {
    {"spacing", Type::NumberOrList, "between neighbours along x and y, m", required},
    {"heights", Type::NumberOrMatrix, "rows along x, the first one at the lowest y, m", required},
};

}  // namespace

constexpr Section world{"world", world_list};
constexpr Section shape{"shape", shape_list};
constexpr Section box{"box", box_list};
constexpr Section sphere{"sphere", sphere_list};
constexpr Section cylinder{"cylinder", cylinder_list};
constexpr Section capsule{"capsule", capsule_list};
constexpr Section ellipsoid{"ellipsoid", ellipsoid_list};
constexpr Section cone{"cone", cone_list};
constexpr Section half_space{"half_space", {}};
constexpr Section hull{"hull", hull_list};
constexpr Section shape_mesh{"shape_mesh", mesh_list};
constexpr Section convex_parts{"convex_parts", convex_parts_list};
constexpr Section height_field{"height_field", height_field_list};

}  // namespace catena::scenario_keys
