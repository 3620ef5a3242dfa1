#include "catena/meshes/assimp_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/geometry/geometry_error.hpp"

#ifdef CATENA_HAS_ASSIMP
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace catena {

#ifdef CATENA_HAS_ASSIMP

namespace {

constexpr const char* endings_by_assimp[] = {".dae", ".gltf", ".glb", ".ply", ".off", ".3ds"};

// Scenes are trees; a deep one is a broken file.
constexpr int deepest_node = 200;

void add_node(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above, int depth,
              const std::string& source, TriangleSoup& soup) {
  if (depth > deepest_node)
    throw GeometryError(
        fmt::format("{}: nodes are nested more than {} deep", source, deepest_node));
  const aiMatrix4x4 X = above * node.mTransformation;
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
    if (soup.triangles.size() + mesh.mNumFaces > most_triangles)
      throw GeometryError(
          fmt::format("{}: found more than {} triangles; simplify it", source, most_triangles));
    const int first = static_cast<int>(soup.vertices.size());
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D p = X * mesh.mVertices[v];
      soup.vertices.push_back({p.x, p.y, p.z});
    }
    const bool mirrored = X.Determinant() < 0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;  // points and lines
      std::array<int, 3> t{};
      for (unsigned i = 0; i < 3; ++i) t[i] = first + static_cast<int>(face.mIndices[i]);
      if (mirrored) std::swap(t[1], t[2]);
      soup.triangles.push_back(t);
    }
  }
  for (unsigned c = 0; c < node.mNumChildren; ++c)
    add_node(scene, *node.mChildren[c], X, depth + 1, source, soup);
}

}  // namespace

bool has_assimp() {
  return true;
}

std::vector<std::string> assimp_endings() {
  return {std::begin(endings_by_assimp), std::end(endings_by_assimp)};
}

TriangleSoup read_by_assimp(const std::filesystem::path& path) {
  const std::string source = path.string();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw GeometryError(fmt::format("found no file '{}', expected a mesh", source));
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(source, aiProcess_Triangulate);
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw GeometryError(
        fmt::format("{}: it cannot be read: {}", source, importer.GetErrorString()));
  TriangleSoup soup;
  add_node(*scene, *scene->mRootNode, aiMatrix4x4(), 0, source, soup);
  return soup;
}

#else

bool has_assimp() {
  return false;
}

std::vector<std::string> assimp_endings() {
  return {};
}

TriangleSoup read_by_assimp(const std::filesystem::path& path) {
  throw GeometryError(fmt::format("{}: {}", path.string(), assimp_hint));
}

#endif

bool can_read_by_assimp(std::string_view ending) {
  const std::vector<std::string> endings = assimp_endings();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

}  // namespace catena
