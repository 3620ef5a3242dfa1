#include "catena/view/surface_mesh.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace catena {

namespace {

constexpr int cells = 24;  // along each side

class MarchingTetrahedra {
 public:
  MarchingTetrahedra(const SurfaceFunction& surface, const Vec3<double>& corner, double side)
      : surface_(surface), corner_(corner), side_(side) {
    for (int k = 0; k <= cells; ++k)
      for (int j = 0; j <= cells; ++j)
        for (int i = 0; i <= cells; ++i)
          values_.push_back(surface(point(index(i, j, k)), Vec3<double>::zero()).value);
  }

  void march(SurfaceMesh& mesh) {
    // A cube is six tetrahedra around its diagonal from corner 0 to corner 7.
    constexpr int around[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
    for (int k = 0; k < cells; ++k)
      for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i) {
          const auto corner = [&](int c) {
            return index(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
          };
          for (const auto& [a, b] : around) cut({corner(0), corner(a), corner(b), corner(7)}, mesh);
        }
  }

 private:
  static int index(int i, int j, int k) { return i + (cells + 1) * (j + (cells + 1) * k); }
  Vec3<double> point(int n) const {
    constexpr int row = cells + 1;
    return corner_ + side_ * Vec3<double>{static_cast<double>(n % row),
                                          static_cast<double>(n / row % row),
                                          static_cast<double>(n / (row * row))};
  }
  double value(int n) const { return values_[static_cast<std::size_t>(n)]; }

  // By halving: 1/64 of an edge is less than anybody sees.
  Vec3<double> zero_between(int a, int b) const {
    Vec3<double> inside = point(a), outside = point(b);
    if (value(a) >= 0.0) std::swap(inside, outside);
    for (int i = 0; i < 6; ++i) {
      const Vec3<double> middle = 0.5 * (inside + outside);
      (surface_(middle, Vec3<double>::zero()).value < 0.0 ? inside : outside) = middle;
    }
    return 0.5 * (inside + outside);
  }

  // The vertex on the edge between two grid points, made once.
  int vertex(int a, int b, SurfaceMesh& mesh) {
    const auto [known, is_new] =
        vertices_.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.push_back(zero_between(a, b));
    }
    return known->second;
  }

  void cut(const std::array<int, 4>& corners, SurfaceMesh& mesh) {
    std::vector<int> inside, outside;
    for (const int c : corners) {
      if (!std::isfinite(value(c))) return;
      (value(c) < 0.0 ? inside : outside).push_back(c);
    }
    if (inside.empty() || outside.empty()) return;
    if (inside.size() == 2) {
      const int a = vertex(inside[0], outside[0], mesh), b = vertex(inside[0], outside[1], mesh),
                c = vertex(inside[1], outside[1], mesh), d = vertex(inside[1], outside[0], mesh);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
      return;
    }
    const auto& [one, three] =
        inside.size() == 1 ? std::tie(inside, outside) : std::tie(outside, inside);
    mesh.triangles.push_back({vertex(one[0], three[0], mesh), vertex(one[0], three[1], mesh),
                              vertex(one[0], three[2], mesh)});
  }

  const SurfaceFunction& surface_;
  Vec3<double> corner_;
  double side_;
  std::vector<double> values_;
  std::map<std::pair<int, int>, int> vertices_;
};

}  // namespace

SurfaceMesh surface_mesh(const SurfaceFunction& surface, BodyId body, const Vec3<double>& center,
                         double reach) {
  SurfaceMesh mesh{body, {}, {}};
  MarchingTetrahedra(surface, center - Vec3<double>{reach, reach, reach}, 2.0 * reach / cells)
      .march(mesh);
  return mesh;
}

}  // namespace catena
