#include "catena/meshes/mesh_report.hpp"

#include <algorithm>
#include <cmath>

#include "catena/geometry/mass_properties.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/box_tree.hpp"
#include "catena/meshes/facing.hpp"
#include "catena/meshes/triangle_contact.hpp"

namespace catena {

namespace {

constexpr double relative_tolerance = 1e-9;  // of the size
constexpr double junction_tolerance = 1e-6;  // of the size: files hold single precision
constexpr int most_contacts = 10000;
constexpr std::size_t most_named_crossings = 3;

TriangleCorners corners_of(const TriangleMesh& mesh, int t) {
  const std::array<int, 3>& c = mesh.triangles[to_index(t)];
  return {mesh.vertices[to_index(c[0])], mesh.vertices[to_index(c[1])],
          mesh.vertices[to_index(c[2])]};
}

int count_parts(const TriangleMesh& mesh) {
  const std::vector<int> parts = parts_of_triangles(mesh.vertex_count(), mesh.triangles);
  return parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end()) + 1;
}

// Two triangles on one edge, and whether they go along it in opposite senses, as they should.
struct Neighbours {
  int a, b;
  bool fit;
};

std::vector<Neighbours> neighbours_by_edge(const TriangleMesh& mesh) {
  std::vector<int> lonely;  // edges that are not paired
  std::vector<Neighbours> result;
  for (int e = 0; e < static_cast<int>(mesh.edges.size()); ++e) {
    const TriangleMesh::Edge& edge = mesh.edges[to_index(e)];
    if (edge.triangles[1] >= 0)
      result.push_back({edge.triangles[0], edge.triangles[1], true});
    else
      lonely.push_back(e);
  }
  const auto ends = [&](int e) {
    const std::array<int, 2>& v = mesh.edges[to_index(e)].vertices;
    return std::minmax(v[0], v[1]);
  };
  std::stable_sort(lonely.begin(), lonely.end(), [&](int a, int b) { return ends(a) < ends(b); });
  for (std::size_t i = 0; i + 1 < lonely.size(); ++i) {
    if (ends(lonely[i]) != ends(lonely[i + 1])) continue;
    const auto &a = mesh.edges[to_index(lonely[i])], &b = mesh.edges[to_index(lonely[i + 1])];
    result.push_back({a.triangles[0], b.triangles[0], a.vertices[0] != b.vertices[0]});
  }
  return result;
}

// In each part that hangs together by edges: the fewer of the two senses.
int count_flipped(const TriangleMesh& mesh) {
  const std::vector<Neighbours> pairs = neighbours_by_edge(mesh);
  std::vector<std::vector<std::pair<int, bool>>> around(mesh.triangles.size());
  for (const Neighbours& pair : pairs) {
    around[to_index(pair.a)].emplace_back(pair.b, pair.fit);
    around[to_index(pair.b)].emplace_back(pair.a, pair.fit);
  }
  std::vector<int> sense(mesh.triangles.size(), 0), stack;
  int flipped = 0;
  for (int seed = 0; seed < mesh.triangle_count(); ++seed) {
    if (sense[to_index(seed)] != 0) continue;
    int with = 0, against = 0;
    stack.push_back(seed);
    sense[to_index(seed)] = 1;
    while (!stack.empty()) {
      const int t = stack.back();
      stack.pop_back();
      ++(sense[to_index(t)] > 0 ? with : against);
      for (const auto& [next, fit] : around[to_index(t)]) {
        if (sense[to_index(next)] != 0) continue;
        sense[to_index(next)] = fit ? sense[to_index(t)] : -sense[to_index(t)];
        stack.push_back(next);
      }
    }
    flipped += std::min(with, against);
  }
  return flipped;
}

int count_zero_area(const TriangleMesh& mesh, double tolerance) {
  int count = 0;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const TriangleCorners c = corners_of(mesh, t);
    const double longest = std::max({norm(c[1] - c[0]), norm(c[2] - c[1]), norm(c[0] - c[2])});
    const double twice_area = norm(cross(c[1] - c[0], c[2] - c[0]));
    if (twice_area <= tolerance * longest) ++count;
  }
  return count;
}

