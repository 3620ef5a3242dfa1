// Feeds arbitrary bytes to the reader of STL files: the answer is a mesh with its report, or a
// GeometryError.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/geometry/geometry_error.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "catena/meshes/mesh_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const catena::LoadedMesh loaded = catena::read_mesh(bytes, "fuzz.stl", ".stl");
    if (loaded.mesh->triangle_count() != loaded.report.triangles) std::abort();
    if (loaded.mesh->closed() && std::isnan(loaded.report.volume)) std::abort();
    catena::hull_of_points(loaded.mesh->vertices);
  } catch (const catena::GeometryError&) {
    return 0;
  }
  return 0;
}
