#include "catena/collision/mesh_region.hpp"

#include <algorithm>
#include <cmath>

#include "catena/collision/mesh_distance.hpp"
#include "catena/collision/planar_hull.hpp"
#include "catena/collision/triangle_bound.hpp"
#include "catena/collision/triangle_pairs.hpp"
#include "catena/collision/triangle_side.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

constexpr double same_normal = 0.0349;    // 2 degrees
constexpr double flat_angle = 0.0873;     // 5 degrees: such edges count as flat
constexpr double notable_overlap = 1e-7;  // m

// Points of all pairs of triangles, and the normal of the pair that each came from.
struct Gathered {
  RegionList list;
  ContactFace face_a, face_b;
  std::vector<std::uint64_t> unused;
  std::vector<RegionPoint> cluster;
  std::vector<char> taken;
  std::vector<std::pair<int, int>> pairs;
};

bool is_flat_against(const ContactSide& side, const V& m) {
  return side.triangle >= 0 && norm(triangle_normal(side) - m) < flat_angle;
}

// A nearly flat meeting is one with the face itself, whatever corner of it is nearest.
V settled_normal(const ContactSide& a, const ContactSide& b, const V& n) {
  if (is_flat_against(a, -n)) return -triangle_normal(a);
  if (is_flat_against(b, n)) return triangle_normal(b);
  return n;
}

// Whether planes hold a triangle and a convex solid further apart than this.
bool is_far(const ContactSide& a, const ContactSide& b, const Transform<double>& X_AB, double far) {
  if ((a.triangle < 0) == (b.triangle < 0)) return false;
  const double least =
      b.triangle < 0 ? least_distance(b.solid.convex, X_AB, a.solid, a.triangle, far)
                     : least_distance(a.solid.convex, inverse(X_AB), b.solid, b.triangle, far);
  return least > far;
}

void gather_pair(const ContactSide& a, const ContactSide& b, const Transform<double>& X_AB,
                 double contact_distance, double size, Gathered& g) {
  if (is_far(a, b, X_AB, std::max(0.0, contact_distance))) return;
  const LocalDistance local = side_distance(a, b, X_AB, slight_overlap * size);
  if (local.value > contact_distance) return;
  Distance d;
  d.value = local.value;
  d.p_a = a.X * local.p_a, d.p_b = a.X * local.p_b;
  d.n = a.X.rotation * local.n;
  const bool outward = is_outward(a, -d.n, d.p_a) && is_outward(b, d.n, d.p_b);
  const bool flat = is_flat_against(a, -d.n) || is_flat_against(b, d.n);
  if (!outward && !flat) return;
  // A mesh has no inside towards its own normal.
  if (a.triangle >= 0 && dot(triangle_normal(a), d.n) > 0.0) return;
  if (b.triangle >= 0 && dot(triangle_normal(b), d.n) < 0.0) return;
  int kept = -1, reference = 0;
  const V n = settled_normal(a, b, d.n);
  side_face(a, -n, d.p_a, kept, g.face_a);
  kept = -1;
  side_face(b, n, d.p_b, kept, g.face_b);
  const V plane = region_normal(g.face_a, g.face_b, n, reference);
  RegionMaker make(g.face_a, g.face_b, {a.X, b.X, plane, contact_distance, d.value}, g.list);
  make.add_corners(size, {}, reference);
  if (outward && !is_on_inner_edge(a, d.p_a) && !is_on_inner_edge(b, d.p_b))
    make.ensure(d, 1e-9 * size);
  make.finish(g.unused);
}

// The hull of the points of one cluster becomes a region.
void add_cluster(const V& n, double thickness, std::vector<RegionPoint>& points, RegionList& out) {
  keep_hull(n, thickness, points);
  const int first = static_cast<int>(out.points.size());
  out.points.insert(out.points.end(), points.begin(), points.end());
  RegionPoint* const begin = out.points.data() + first;
  order_points(n, begin, begin + points.size());
  out.regions.push_back({n, first, static_cast<int>(points.size())});
}

