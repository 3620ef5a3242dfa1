#include "catena/collision/triangle_tree.hpp"

#include <algorithm>
#include <numeric>

namespace catena {

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  std::vector<BoundingBox> boxes(mesh.triangles.size());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    for (const int v : mesh.triangles[t]) boxes[t].include(mesh.vertices[to_index(v)]);
  order_.resize(boxes.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(2 * boxes.size() + 1);
  nodes_.push_back({{}, 0, static_cast<int>(boxes.size())});
  // Children stand behind their parents, so that one pass over the growing list splits all.
  for (int i = 0; i < node_count(); ++i) split(i, boxes);
}

void TriangleTree::split(int i, std::vector<BoundingBox>& boxes) {
  constexpr int leaf_size = 2;
  Node& node = nodes_[to_index(i)];
  const int first = node.first, count = node.count;
  BoundingBox centres;
  for (int k = first; k < first + count; ++k) {
    node.box.include(boxes[to_index(triangle(k))]);
    centres.include(boxes[to_index(triangle(k))].centre());
  }
  if (count <= leaf_size) return;
  const Vec3<double> spread = centres.high - centres.low;
  const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
  const int half = count / 2;
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](int s, int t) {
    const double x = boxes[to_index(s)].centre()[axis], y = boxes[to_index(t)].centre()[axis];
    return x < y || (x == y && s < t);
  });
  const int child = node_count();
  node.first = child, node.count = 0;
  nodes_.push_back({{}, first, half});
  nodes_.push_back({{}, first + half, count - half});
}

}  // namespace catena
