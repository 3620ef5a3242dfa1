#include "catena/meshes/convex_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/cut_piece.hpp"

namespace catena {

namespace {

constexpr double usual_error = 0.01;      // of the size
constexpr double plane_thickness = 1e-7;  // of the size: nearer points are on a plane

Vec3<double> middle_of(const ConvexHull& hull) {
  Vec3<double> low = hull.vertices.front(), high = low;
  for (const Vec3<double>& p : hull.vertices)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  return 0.5 * (low + high);
}

// Through the point where the hull is farthest from the surface: the plane of the surface itself,
// which parts what stands beyond it; and planes across the axes there and in the middle.
std::vector<CutPlane> candidates(const CutPiece& piece) {
  std::vector<CutPlane> planes;
  const auto add = [&](const Vec3<double>& n, const Vec3<double>& p) {
    planes.push_back({n, dot(n, p)});
  };
  add(piece.deepest_normal, piece.deepest);
  const Vec3<double> middle = middle_of(piece.hull),
                     half_way = piece.deepest + 0.5 * piece.depth * piece.deepest_normal;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3<double> n{0, 0, 0};
    n[axis] = 1.0;
    add(n, piece.deepest);
    add(n, middle);
    add(n, half_way);
  }
  add(piece.deepest_normal, half_way);
  return planes;
}

std::optional<CutHalves> best_cut(const CutPiece& piece, const TriangleMesh& mesh, double size) {
  std::optional<CutHalves> best;
  double least = 0.0;
  for (const CutPlane& plane : candidates(piece)) {
    std::optional<CutHalves> halves = cut(piece, plane, mesh, plane_thickness * size);
    if (!halves) continue;
    // The worse half counts more: a sliver that is convex is worth nothing.
    const auto [good, bad] = std::minmax(halves->below.depth, halves->above.depth);
    const double left = bad + 0.2 * good;
    if (best && left >= least) continue;
    best = std::move(halves);
    least = left;
  }
  return best;
}

}  // namespace

ConvexParts convex_parts(const TriangleMesh& mesh, const ConvexPartsOptions& options) {
  if (!mesh.closed())
    throw GeometryError(
        fmt::format("the mesh is not closed ({} open edges), so it has no interior for convex "
                    "parts; close it, or remove convex_parts",
                    mesh.open_edges + mesh.unpaired_edges));
  CutPiece whole = whole_surface(mesh);
  if (!whole.measure(mesh, true)) throw GeometryError("the mesh is flat: it has no convex parts");
  Vec3<double> low = mesh.vertices.front(), high = low;
  for (const Vec3<double>& p : mesh.vertices)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  const double size = norm(high - low);
  const double error = options.error > 0.0 ? options.error : usual_error * size;

  std::vector<CutPiece> pieces;
  pieces.push_back(std::move(whole));
  std::vector<char> is_final(1, 0);
  while (static_cast<int>(pieces.size()) < options.most) {
    std::size_t worst = pieces.size();
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (is_final[i] == 0 && pieces[i].depth > error &&
          (worst == pieces.size() || pieces[i].depth > pieces[worst].depth))
        worst = i;
    if (worst == pieces.size()) break;
    std::optional<CutHalves> halves = best_cut(pieces[worst], mesh, size);
    if (!halves) {
      is_final[worst] = 1;
      continue;
    }
    pieces[worst] = std::move(halves->below);
    pieces.push_back(std::move(halves->above));
    is_final.push_back(0);
    pieces[worst].measure(mesh, true);
    pieces.back().measure(mesh, true);
  }
  ConvexParts parts;
  for (CutPiece& piece : pieces) {
    parts.error = std::max(parts.error, piece.depth);
    parts.hulls.push_back(std::make_shared<const ConvexHull>(std::move(piece.hull)));
  }
  return parts;
}

}  // namespace catena
