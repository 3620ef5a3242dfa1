// Shapes of bodies and of the world.

#include <fmt/format.h>

#include "catena/geometry/geometry_error.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "catena/meshes/mesh_file.hpp"
#include "catena/meshes/parts_cache.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// Calls `action`; a GeometryError in it becomes an error at the place of `value`.
template <class Action>
auto geometry_at(const Value& value, Action&& action) {
  try {
    return action();
  } catch (const GeometryError& error) {
    value.fail(error.what());
  }
}

std::vector<Vec3<double>> read_points(const Value& list) {
  std::vector<Vec3<double>> points;
  for (const Value& item : list.items()) points.push_back(item.vector3(quantity::length));
  return points;
}

std::vector<std::array<int, 3>> read_triangles(const Value& list, int vertices) {
  std::vector<std::array<int, 3>> triangles;
  for (const Value& item : list.items()) {
    const std::vector<Value> corners = item.items(3, "vertices");
    std::array<int, 3> triangle{};
    for (std::size_t i = 0; i < 3; ++i) triangle[i] = corners[i].integer(0, vertices - 1);
    triangles.push_back(triangle);
  }
  return triangles;
}

MeshOptions read_mesh_options(const Fields& fields) {
  MeshOptions options;
  if (fields.has("unit")) options.unit = fields.choice("unit", "unit");
  if (const auto scale = fields.find("scale")) {
    const std::vector<Value> given = scale->one_or_items();
    if (given.size() != 1 && given.size() != 3)
      scale->fail(fmt::format("found {} numbers, expected one or three", given.size()));
    for (std::size_t i = 0; i < 3; ++i)
      options.scale[i] = given[given.size() == 1 ? 0 : i].number(quantity::number);
  }
  return options;
}

// A shape of the same kind that came from the same file in the same way; or nothing.
const ShapeItem* find_loaded(const Mechanism& mechanism, ShapeKind kind,
                             const ShapeSource& source) {
  const auto same = [&](const ShapeItem& shape) {
    return shape.kind == kind && shape.source && *shape.source == source;
  };
  for (const ShapeItem& shape : mechanism.world.shapes)
    if (same(shape)) return &shape;
  for (const BodyItem& body : mechanism.bodies)
    for (const ShapeItem& shape : body.shapes)
      if (same(shape)) return &shape;
  return nullptr;
}

// `at`: where the mesh stands in the scenario, and what it is called there.
void add_remark(const Value& at, const std::string& name, const std::string& remark,
                ReadReport& report) {
  const yaml::Place& place = at.node().place;
  report.warnings.push_back(fmt::format("{}:{}:{}: {}: {}: {}", place.source->name, place.line,
                                        place.column, at.path(), name, remark));
}

void add_remarks(const Value& at, const std::string& name, const MeshReport& found,
                 ReadReport& report) {
  for (const std::string& remark : found.remarks()) add_remark(at, name, remark, report);
}

// Copies of one mesh are read one after the other: their parts are found once.
struct PartsOfMesh {
  std::weak_ptr<const TriangleMesh> mesh;
  ConvexPartsOptions options;
  ConvexParts parts;
};

const ConvexParts& parts_of(const std::shared_ptr<const TriangleMesh>& mesh,
                            const ConvexPartsOptions& options) {
  static thread_local PartsOfMesh last;
  if (last.mesh.lock() != mesh || last.options.most != options.most ||
      last.options.error != options.error)
    last = {mesh, options, cached_convex_parts(*mesh, options)};
  return last.parts;
}

constexpr int most_parts = 10000;

// Convex parts touch in place of a mesh, which goes on to be drawn and to have mass.
void add_convex_parts(const Value& value, ShapeItem& shape, std::vector<ShapeItem>& out,
                      ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::convex_parts);
  ConvexPartsOptions options;
  if (const auto most = fields.find("most")) options.most = most->integer(1, most_parts);
  if (const auto error = fields.find("error")) {
    options.error = error->number(quantity::length, Range::Positive);
    // The error that is asked for counts, however many parts it takes.
    if (!fields.has("most")) options.most = most_parts;
  }
  const ConvexParts& parts =
      geometry_at(value, [&]() -> const ConvexParts& { return parts_of(shape.mesh, options); });
  add_remark(
      value, "mesh",
      fmt::format(
          "{} convex parts are used for contact; they extend up to {:.3g} m beyond its surface",
          parts.hulls.size(), parts.error),
      report);
  if (options.error > 0.0 && parts.error > options.error)
    add_remark(
        value, "mesh",
        fmt::format("the error of {:.3g} m that was asked for is not reached: {}", options.error,
                    static_cast<int>(parts.hulls.size()) < options.most
                        ? "no further cut makes it smaller"
                        : "give a larger 'most', or leave it out"),
        report);
  ShapeItem part = shape;
  part.kind = ShapeKind::Hull;
  part.mass = part.density = {};
  part.mesh = {}, part.source = {};
  part.drawn = false;
  for (const auto& hull : parts.hulls) {
    part.hull = hull;
    out.push_back(part);
  }
  shape.touches = false;
}

