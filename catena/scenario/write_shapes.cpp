// Shapes as text.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

std::vector<Numbers> rows_of(const std::vector<Vec3<double>>& points) {
  std::vector<Numbers> rows;
  for (const Vec3<double>& p : points) rows.push_back(Numbers{p.x, p.y, p.z});
  return rows;
}

void write_source(const ShapeSource& source, const std::filesystem::path& folder, MapWriter& out) {
  std::error_code error;
  const std::filesystem::path path(source.path),
      from_there = folder.empty() ? path : std::filesystem::proximate(path, folder, error);
  out.text("file", error ? path.string() : from_there.string());
  const auto& [x, y, z] = source.scale;
  if (x == y && y == z)
    out.number("scale", x, 1.0);
  else
    out.numbers("scale", Numbers{x, y, z});
  if (source.unit != ShapeSource().unit) out.text("unit", source.unit);
}

MapWriter hull_map(const ShapeItem& shape, const std::filesystem::path& folder,
                   const MapWriter& out) {
  MapWriter map = out.map(scenario_keys::hull);
  if (shape.source)
    write_source(*shape.source, folder, map);
  else if (shape.hull)
    map.matrix("points", rows_of(shape.hull->vertices));
  return map;
}

MapWriter mesh_map(const ShapeItem& shape, const std::filesystem::path& folder,
                   const MapWriter& out) {
  MapWriter map = out.map(scenario_keys::shape_mesh);
  if (shape.source) {
    write_source(*shape.source, folder, map);
  } else if (shape.mesh) {
    constexpr int most = 50000;  // files are read up to a size
    if (shape.mesh->triangle_count() > most)
      out.refuse(fmt::format("one of its meshes has no file and {} triangles, expected at most {}",
                             shape.mesh->triangle_count(), most));
    map.matrix("vertices", rows_of(shape.mesh->vertices));
    std::vector<Numbers> rows;
    for (const std::array<int, 3>& t : shape.mesh->triangles)
      rows.push_back(Numbers{double(t[0]), double(t[1]), double(t[2])});
    map.matrix("triangles", rows);
  }
  return map;
}

MapWriter field_map(const ShapeItem& shape, const MapWriter& out) {
  MapWriter map = out.map(scenario_keys::height_field);
  if (!shape.field) return map;
  const HeightField& field = *shape.field;
  map.numbers("spacing", field.dx == field.dy ? Numbers{field.dx} : Numbers{field.dx, field.dy});
  std::vector<Numbers> rows;
  for (int j = 0; j < field.ny; ++j) {
    rows.emplace_back();
    for (int i = 0; i < field.nx; ++i) rows.back().push_back(field.height(i, j));
  }
  map.matrix("heights", rows);
  return map;
}

MapWriter solid_map(const ShapeItem& shape, const std::filesystem::path& folder,
                    const MapWriter& out) {
  const auto round = [&](const yaml::Section& section, bool has_length) {
    MapWriter map = out.map(section);
    map.number("radius", shape.size.x());
    if (has_length) map.number("length", shape.size.y());
    return map;
  };
  switch (shape.kind) {
    case ShapeKind::Box: {
      MapWriter map = out.map(scenario_keys::box);
      map.vector("sides", shape.size);
      return map;
    }
    case ShapeKind::Sphere:
      return round(scenario_keys::sphere, false);
    case ShapeKind::Cylinder: {
      MapWriter map = round(scenario_keys::cylinder, true);
      map.number("inner_radius", shape.size.z(), 0.0);
      return map;
    }
    case ShapeKind::Capsule:
      return round(scenario_keys::capsule, true);
    case ShapeKind::Cone:
      return round(scenario_keys::cone, true);
    case ShapeKind::Ellipsoid: {
      MapWriter map = out.map(scenario_keys::ellipsoid);
      map.vector("half_axes", shape.size);
      return map;
    }
    case ShapeKind::HalfSpace:
      break;
    case ShapeKind::Hull:
      return hull_map(shape, folder, out);
    case ShapeKind::Mesh:
      return mesh_map(shape, folder, out);
    case ShapeKind::HeightField:
      return field_map(shape, out);
  }
  return out.map(scenario_keys::half_space);
}

}  // namespace

void write_shapes(const std::vector<ShapeItem>& shapes, const std::filesystem::path& folder,
                  MapWriter& out) {
  std::vector<MapWriter> maps;
  for (const ShapeItem& shape : shapes) {
    MapWriter map = out.map(scenario_keys::shape);
    map.entry(to_string(shape.kind), solid_map(shape, folder, out).take());
    map.pose("at", shape.at);
    map.number("mass", shape.mass);
    map.number("density", shape.density);
    if (shape.color) map.color("color", *shape.color);
    map.boolean("drawn", shape.drawn, true);
    map.boolean("touches", shape.touches, true);
    map.text("material", shape.material);
    if (!shape.surface_velocity.empty()) map.formulas("surface_velocity", shape.surface_velocity);
    map.text("surface_name", shape.surface_name);
    map.number("friction_across", shape.friction_across);
    if (shape.friction_axis) map.vector("friction_axis", *shape.friction_axis);
    maps.push_back(std::move(map));
  }
  if (!maps.empty()) out.list("shapes", std::move(maps));
}

}  // namespace catena::scenario
