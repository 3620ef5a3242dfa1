#pragma once
// A tree of boxes around the triangles of a mesh, in the mesh's frame.

#include <vector>

#include "catena/collision/bounding_box.hpp"
#include "catena/geometry/triangle_mesh.hpp"
#include "catena/math/index.hpp"

namespace catena {

class TriangleTree {
 public:
  // A leaf has count > 0 triangles, order()[first] and those that follow; an inner node has its
  // children at `first` and `first + 1`.
  struct Node {
    BoundingBox box;
    int first = 0, count = 0;
  };

  explicit TriangleTree(const TriangleMesh& mesh);

  const Node& node(int i) const { return nodes_[to_index(i)]; }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  int triangle(int i) const { return order_[to_index(i)]; }

 private:
  void split(int node, std::vector<BoundingBox>& boxes);

  std::vector<Node> nodes_;
  std::vector<int> order_;
};

}  // namespace catena
