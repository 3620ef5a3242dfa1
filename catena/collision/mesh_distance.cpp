// Branch and bound over trees of boxes. Boxes of b are moved into the frame of a.

#include "catena/collision/mesh_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "catena/collision/convex_distance.hpp"
#include "catena/collision/triangle_bound.hpp"
#include "catena/collision/triangle_side.hpp"
#include "catena/collision/way_out.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

constexpr double rounding = 1e-12;  // of a distance, in sizes of the solids

// The nearest pair so far. b may be a mesh or convex.
class NearestPair {
 public:
  NearestPair(const Collider& a, const Collider& b, const Transform<double>& X_AB)
      : a_(a), b_(b), X_AB_(X_AB), size_(std::min(a.size, b.size)) {}

  void consider(int s, int t) {
    if (t < 0 && best.value < 1e299) {
      const double enough = std::max(0.0, best.value) + rounding * size_;
      if (least_distance(b_.convex, X_AB_, a_, s, enough) > enough) return;
    }
    const LocalDistance d =
        side_distance({a_, X_AB_, s}, {b_, X_AB_, t}, X_AB_, slight_overlap * size_);
    if (d.value < best.value || (d.value == best.value && s < triangle_a))
      best = d, triangle_a = s, triangle_b = t;
  }
  double bound() const { return best.value > 0.0 ? best.value * best.value : 0.0; }

  void descend();

  LocalDistance best{1e300};
  int triangle_a = -1, triangle_b = -1;

 private:
  struct Task {
    double squared;
    int i, j;  // nodes of a and of b
  };
  const Collider& a_;
  const Collider& b_;
  const Transform<double>& X_AB_;
  double size_;

  BoundingBox box_b(int j) const {
    return transformed(X_AB_, b_.surface ? b_.tree->node(j).box : b_.bounds);
  }
  void leaves(const Task& task);
};

void NearestPair::leaves(const Task& task) {
  const TriangleTree::Node& p = a_.tree->node(task.i);
  for (int s = p.first; s < p.first + p.count; ++s) {
    if (!b_.surface) {
      consider(a_.tree->triangle(s), -1);
      continue;
    }
    const TriangleTree::Node& q = b_.tree->node(task.j);
    for (int t = q.first; t < q.first + q.count; ++t)
      consider(a_.tree->triangle(s), b_.tree->triangle(t));
  }
}

void NearestPair::descend() {
  // Depth first, the nearer child last so that it is taken next. A pair of nodes adds at most one
  // task per level, and the depth of both trees together is below 64 for any mesh in memory.
  std::array<Task, 256> tasks;
  int count = 0;
  const auto push = [&](int i, int j) {
    const double squared = squared_distance(a_.tree->node(i).box, box_b(j));
    if (squared <= bound()) tasks[to_index(count++)] = {squared, i, j};
  };
  push(0, 0);
  while (count > 0) {
    const Task task = tasks[to_index(--count)];
    if (task.squared > bound()) continue;
    const TriangleTree::Node& p = a_.tree->node(task.i);
    const bool leaf_b = !b_.surface || b_.tree->node(task.j).count > 0;
    if (p.count > 0 && leaf_b) {
      leaves(task);
      continue;
    }
    const int before = count;
    const bool split_a =
        p.count == 0 && (leaf_b || half_area(p.box) >= half_area(b_.tree->node(task.j).box));
    const int child = split_a ? p.first : b_.tree->node(task.j).first;
    for (const int c : {child, child + 1}) push(split_a ? c : task.i, split_a ? task.j : c);
    if (count - before == 2 && tasks[to_index(count - 1)].squared > tasks[to_index(before)].squared)
      std::swap(tasks[to_index(count - 1)], tasks[to_index(before)]);
  }
}

// Parity of the triangles above p. Rays that pass an edge are turned a little, the same way always.
bool odd_above(const TriangleMesh& mesh, const V& p) {
  V ray{0.3141592653589793e-1, 0.2718281828459045e-1, 1.0};
  for (int attempt = 0; attempt < 8; ++attempt, ray += V{0.137, 0.0731, 0.0}) {
    bool odd = false, doubtful = false;
    for (const auto& t : mesh.triangles) {
      const V q0 = mesh.vertices[to_index(t[0])] - p, q1 = mesh.vertices[to_index(t[1])] - p,
              q2 = mesh.vertices[to_index(t[2])] - p;
      const double u = dot(ray, cross(q1, q2)), v = dot(ray, cross(q2, q0)),
                   w = dot(ray, cross(q0, q1)), volume = dot(q0, cross(q1, q2));
      const double sum = u + v + w, tiny = 1e-14 * (abs(u) + abs(v) + abs(w));
      const bool inside =
          (u > tiny && v > tiny && w > tiny) || (u < -tiny && v < -tiny && w < -tiny);
      const bool outside = (std::min({u, v, w}) < -tiny && std::max({u, v, w}) > tiny);
      if (inside && sum * volume > 0.0) odd = !odd;
      if (!inside && !outside) doubtful = true;
    }
    if (!doubtful) return odd;
  }
  return false;
}

