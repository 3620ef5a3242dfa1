#pragma once
// A tree of boxes that come, go and move.

#include <vector>

#include "catena/collision/bounding_box.hpp"
#include "catena/math/index.hpp"

namespace catena {

// A binary tree of boxes, kept balanced by its surface: a box is put beside the node that grows
// least, and nodes are rotated on the way up. Equal calls in equal order make equal trees.
class BoxTree {
 public:
  // The number of a leaf, which stays until it is removed.
  int insert(const BoundingBox& box, int item);
  void remove(int leaf);
  void move(int leaf, const BoundingBox& box) {
    const int item = nodes_[to_index(leaf)].item;
    unlink(leaf);
    nodes_[to_index(leaf)].box = box;
    nodes_[to_index(leaf)].item = item;
    link(leaf);
  }
  const BoundingBox& box(int leaf) const { return nodes_[to_index(leaf)].box; }
  int item(int leaf) const { return nodes_[to_index(leaf)].item; }
  int height() const { return root_ < 0 ? 0 : nodes_[to_index(root_)].height; }

  // Calls action(item) for each leaf whose box overlaps this one. `stack` is scratch.
  template <class Action>
  void query(const BoundingBox& box, std::vector<int>& stack, Action&& action) const {
    stack.clear();
    if (root_ >= 0) stack.push_back(root_);
    while (!stack.empty()) {
      const Node& node = nodes_[to_index(stack.back())];
      stack.pop_back();
      if (!overlap(node.box, box)) continue;
      if (node.height == 0) {
        action(node.item);
      } else {
        stack.push_back(node.children[0]);
        stack.push_back(node.children[1]);
      }
    }
  }

 private:
  struct Node {
    BoundingBox box{};
    int parent = -1;  // of a free node: the next free one
    int children[2] = {-1, -1};
    int height = 0;  // 0: a leaf
    int item = -1;
  };

  int new_node();
  void link(int leaf);
  void unlink(int leaf);
  void refit(int i);
  void rotate(int i);
  int best_sibling(const BoundingBox& box) const;
  void replace_child(int parent, int child, int by);

  std::vector<Node> nodes_;
  int root_ = -1, free_ = -1;
};

}  // namespace catena