void read_hull(const Fields& fields, const Mechanism& mechanism, ShapeItem& shape) {
  shape.kind = ShapeKind::Hull;
  const std::string_view by = fields.one_of({"points", "file"});
  const Value value = fields.at(by);
  if (by == "points") {
    fields.allow_only({"points"}, "points are in metres");
    shape.hull = geometry_at(value, [&] {
      return std::make_shared<const ConvexHull>(hull_of_points(read_points(value)));
    });
    return;
  }
  const MeshOptions options = read_mesh_options(fields);
  const std::filesystem::path path = resolved(value).lexically_normal();
  shape.source =
      std::make_shared<const ShapeSource>(ShapeSource{path.string(), options.scale, options.unit});
  const ShapeItem* loaded = find_loaded(mechanism, shape.kind, *shape.source);
  shape.hull = loaded != nullptr ? loaded->hull
                                 : geometry_at(value, [&] { return load_hull(path, options); });
}

void read_mesh_file(const Value& file, const MeshOptions& options, const Mechanism& mechanism,
                    ShapeItem& shape, ReadReport& report) {
  const std::filesystem::path path = resolved(file).lexically_normal();
  const ShapeSource source{path.string(), options.scale, options.unit};
  if (const ShapeItem* loaded = find_loaded(mechanism, shape.kind, source)) {
    shape.mesh = loaded->mesh;
    shape.source = loaded->source;
    return;
  }
  const LoadedMesh loaded = geometry_at(file, [&] { return load_mesh(path, options); });
  add_remarks(file, fmt::format("mesh '{}'", file.text()), loaded.report, report);
  shape.mesh = loaded.mesh;
  shape.source = loaded.source;
}

void read_mesh_keys(const Fields& fields, const Mechanism& mechanism, ShapeItem& shape,
                    ReadReport& report) {
  shape.kind = ShapeKind::Mesh;
  const std::string_view by = fields.one_of({"vertices", "file"});
  if (by == "file")
    return read_mesh_file(fields.at("file"), read_mesh_options(fields), mechanism, shape, report);
  fields.allow_only({"vertices", "triangles", "convex_parts"}, "points are in metres");
  std::vector<Vec3<double>> vertices = read_points(fields.at("vertices"));
  auto triangles = read_triangles(fields.at("triangles"), static_cast<int>(vertices.size()));
  const LoadedMesh loaded = geometry_at(
      fields.map(), [&] { return finish_mesh(std::move(vertices), std::move(triangles)); });
  add_remarks(fields.map(), "mesh", loaded.report, report);
  shape.mesh = loaded.mesh;
}

void read_height_field(const Fields& fields, ShapeItem& shape) {
  shape.kind = ShapeKind::HeightField;
  HeightField field;
  const Value spacing = fields.at("spacing");
  const std::vector<Value> steps = spacing.one_or_items();
  if (steps.size() != 1 && steps.size() != 2)
    spacing.fail(fmt::format("found {} lengths, expected one or two", steps.size()));
  field.dx = steps.front().number(quantity::length, Range::Positive);
  field.dy = steps.back().number(quantity::length, Range::Positive);
  for (const Value& row : fields.at("heights").items()) {
    const std::vector<Value> numbers = row.items();
    if (field.ny == 0) field.nx = static_cast<int>(numbers.size());
    if (static_cast<int>(numbers.size()) != field.nx)
      row.fail(fmt::format("found a row of {} heights, expected {} as in the first one",
                           numbers.size(), field.nx));
    for (const Value& height : numbers) field.heights.push_back(height.number(quantity::length));
    ++field.ny;
  }
  shape.field = std::make_shared<const HeightField>(std::move(field));
}

void read_hole(const Fields& cylinder, ShapeItem& shape) {
  const auto inner = cylinder.find("inner_radius");
  if (!inner) return;
  shape.size.z() = inner->number(quantity::length, Range::NonNegative);
  if (!(shape.size.z() < shape.size.x()))
    inner->fail(fmt::format("found {} m, expected less than the radius, {} m", shape.size.z(),
                            shape.size.x()));
}

