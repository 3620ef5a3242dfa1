#include "catena/meshes/flat_faces.hpp"

#include <algorithm>
#include <numeric>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/mass_properties.hpp"
#include "catena/geometry/triangle_mesh.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

class FaceMerger {
 public:
  FaceMerger(TriangleMesh mesh, double flat)
      : mesh_(std::move(mesh)), flat_(flat), group_(mesh_.triangles.size(), -1) {
    for (int t = 0; t < mesh_.triangle_count(); ++t) measure(t);
  }

  std::vector<std::vector<int>> faces() {
    grow_groups();
    join_slivers();
    return loops();
  }

 private:
  const Vec3<double>& corner(int t, int i) const {
    return mesh_.vertices[to_index(mesh_.triangles[to_index(t)][to_index(i)])];
  }
  int across(int t, int side) const {
    const TriangleMesh::Edge& edge =
        mesh_.edges[to_index(mesh_.triangle_edges[to_index(t)][to_index(side)])];
    return edge.triangles[0] == t ? edge.triangles[1] : edge.triangles[0];
  }

  void measure(int t) {
    double longest = 0.0;
    int side = 0;
    for (int i = 0; i < 3; ++i) {
      const double length = norm(corner(t, (i + 1) % 3) - corner(t, i));
      if (length > longest) longest = length, side = i;
    }
    const double twice = norm(cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0)));
    area_.push_back(twice);
    longest_side_.push_back(side);
    sliver_.push_back(twice <= 4.0 * std::max(flat_, 1e-14) * longest);
  }

  bool in_plane(int t, const Vec3<double>& normal, double offset) const {
    for (int i = 0; i < 3; ++i)
      if (std::abs(dot(normal, corner(t, i)) - offset) > flat_) return false;
    return true;
  }

  // From the largest triangle on, each face is what hangs together in the plane of its first.
  void grow_groups() {
    std::vector<int> order(mesh_.triangles.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return area_[to_index(a)] > area_[to_index(b)]; });
    std::vector<int> stack;
    for (const int seed : order) {
      if (group_[to_index(seed)] >= 0 || sliver_[to_index(seed)]) continue;
      const Vec3<double>& normal = mesh_.normals[to_index(seed)];
      const double offset = dot(normal, corner(seed, 0));
      group_[to_index(seed)] = groups_;
      stack.assign(1, seed);
      while (!stack.empty()) {
        const int t = stack.back();
        stack.pop_back();
        for (int side = 0; side < 3; ++side) {
          const int next = across(t, side);
          if (group_[to_index(next)] >= 0 || !in_plane(next, normal, offset)) continue;
          group_[to_index(next)] = groups_;
          stack.push_back(next);
        }
      }
      ++groups_;
    }
    if (groups_ < 4) throw GeometryError("the points lie in one plane, expected four that do not");
  }

  // What has no area belongs to the face beyond its longest side.
  void join_slivers() {
    for (bool changed = true, left = true; left;) {
      left = false;
      const bool any_side = !changed;
      changed = false;
      for (int t = 0; t < mesh_.triangle_count(); ++t) {
        if (group_[to_index(t)] >= 0) continue;
        left = true;
        for (int k = 0; k < (any_side ? 3 : 1) && group_[to_index(t)] < 0; ++k)
          group_[to_index(t)] = group_[to_index(across(t, (longest_side_[to_index(t)] + k) % 3))];
        changed |= group_[to_index(t)] >= 0;
      }
      if (left && !changed && any_side)
        throw GeometryError("triangles of a hull without area do not meet others");
    }
  }

  std::vector<std::vector<int>> loops() const {
    // TriangleCorners are where three faces meet.
    std::vector<std::vector<int>> at(mesh_.vertices.size());
    for (int t = 0; t < mesh_.triangle_count(); ++t)
      for (const int v : mesh_.triangles[to_index(t)]) {
        std::vector<int>& list = at[to_index(v)];
        const int g = group_[to_index(t)];
        if (std::find(list.begin(), list.end(), g) == list.end()) list.push_back(g);
      }
    // The side of a face that starts at each of its vertices.
    std::vector<std::vector<std::pair<int, int>>> sides(to_index(groups_));
    for (int t = 0; t < mesh_.triangle_count(); ++t)
      for (int side = 0; side < 3; ++side)
        if (group_[to_index(across(t, side))] != group_[to_index(t)])
          sides[to_index(group_[to_index(t)])].emplace_back(
              mesh_.triangles[to_index(t)][to_index(side)],
              mesh_.triangles[to_index(t)][to_index((side + 1) % 3)]);
    std::vector<std::vector<int>> result;
    for (auto& list : sides) {
      std::vector<int> loop;
      for (const int v : one_loop(list))
        if (at[to_index(v)].size() >= 3) loop.push_back(v);
      result.push_back(std::move(loop));
    }
    return result;
  }

  static std::vector<int> one_loop(std::vector<std::pair<int, int>>& sides) {
    std::sort(sides.begin(), sides.end());
    std::vector<int> loop;
    std::size_t i = 0;
    do {
      loop.push_back(sides[i].first);
      const auto next =
          std::lower_bound(sides.begin(), sides.end(), std::pair{sides[i].second, -1});
      if (next == sides.end() || next->first != sides[i].second || loop.size() > sides.size())
        throw GeometryError("the sides of a face do not make one loop");
      i = static_cast<std::size_t>(next - sides.begin());
    } while (i != 0);
    if (loop.size() != sides.size())
      throw GeometryError("the sides of a face make more than one loop");
    return loop;
  }

  TriangleMesh mesh_;
  double flat_;
  std::vector<int> group_;
  std::vector<double> area_;
  std::vector<int> longest_side_;
  std::vector<bool> sliver_;
  int groups_ = 0;
};

}  // namespace

std::vector<std::vector<int>> flat_faces(const std::vector<Vec3<double>>& points,
                                         std::vector<std::array<int, 3>> triangles, double flat) {
  if (signed_inertia(points, triangles).mass < 0.0)
    for (std::array<int, 3>& t : triangles) std::swap(t[0], t[1]);
  TriangleMesh mesh = make_mesh(points, std::move(triangles));
  if (!mesh.closed()) throw GeometryError("the triangles of a hull do not close");
  return FaceMerger(std::move(mesh), flat).faces();
}

}  // namespace catena
