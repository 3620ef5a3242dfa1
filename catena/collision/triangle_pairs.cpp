#include "catena/collision/triangle_pairs.hpp"

#include <algorithm>

namespace catena {

namespace {

// A node of a tree, or the whole of a solid that has none.
struct TreeSide {
  const Collider& solid;

  BoundingBox box(int i) const { return solid.tree ? solid.tree->node(i).box : solid.bounds; }
  bool is_leaf(int i) const { return !solid.tree || solid.tree->node(i).count > 0; }
  template <class Action>
  void each(int i, Action&& action) const {
    if (!solid.tree) return action(-1);
    const TriangleTree::Node& node = solid.tree->node(i);
    for (int k = node.first; k < node.first + node.count; ++k) action(solid.tree->triangle(k));
  }
};

BoundingBox triangle_box(const Collider& c, int t) {
  if (t < 0) return c.bounds;
  BoundingBox box;
  for (const int v : c.surface->triangles[to_index(t)])
    box.include(c.surface->vertices[to_index(v)]);
  return box;
}

}  // namespace

void find_triangle_pairs(const Collider& a, const Collider& b, const Transform<double>& X_AB,
                         double distance, std::vector<std::pair<int, int>>& out) {
  static thread_local std::vector<std::pair<int, int>> tasks;
  out.clear();
  tasks.clear();
  const TreeSide p{a}, q{b};
  const Vec3<double> margin{distance, distance, distance};
  tasks.emplace_back(0, 0);
  while (!tasks.empty()) {
    const int i = tasks.back().first, j = tasks.back().second;
    tasks.pop_back();
    const BoundingBox box_b = fattened(transformed(X_AB, q.box(j)), margin);
    if (!overlap(p.box(i), box_b)) continue;
    if (p.is_leaf(i) && q.is_leaf(j)) {
      p.each(i, [&](int s) {
        const BoundingBox box_a = triangle_box(a, s);
        q.each(j, [&](int t) {
          if (overlap(box_a, fattened(transformed(X_AB, triangle_box(b, t)), margin)))
            out.emplace_back(s, t);
        });
      });
      continue;
    }
    const bool split_a = !p.is_leaf(i) && (q.is_leaf(j) || half_area(p.box(i)) >= half_area(box_b));
    const int child = split_a ? a.tree->node(i).first : b.tree->node(j).first;
    for (const int c : {child, child + 1})
      tasks.emplace_back(split_a ? std::pair{c, j} : std::pair{i, c});
  }
  std::sort(out.begin(), out.end());
}

}  // namespace catena