// Vertices of open edges that stand in the middle of another one.
int count_t_junctions(const TriangleMesh& mesh, double tolerance) {
  std::vector<int> open, vertices;
  for (int e = 0; e < static_cast<int>(mesh.edges.size()); ++e)
    if (mesh.edges[to_index(e)].triangles[1] < 0) open.push_back(e);
  for (const int e : open)
    for (const int v : mesh.edges[to_index(e)].vertices) vertices.push_back(v);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  std::vector<MeshBox> boxes;
  for (const int v : vertices) {
    boxes.emplace_back();
    boxes.back().add(mesh.vertices[to_index(v)]);
  }
  const MeshBoxTree tree(std::move(boxes));
  std::vector<bool> found(vertices.size(), false);
  for (const int e : open) {
    const std::array<int, 2>& ends = mesh.edges[to_index(e)].vertices;
    const Vec3<double>&a = mesh.vertices[to_index(ends[0])], &b = mesh.vertices[to_index(ends[1])];
    const double length = norm(b - a);
    if (length <= 2.0 * tolerance) continue;
    const Vec3<double> along = (1.0 / length) * (b - a);
    MeshBox box;
    box.add(a);
    box.add(b);
    tree.query(box.grown(tolerance), [&](int i) {
      const Vec3<double> r = mesh.vertices[to_index(vertices[to_index(i)])] - a;
      const double s = dot(r, along);
      if (s > tolerance && s < length - tolerance && norm(r - s * along) <= tolerance)
        found[to_index(i)] = true;
      return true;
    });
  }
  return static_cast<int>(std::count(found.begin(), found.end(), true));
}

// Triangles that share a vertex or an edge touch there: only what crosses elsewhere counts.
TriangleMeeting meeting_in(const TriangleMesh& mesh, int a, int b, double tolerance) {
  const std::array<int, 3>&ta = mesh.triangles[to_index(a)], &tb = mesh.triangles[to_index(b)];
  int shared = 0;
  std::size_t ia = 0, ib = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (ta[i] == tb[j]) ++shared, ia = i, ib = j;
  const TriangleCorners ca = corners_of(mesh, a), cb = corners_of(mesh, b);
  if (shared == 0) return meeting_of(ca, cb, tolerance);
  if (shared == 1)
    return line_crosses(ca[(ia + 1) % 3], ca[(ia + 2) % 3], cb, tolerance, tolerance) ||
                   line_crosses(cb[(ib + 1) % 3], cb[(ib + 2) % 3], ca, tolerance, tolerance)
               ? TriangleMeeting::Crossing
               : TriangleMeeting::None;
  // Folded onto each other along the edge.
  return dot(mesh.normals[to_index(a)], mesh.normals[to_index(b)]) < -1.0 + 1e-12
             ? TriangleMeeting::Touching
             : TriangleMeeting::None;
}

Vec3<double> middle_of(const TriangleCorners& a, const TriangleCorners& b) {
  return (1.0 / 6.0) * (a[0] + a[1] + a[2] + b[0] + b[1] + b[2]);
}

void count_contacts(const TriangleMesh& mesh, double tolerance, MeshReport& report) {
  std::vector<MeshBox> boxes(mesh.triangles.size());
  for (int t = 0; t < mesh.triangle_count(); ++t)
    for (const Vec3<double>& p : corners_of(mesh, t)) boxes[to_index(t)].add(p);
  const MeshBoxTree tree(boxes);
  // Long thin triangles across everything would make all pairs near.
  long long tests = 1000LL * mesh.triangle_count() + 1'000'000;
  for (int t = 0; t < mesh.triangle_count() && report.all_contacts; ++t)
    tree.query(boxes[to_index(t)], [&](int other) {
      if (other <= t) return true;
      const TriangleMeeting meeting = meeting_in(mesh, t, other, tolerance);
      if (meeting == TriangleMeeting::Touching) ++report.touching;
      if (meeting == TriangleMeeting::Crossing) {
        ++report.self_contacts;
        if (report.crossings.size() < most_named_crossings)
          report.crossings.push_back(
              {t, other, middle_of(corners_of(mesh, t), corners_of(mesh, other))});
      }
      report.all_contacts = --tests > 0 && report.self_contacts + report.touching < most_contacts;
      return report.all_contacts;
    });
}

}  // namespace

MeshReport check_mesh(const TriangleMesh& mesh) {
  MeshReport report;
  report.vertices = mesh.vertex_count();
  report.triangles = mesh.triangle_count();
  report.size = diagonal_of(mesh.vertices);
  report.open_edges = mesh.open_edges;
  report.unpaired_edges = mesh.unpaired_edges;
  report.parts = count_parts(mesh);
  report.flipped = count_flipped(mesh);
  report.zero_area = count_zero_area(mesh, relative_tolerance * report.size);
  report.t_junctions = count_t_junctions(mesh, junction_tolerance * report.size);
  count_contacts(mesh, relative_tolerance * report.size, report);
  if (mesh.closed()) report.volume = signed_inertia(mesh.vertices, mesh.triangles).mass;
  return report;
}

}  // namespace catena
