#include "catena/meshes/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/meshes/assimp_file.hpp"
#include "catena/meshes/facing.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "catena/meshes/obj.hpp"
#include "catena/meshes/stl.hpp"

namespace catena {

namespace {

constexpr std::uintmax_t most_bytes = 1'000'000'000;

struct LengthUnit {
  const char* name;
  double metres;
};
constexpr LengthUnit length_units[] = {{"m", 1.0},  {"mm", 1e-3}, {"cm", 1e-2},   {"dm", 0.1},
                                       {"km", 1e3}, {"um", 1e-6}, {"in", 0.0254}, {"ft", 0.3048}};

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw GeometryError(fmt::format("found no file '{}', expected a mesh", path.string()));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > most_bytes)
    throw GeometryError(fmt::format("{}: it has {} bytes, expected at most {}; simplify the mesh",
                                    path.string(), size, most_bytes));
  std::ifstream file(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) throw GeometryError(fmt::format("{}: it cannot be read", path.string()));
  return bytes;
}

TriangleSoup soup_of(std::string_view bytes, const std::string& source, std::string_view ending) {
  const std::string kind = lower_case(std::string(ending));
  if (kind == ".stl") return read_stl(bytes, source);
  if (kind == ".obj") return read_obj(bytes, source);
  throw GeometryError(fmt::format("{}: found the ending '{}', expected {}{}{}", source, ending,
                                  fmt::join(mesh_endings(), ", "), has_assimp() ? "" : "; ",
                                  has_assimp() ? "" : assimp_hint));
}

Vec3<double> factors_of(const MeshOptions& options) {
  const double metres = metres_in(options.unit);
  Vec3<double> factors{};
  for (int i = 0; i < 3; ++i) {
    factors[i] = metres * options.scale[static_cast<std::size_t>(i)];
    if (factors[i] == 0.0 || !std::isfinite(factors[i]))
      throw GeometryError(fmt::format("the scale of a mesh is {}, expected numbers other than zero",
                                      options.scale[static_cast<std::size_t>(i)]));
  }
  return factors;
}

// A mirror image turns triangles inside out.
void scale_soup(const Vec3<double>& factors, TriangleSoup& soup) {
  if (factors.x != 1.0 || factors.y != 1.0 || factors.z != 1.0)
    for (Vec3<double>& p : soup.vertices) p = {factors.x * p.x, factors.y * p.y, factors.z * p.z};
  if (factors.x * factors.y * factors.z < 0.0)
    for (std::array<int, 3>& t : soup.triangles) std::swap(t[1], t[2]);
}

TriangleSoup scaled_soup(const std::filesystem::path& path, const MeshOptions& options) {
  const Vec3<double> factors = factors_of(options);
  const std::string ending = lower_case(path.extension().string());
  // glTF files name others that hold their numbers, so these are read by their path.
  TriangleSoup soup = can_read_by_assimp(ending) ? read_by_assimp(path)
                                                 : soup_of(bytes_of(path), path.string(), ending);
  scale_soup(factors, soup);
  return soup;
}

std::shared_ptr<const ShapeSource> source_of(const std::string& name, const MeshOptions& options) {
  return std::make_shared<const ShapeSource>(ShapeSource{name, options.scale, options.unit});
}

// `numbers`: those that the triangles had in the file; empty: the same.
LoadedMesh finished(std::vector<Vec3<double>> vertices, std::vector<std::array<int, 3>> triangles,
                    const std::vector<int>& numbers, const MeshOptions& options) {
  TriangleMesh mesh = make_mesh(std::move(vertices), std::move(triangles));
  FacingReport facing;
  if (mesh.closed()) {
    std::vector<std::array<int, 3>> outward = mesh.triangles;
    facing = face_outward(mesh.vertices, outward);
    if (facing.turned > 0) mesh = make_mesh(std::move(mesh.vertices), std::move(outward));
  }
  LoadedMesh result;
  if (options.check) {
    MeshReport& report = result.report = check_mesh(mesh);
    report.turned = facing.turned;
    report.nested = facing.nested;
    if (!numbers.empty())
      for (MeshCrossing& c : report.crossings)
        c.a = numbers[to_index(c.a)], c.b = numbers[to_index(c.b)];
    mesh.volume_fault = report.volume_fault();
  }
  result.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
  return result;
}

LoadedMesh named(const std::string& name, const TriangleSoup& soup, const MeshOptions& options) {
  if (soup.triangles.empty())
    throw GeometryError(fmt::format("{}: found no triangles, expected at least one", name));
  const double size = diagonal_of(soup.vertices);
  if (!(size >= least_size && size <= most_size))
    throw GeometryError(fmt::format("{}: its size is {} m, expected {} to {}; check its numbers",
                                    name, size, least_size, most_size));
  LoadedMesh loaded = finish_mesh(soup, options);
  if (loaded.mesh->triangles.empty())
    throw GeometryError(
        fmt::format("{}: none of its {} triangles has an area", name, soup.triangles.size()));
  loaded.source = source_of(name, options);
  return loaded;
}

}  // namespace

double metres_in(std::string_view unit) {
  std::vector<std::string> names;
  for (const LengthUnit& known : length_units) {
    if (unit == known.name) return known.metres;
    names.emplace_back(known.name);
  }
  throw GeometryError(fmt::format("found the unit '{}', expected one of {}{}", unit,
                                  fmt::join(names, ", "), nearest_name_hint(unit, names)));
}

std::vector<std::string> mesh_endings() {
  std::vector<std::string> endings{".stl", ".obj"};
  for (std::string& more : assimp_endings()) endings.push_back(std::move(more));
  return endings;
}

LoadedMesh finish_mesh(std::vector<Vec3<double>> vertices,
                       std::vector<std::array<int, 3>> triangles, const MeshOptions& options) {
  return finished(std::move(vertices), std::move(triangles), {}, options);
}

LoadedMesh finish_mesh(const TriangleSoup& soup, const MeshOptions& options) {
  WeldReport welded;
  TriangleSoup clean = weld(soup, options.weld * diagonal_of(soup.vertices), &welded);
  LoadedMesh result =
      finished(std::move(clean.vertices), std::move(clean.triangles), welded.numbers, options);
  if (!options.check) return result;
  result.report.welded = std::move(welded);
  result.report.against_normals = soup.against_normals;
  return result;
}

LoadedMesh load_mesh(const std::filesystem::path& path, const MeshOptions& options) {
  return named(path.string(), scaled_soup(path, options), options);
}

LoadedMesh read_mesh(std::string_view bytes, const std::string& source, std::string_view ending,
                     const MeshOptions& options) {
  const Vec3<double> factors = factors_of(options);
  TriangleSoup soup = soup_of(bytes, source, ending);
  scale_soup(factors, soup);
  return named(source, soup, options);
}

std::shared_ptr<const ConvexHull> load_hull(const std::filesystem::path& path,
                                            const MeshOptions& options) {
  const TriangleSoup soup = scaled_soup(path, options);
  constexpr double single_precision = 2e-7;
  try {
    return std::make_shared<const ConvexHull>(hull_of_points(soup.vertices, single_precision));
  } catch (const GeometryError& error) {
    throw GeometryError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace catena
