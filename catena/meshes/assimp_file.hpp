#pragma once
// Mesh files that libassimp reads, where the library was built with it.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "catena/meshes/triangle_soup.hpp"

namespace catena {

bool has_assimp();
// What to do where the library was built without it.
inline constexpr const char* assimp_hint =
    "glTF, COLLADA and others need a build with libassimp: install libassimp-dev, configure and "
    "build again; or save the mesh as STL or OBJ";
// Endings that are left to it: ".dae", ".gltf", ".glb", ".ply", ".off", ".3ds". Empty without it.
std::vector<std::string> assimp_endings();
bool can_read_by_assimp(std::string_view ending);
// All meshes of the file's scene in the scene's frame, with the poses and scales of their nodes.
// Axes are those of the file: z of a COLLADA file stays z; glTF has y up. A unit that a COLLADA
// file names is applied. Throws GeometryError.
TriangleSoup read_by_assimp(const std::filesystem::path& path);

}  // namespace catena
