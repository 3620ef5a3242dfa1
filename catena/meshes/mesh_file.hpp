#pragma once
// Meshes from files: STL and OBJ by readers of our own, glTF, COLLADA (.dae) and others by assimp
// where the library was built with it.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "catena/geometry/shape.hpp"
#include "catena/meshes/mesh_report.hpp"

namespace catena {

struct MeshOptions {
  std::array<double, 3> scale{1.0, 1.0, 1.0};  // along x, y, z
  std::string unit = "m";                      // of the file's numbers
  bool check = true;   // false: no report, for meshes that are drawn and no more
  double weld = 1e-7;  // vertices nearer than this times the size become one
};

struct LoadedMesh {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ShapeSource> source;
  MeshReport report;
};

// All throw GeometryError with file and line, what was found, what was expected and what to try.
LoadedMesh load_mesh(const std::filesystem::path& path, const MeshOptions& options = {});
// The same from the bytes of a file, whose ending (".stl", ".obj") says what it is.
LoadedMesh read_mesh(std::string_view bytes, const std::string& source, std::string_view ending,
                     const MeshOptions& options = {});

// A welded mesh with its report, from triangles as they come. Parts that are inside out are turned.
LoadedMesh finish_mesh(const TriangleSoup& soup, const MeshOptions& options = {});
// The same without welding.
LoadedMesh finish_mesh(std::vector<Vec3<double>> vertices,
                       std::vector<std::array<int, 3>> triangles, const MeshOptions& options = {});

// The convex hull of the vertices of a file; triangles do not matter.
std::shared_ptr<const ConvexHull> load_hull(const std::filesystem::path& path,
                                            const MeshOptions& options = {});

// Metres in one of a unit: m, mm, cm, dm, km, um, in, ft.
double metres_in(std::string_view unit);

// Endings of files that can be read, with their dots.
std::vector<std::string> mesh_endings();

}  // namespace catena
