#include "catena/collision/box_tree.hpp"

namespace catena {

namespace {

BoundingBox united(const BoundingBox& a, const BoundingBox& b) {
  BoundingBox c = a;
  c.include(b);
  return c;
}

}  // namespace

int BoxTree::new_node() {
  if (free_ < 0) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int i = free_;
  free_ = nodes_[to_index(i)].parent;
  nodes_[to_index(i)] = {};
  return i;
}

int BoxTree::insert(const BoundingBox& box, int item) {
  const int leaf = new_node();
  nodes_[to_index(leaf)].box = box;
  nodes_[to_index(leaf)].item = item;
  link(leaf);
  return leaf;
}

void BoxTree::remove(int leaf) {
  unlink(leaf);
  nodes_[to_index(leaf)].parent = free_;
  free_ = leaf;
}

// Down the tree to where the surfaces of all boxes grow least.
int BoxTree::best_sibling(const BoundingBox& box) const {
  int i = root_;
  while (nodes_[to_index(i)].height > 0) {
    const Node& node = nodes_[to_index(i)];
    const double area = half_area(node.box), whole = half_area(united(node.box, box));
    const double here = 2.0 * whole, inherited = 2.0 * (whole - area);
    double cost[2];
    for (int c = 0; c < 2; ++c) {
      const Node& child = nodes_[to_index(node.children[c])];
      const double grown = half_area(united(child.box, box));
      cost[c] = inherited + (child.height == 0 ? grown : grown - half_area(child.box));
    }
    if (here < cost[0] && here < cost[1]) break;
    i = node.children[cost[0] <= cost[1] ? 0 : 1];
  }
  return i;
}

void BoxTree::replace_child(int parent, int child, int by) {
  if (parent < 0) {
    root_ = by;
  } else {
    Node& node = nodes_[to_index(parent)];
    node.children[node.children[0] == child ? 0 : 1] = by;
  }
  nodes_[to_index(by)].parent = parent;
}

void BoxTree::link(int leaf) {
  Node& node = nodes_[to_index(leaf)];
  node.parent = -1, node.height = 0;
  if (root_ < 0) {
    root_ = leaf;
    return;
  }
  const int sibling = best_sibling(node.box);
  const int parent = new_node();  // may move the nodes
  replace_child(nodes_[to_index(sibling)].parent, sibling, parent);
  nodes_[to_index(parent)].children[0] = sibling;
  nodes_[to_index(parent)].children[1] = leaf;
  nodes_[to_index(sibling)].parent = nodes_[to_index(leaf)].parent = parent;
  for (int i = parent; i >= 0; i = nodes_[to_index(i)].parent) {
    refit(i);
    rotate(i);
  }
}

void BoxTree::unlink(int leaf) {
  const int parent = nodes_[to_index(leaf)].parent;
  if (parent < 0) {
    root_ = -1;
    return;
  }
  const Node& node = nodes_[to_index(parent)];
  const int sibling = node.children[0] == leaf ? node.children[1] : node.children[0];
  replace_child(node.parent, parent, sibling);
  nodes_[to_index(parent)].parent = free_;
  free_ = parent;
  for (int i = nodes_[to_index(sibling)].parent; i >= 0; i = nodes_[to_index(i)].parent) {
    refit(i);
    rotate(i);
  }
}

void BoxTree::refit(int i) {
  Node& node = nodes_[to_index(i)];
  const Node &p = nodes_[to_index(node.children[0])], &q = nodes_[to_index(node.children[1])];
  node.box = united(p.box, q.box);
  node.height = 1 + std::max(p.height, q.height);
}

// Exchanges a child with a grandchild on the other side where that makes the surfaces smaller.
void BoxTree::rotate(int i) {
  Node& node = nodes_[to_index(i)];
  double best = 0.0;
  int best_side = -1, best_grandchild = -1;
  for (int side = 0; side < 2; ++side) {
    const int lower = node.children[side], upper = node.children[1 - side];
    const Node& child = nodes_[to_index(lower)];
    if (child.height == 0) continue;
    for (int g = 0; g < 2; ++g) {
      // The grandchild g goes up, the other child of i goes down in its place.
      const Node& stays = nodes_[to_index(child.children[1 - g])];
      const double gain =
          half_area(child.box) - half_area(united(stays.box, nodes_[to_index(upper)].box));
      if (gain > best) best = gain, best_side = side, best_grandchild = g;
    }
  }
  if (best_side < 0) return;
  const int lower = node.children[best_side], upper = node.children[1 - best_side];
  Node& child = nodes_[to_index(lower)];
  const int up = child.children[best_grandchild];
  child.children[best_grandchild] = upper;
  nodes_[to_index(upper)].parent = lower;
  node.children[1 - best_side] = up;
  nodes_[to_index(up)].parent = i;
  refit(lower);
  refit(i);
}

}  // namespace catena
