#include "catena/meshes/facing.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "catena/geometry/mass_properties.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/box_tree.hpp"

namespace catena {

namespace {

using Triangle = std::array<int, 3>;

struct MeshPart {
  std::vector<Triangle> triangles;
  MeshBox box;
  double volume = 0.0;      // negative where it is inside out
  std::vector<int> around;  // parts that go round its first vertex
  std::vector<int> times;   // how often each of them does
  bool turned = false;
};

std::vector<MeshPart> parts_of_mesh(std::span<const Vec3<double>> vertices,
                                    std::span<const Triangle> triangles,
                                    const std::vector<int>& part_of) {
  std::vector<MeshPart> parts;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (to_index(part_of[t]) >= parts.size()) parts.emplace_back();
    MeshPart& part = parts[to_index(part_of[t])];
    part.triangles.push_back(triangles[t]);
    for (const int v : triangles[t]) part.box.add(vertices[to_index(v)]);
  }
  for (MeshPart& part : parts) part.volume = signed_inertia(vertices, part.triangles).mass;
  return parts;
}

// How often the part goes round the point: the solid angle of its triangles over that of a sphere.
// 0 where the point lies on it.
int winding_number(std::span<const Vec3<double>> vertices, const MeshPart& part,
                   const Vec3<double>& p) {
  double sum = 0.0;
  for (const Triangle& t : part.triangles) {
    const Vec3<double> a = vertices[to_index(t[0])] - p, b = vertices[to_index(t[1])] - p,
                       c = vertices[to_index(t[2])] - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2.0 * std::atan2(dot(a, cross(b, c)),
                            la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  const double turns = sum / (4.0 * std::numbers::pi);
  constexpr double certain = 0.1;  // of a turn
  return std::abs(turns - std::round(turns)) < certain ? static_cast<int>(std::lround(turns)) : 0;
}

void find_parts_around(std::span<const Vec3<double>> vertices, std::vector<MeshPart>& parts) {
  std::vector<MeshBox> boxes;
  for (const MeshPart& part : parts) boxes.push_back(part.box);
  const MeshBoxTree tree(std::move(boxes));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Vec3<double>& p = vertices[to_index(parts[i].triangles[0][0])];
    MeshBox at;
    at.add(p);
    tree.query(at, [&](int other) {
      if (other == static_cast<int>(i)) return true;
      const int times = winding_number(vertices, parts[to_index(other)], p);
      if (times != 0) parts[i].around.push_back(other), parts[i].times.push_back(times);
      return true;
    });
  }
}

// An outermost part whose volume is negative, and all that lies in it.
void mark_turned(std::vector<MeshPart>& parts) {
  const auto inside_out = [](const MeshPart& part) {
    return part.around.empty() && part.volume < 0.0;
  };
  for (MeshPart& part : parts) {
    part.turned = inside_out(part);
    for (const int outer : part.around) part.turned |= inside_out(parts[to_index(outer)]);
  }
}

// The solid is where the parts go round once; on both sides of each part that must be 0 or 1.
bool is_nested(const std::vector<MeshPart>& parts, const MeshPart& part) {
  if (part.volume == 0.0) return false;
  int outside = 0;
  for (std::size_t i = 0; i < part.around.size(); ++i)
    outside += parts[to_index(part.around[i])].turned ? -part.times[i] : part.times[i];
  const int inside = outside + ((part.volume > 0.0) != part.turned ? 1 : -1);
  return outside < 0 || outside > 1 || inside < 0 || inside > 1;
}

}  // namespace

std::vector<int> parts_of_triangles(int vertices, std::span<const std::array<int, 3>> triangles) {
  std::vector<int> root(to_index(vertices));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int v) {
    while (root[to_index(v)] != v) {
      root[to_index(v)] = root[to_index(root[to_index(v)])];
      v = root[to_index(v)];
    }
    return v;
  };
  for (const Triangle& t : triangles) {
    root[to_index(find(t[1]))] = find(t[0]);
    root[to_index(find(t[2]))] = find(t[0]);
  }
  std::vector<int> number(to_index(vertices), -1), part;
  int count = 0;
  for (const Triangle& t : triangles) {
    int& n = number[to_index(find(t[0]))];
    if (n < 0) n = count++;
    part.push_back(n);
  }
  return part;
}

FacingReport face_outward(std::span<const Vec3<double>> vertices,
                          std::vector<std::array<int, 3>>& triangles) {
  const std::vector<int> part_of = parts_of_triangles(static_cast<int>(vertices.size()), triangles);
  std::vector<MeshPart> parts = parts_of_mesh(vertices, triangles, part_of);
  find_parts_around(vertices, parts);
  mark_turned(parts);
  FacingReport report;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (parts[to_index(part_of[t])].turned) {
      std::swap(triangles[t][1], triangles[t][2]);
      ++report.turned;
    }
  for (const MeshPart& part : parts) report.nested += is_nested(parts, part) ? 1 : 0;
  return report;
}

}  // namespace catena
