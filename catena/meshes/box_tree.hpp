#pragma once
// A tree of boxes, for questions of the form "what is near this".

#include <algorithm>
#include <vector>

#include "catena/math/index.hpp"
#include "catena/math/vec3.hpp"

namespace catena {

struct MeshBox {
  Vec3<double> low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};

  void add(const Vec3<double>& p) {
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  }
  void add(const MeshBox& b) {
    add(b.low);
    add(b.high);
  }
  MeshBox grown(double by) const {
    const Vec3<double> d{by, by, by};
    return {low - d, high + d};
  }
  bool meets(const MeshBox& b) const {
    for (int i = 0; i < 3; ++i)
      if (low[i] > b.high[i] || b.low[i] > high[i]) return false;
    return true;
  }
};

// Built once, by medians; leaves hold one box.
class MeshBoxTree {
 public:
  explicit MeshBoxTree(std::vector<MeshBox> boxes) : boxes_(std::move(boxes)) {
    for (std::size_t i = 0; i < boxes_.size(); ++i) order_.push_back(static_cast<int>(i));
    if (!boxes_.empty()) build(0, static_cast<int>(boxes_.size()));
  }

  // Calls found(i) for each box i that meets this one, until it returns false.
  template <class Found>
  void query(const MeshBox& box, Found&& found) const {
    if (nodes_.empty()) return;
    std::vector<int> stack{0};
    while (!stack.empty()) {
      const Node& node = nodes_[to_index(stack.back())];
      stack.pop_back();
      if (!node.box.meets(box)) continue;
      if (node.item >= 0) {
        if (!found(node.item)) return;
      } else {
        stack.push_back(node.left);
        stack.push_back(node.right);
      }
    }
  }

 private:
  struct Node {
    MeshBox box;
    int left = -1, right = -1, item = -1;
  };

  int build(int first, int last) {
    const int index = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    MeshBox box;
    for (int i = first; i < last; ++i) box.add(boxes_[to_index(order_[to_index(i)])]);
    nodes_[to_index(index)].box = box;
    if (last - first == 1) {
      nodes_[to_index(index)].item = order_[to_index(first)];
      return index;
    }
    const Vec3<double> extent = box.high - box.low;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0
                     : extent.y >= extent.z                       ? 1
                                                                  : 2;
    const auto centre = [&](int i) {
      return boxes_[to_index(i)].low[axis] + boxes_[to_index(i)].high[axis];
    };
    const int middle = first + (last - first) / 2;
    std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                     [&](int a, int b) {
                       const double ca = centre(a), cb = centre(b);
                       return ca != cb ? ca < cb : a < b;
                     });
    const int left = build(first, middle), right = build(middle, last);
    nodes_[to_index(index)].left = left;
    nodes_[to_index(index)].right = right;
    return index;
  }

  std::vector<MeshBox> boxes_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace catena