bool below_field(const HeightField& f, const V& p) {
  const double x = p.x / f.dx + 0.5 * (f.nx - 1), y = p.y / f.dy + 0.5 * (f.ny - 1);
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  if (i < 0 || j < 0 || i + 1 >= f.nx || j + 1 >= f.ny) return false;
  const double u = x - i, v = y - j, h00 = f.height(i, j), h11 = f.height(i + 1, j + 1);
  const double h = u >= v ? h00 + u * (f.height(i + 1, j) - h00) + v * (h11 - f.height(i + 1, j))
                          : h00 + v * (f.height(i, j + 1) - h00) + u * (h11 - f.height(i, j + 1));
  return p.z < h;
}

// Whether the nearest points are seen from the inner side of a triangle.
bool is_from_inside(const Collider& a, const Collider& b, const Transform<double>& X_AB,
                    const NearestPair& pair) {
  const V& n = pair.best.n;
  if (pair.triangle_a >= 0 && dot(a.surface->normals[to_index(pair.triangle_a)], n) > 1e-9)
    return true;
  return pair.triangle_b >= 0 &&
         dot(X_AB.rotation * b.surface->normals[to_index(pair.triangle_b)], n) < -1e-9;
}

Distance from_pair(const NearestPair& pair, const Transform<double>& X_WA) {
  Distance d;
  d.value = pair.best.value;
  d.p_a = X_WA * pair.best.p_a, d.p_b = X_WA * pair.best.p_b;
  d.n = X_WA.rotation * pair.best.n;
  d.duality_gap = pair.best.duality_gap;
  d.triangle_a = pair.triangle_a, d.triangle_b = pair.triangle_b;
  return d;
}

}  // namespace

bool is_inside(const Collider& mesh, const Vec3<double>& p) {
  if (mesh.shape.kind == ShapeKind::HeightField) return below_field(*mesh.shape.field, p);
  const BoundingBox& box = mesh.bounds;
  if (p.x < box.low.x || p.y < box.low.y || p.z < box.low.z || p.x > box.high.x ||
      p.y > box.high.y || p.z > box.high.z || !mesh.surface->closed())
    return false;
  return odd_above(*mesh.surface, p);
}

Distance mesh_distance(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                       const Transform<double>& X_WB, PairCache& cache) {
  if (!a.surface) {
    std::swap(cache.triangle_a, cache.triangle_b);
    Distance d = mesh_distance(b, X_WB, a, X_WA, cache);
    std::swap(cache.triangle_a, cache.triangle_b);
    std::swap(d.p_a, d.p_b);
    std::swap(d.triangle_a, d.triangle_b);
    d.n = -d.n;
    return d;
  }
  const Transform<double> X_AB = inverse(X_WA) * X_WB;
  NearestPair pair(a, b, X_AB);
  // The last pair is a good bound.
  if (cache.triangle_a >= 0 && cache.triangle_a < a.surface->triangle_count() &&
      (b.surface ? cache.triangle_b >= 0 && cache.triangle_b < b.surface->triangle_count() : true))
    pair.consider(cache.triangle_a, b.surface ? cache.triangle_b : -1);
  pair.descend();
  Distance d = from_pair(pair, X_WA);
  // A pair that was apart, and moved by less than that, is still apart.
  const bool was_apart = cache.last_value > 0.0 && cache.last_value < 1e299 && d.value > 0.0;
  cache.triangle_a = d.triangle_a, cache.triangle_b = d.triangle_b;
  const bool may_be_deep = d.value > 0.0 ? !was_apart : is_from_inside(a, b, X_AB, pair);
  if (!may_be_deep || !overlap(a.bounds, transformed(X_AB, b.bounds))) return d;
  if (const std::optional<Distance> out = way_out(a, b, X_AB, d.value <= 0.0)) {
    d.value = out->value;
    d.p_a = X_WA * out->p_a, d.p_b = X_WA * out->p_b;
    d.n = X_WA.rotation * out->n;
    if (out->triangle_a >= 0) d.triangle_a = out->triangle_a;
    if (out->triangle_b >= 0) d.triangle_b = out->triangle_b;
  }
  return d;
}

}  // namespace catena