void cluster(double contact_distance, double thickness, Gathered& g, RegionList& out) {
  g.taken.assign(g.list.points.size(), 0);
  for (const Region& seed : g.list.regions) {
    if (g.taken[to_index(seed.first)]) continue;
    g.cluster.clear();
    const V at = g.list.points[to_index(seed.first)].p_b;
    for (const Region& region : g.list.regions) {
      if (norm(region.n - seed.n) > same_normal) continue;
      for (int i = region.first; i < region.first + region.count; ++i) {
        const RegionPoint& p = g.list.points[to_index(i)];
        if (g.taken[to_index(i)]) continue;
        // The plane may be tilted by as much as normals differ.
        const V r = p.p_b - at;
        if (abs(dot(seed.n, r)) > contact_distance + norm(region.n - seed.n) * norm(r)) continue;
        g.taken[to_index(i)] = 1;
        g.cluster.push_back(p);
      }
    }
    if (!g.cluster.empty()) add_cluster(seed.n, thickness, g.cluster, out);
  }
}

// All vertices near the plane.
void gather_half_space(const Collider& mesh, const Transform<double>& X_WM,
                       const Transform<double>& X_WH, bool mesh_is_a, double contact_distance,
                       Gathered& g) {
  const V n = X_WH.rotation.c2;
  const Transform<double> X_HM = inverse(X_WH) * X_WM;
  int kept = -1;
  static const Collider plane = make_collider({ShapeKind::HalfSpace});
  ContactFace& flat = mesh_is_a ? g.face_b : g.face_a;
  ContactFace& point = mesh_is_a ? g.face_a : g.face_b;
  solid_face(plane, X_WH, n, kept, flat);
  point.reset();
  const Transform<double>&X_WA = mesh_is_a ? X_WM : X_WH, &X_WB = mesh_is_a ? X_WH : X_WM;
  RegionMaker make(g.face_a, g.face_b, {X_WA, X_WB, mesh_is_a ? n : -n, contact_distance}, g.list);
  for (int v = 0; v < mesh.surface->vertex_count(); ++v) {
    const V h = X_HM * mesh.surface->vertices[to_index(v)];
    if (h.z > contact_distance) continue;
    const V p = X_WM * mesh.surface->vertices[to_index(v)], q = p - h.z * n;
    Corner c;
    c.kind = mesh_is_a ? Corner::Kind::VertexOfA : Corner::Kind::VertexOfB;
    c.p_a = mesh_is_a ? p : q, c.p_b = mesh_is_a ? q : p;
    c.on_a = mesh_is_a ? vertex_id(v) : face_id(0), c.on_b = mesh_is_a ? face_id(0) : vertex_id(v);
    make.add(c);
  }
  make.finish(g.unused);
}

// Whether none of the points says that the solids overlap as they do. Deep overlaps, whose normal
// is not to be relied on, are left to the points.
bool misses_overlap(const Distance& nearest, double size, const RegionList& list,
                    std::size_t first) {
  if (!(nearest.value < -notable_overlap && nearest.value > -slight_overlap * size)) return false;
  return std::none_of(list.points.begin() + static_cast<std::ptrdiff_t>(first), list.points.end(),
                      [&](const RegionPoint& p) { return p.gap < 0.5 * nearest.value; });
}

}  // namespace

void add_mesh_regions(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                      const Transform<double>& X_WB, const Distance& nearest,
                      double contact_distance, PairCache& cache, RegionList& out) {
  static thread_local Gathered g;
  g.list.clear();
  const double size = std::min(a.size, b.size), thickness = 1e-6 * size;
  if (a.shape.kind == ShapeKind::HalfSpace || b.shape.kind == ShapeKind::HalfSpace) {
    const bool mesh_is_a = b.shape.kind == ShapeKind::HalfSpace;
    gather_half_space(mesh_is_a ? a : b, mesh_is_a ? X_WA : X_WB, mesh_is_a ? X_WB : X_WA,
                      mesh_is_a, contact_distance, g);
  } else {
    const Transform<double> X_AB = inverse(X_WA) * X_WB;
    find_triangle_pairs(a, b, X_AB, contact_distance, g.pairs);
    for (const auto& [s, t] : g.pairs)
      gather_pair({a, X_WA, s}, {b, X_WB, t}, X_AB, contact_distance, size, g);
  }
  const std::size_t before = out.points.size();
  cluster(contact_distance, thickness, g, out);
  if (out.points.size() == before || misses_overlap(nearest, size, out, before)) {
    // What is deep inside touches no feature from outside: the nearest points remain.
    g.face_a.reset(), g.face_b.reset();
    RegionMaker make(g.face_a, g.face_b, {X_WA, X_WB, nearest.n, contact_distance}, out);
    make.ensure(nearest, 0.0);
    make.finish(g.unused);
  }
  cache.features.clear();
  for (std::size_t i = before; i < out.points.size(); ++i)
    cache.features.push_back(out.points[i].feature);
  std::sort(cache.features.begin(), cache.features.end());
}

}  // namespace catena