void read_solid(const Fields& fields, const Mechanism& mechanism, ShapeItem& shape,
                ReadReport& report) {
  const std::string_view kind =
      fields.one_of({"box", "sphere", "cylinder", "capsule", "ellipsoid", "cone", "half_space",
                     "hull", "mesh", "height_field"});
  const Value value = fields.at(kind);
  const auto size = [](const Fields& solid, const char* key) {
    return solid.at(key).number(quantity::length, Range::NonNegative);
  };
  const auto round = [&](ShapeKind which, const yaml::Section& section) {
    const Fields solid = value.fields(section);
    shape.kind = which;
    shape.size = {size(solid, "radius"), size(solid, "length"), 0.0};
  };
  if (kind == "box") {
    shape.kind = ShapeKind::Box;
    shape.size = read_vector3(value.fields(scenario_keys::box).at("sides"), quantity::length);
  } else if (kind == "sphere") {
    shape.kind = ShapeKind::Sphere;
    shape.size.x() = size(value.fields(scenario_keys::sphere), "radius");
  } else if (kind == "cylinder") {
    round(ShapeKind::Cylinder, scenario_keys::cylinder);
    read_hole(value.fields(scenario_keys::cylinder), shape);
  } else if (kind == "capsule") {
    round(ShapeKind::Capsule, scenario_keys::capsule);
  } else if (kind == "cone") {
    round(ShapeKind::Cone, scenario_keys::cone);
  } else if (kind == "ellipsoid") {
    shape.kind = ShapeKind::Ellipsoid;
    shape.size =
        read_vector3(value.fields(scenario_keys::ellipsoid).at("half_axes"), quantity::length);
  } else if (kind == "half_space") {
    value.fields(scenario_keys::half_space);
    shape.kind = ShapeKind::HalfSpace;
  } else if (kind == "hull") {
    read_hull(value.fields(scenario_keys::hull), mechanism, shape);
  } else if (kind == "mesh") {
    read_mesh_keys(value.fields(scenario_keys::shape_mesh), mechanism, shape, report);
  } else {
    read_height_field(value.fields(scenario_keys::height_field), shape);
  }
}

void read_color(const Value& color, ShapeItem& shape) {
  const Vec3<double> rgb = color.vector3(quantity::number);
  shape.color.emplace();
  for (int i = 0; i < 3; ++i) {
    if (!(rgb[i] >= 0.0 && rgb[i] <= 1.0))
      color.fail(fmt::format("found {}, expected numbers from 0 to 1", rgb[i]));
    (*shape.color)[static_cast<std::size_t>(i)] = static_cast<float>(rgb[i]);
  }
}

void read_mass(const Fields& fields, ShapeItem& shape) {
  if (!fields.has("mass") && !fields.has("density")) return;
  if (fields.one_of({"mass", "density"}) == "mass")
    shape.mass = fields.at("mass").number(quantity::mass, Range::NonNegative);
  else
    shape.density = fields.at("density").number(quantity::density, Range::NonNegative);
}

void read_shape(const Fields& fields, const Mechanism& mechanism, std::vector<ShapeItem>& out,
                ReadReport& report) {
  ShapeItem shape;
  read_solid(fields, mechanism, shape, report);
  if (const auto at = fields.find("at")) shape.at = read_pose(*at);
  if (const auto color = fields.find("color")) read_color(*color, shape);
  if (const auto drawn = fields.find("drawn")) shape.drawn = drawn->boolean();
  if (const auto touches = fields.find("touches")) shape.touches = touches->boolean();
  if (const auto material = fields.find("material")) shape.material = material->text();
  if (const auto velocity = fields.find("surface_velocity"))
    shape.surface_velocity = read_surface_velocity(*velocity);
  if (const auto name = fields.find("surface_name")) shape.surface_name = name->text();
  shape.friction_across = read_friction_across(fields);
  shape.friction_axis = read_friction_axis(fields);
  read_mass(fields, shape);
  std::vector<ShapeItem> parts;
  if (shape.mesh && shape.touches)
    if (const auto given = fields.at("mesh").fields(scenario_keys::shape_mesh).find("convex_parts"))
      add_convex_parts(*given, shape, parts, report);
  out.push_back(std::move(shape));
  out.insert(out.end(), parts.begin(), parts.end());
}

}  // namespace

void read_shapes(const Value& list, const Mechanism& mechanism, std::vector<ShapeItem>& shapes,
                 ReadReport& report) {
  for (const Value& item : list.items())
    read_shape(item.fields(scenario_keys::shape), mechanism, shapes, report);
}

}  // namespace catena::scenario
