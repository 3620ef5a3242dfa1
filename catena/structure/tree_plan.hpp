#pragma once
// The parent joint of each body: the first step from connections to a structure.

#include <vector>

#include "catena/structure/connections.hpp"

namespace catena {

// The joint between a body and its parent.
struct Hanging {
  enum class By {
    Home,        // joint `index` of the home tree
    Connection,  // the connection with serial number `index`
    Made,        // a free joint to the world where joint `index` of the home tree was cut
  };
  By by = By::Home;
  int index = 0;
  bool reversed = false;  // its declared child is the parent
  int parent = 0;

  bool operator==(const Hanging&) const = default;
};

struct TreePlan {
  std::vector<Hanging> of_body;  // by BodyId; the world's is meaningless

  bool operator==(const TreePlan&) const = default;
  // Whether a connection is a joint of the tree; otherwise it is a loop.
  bool has(const Connection& connection) const;
};

// Without re-rooting: the home tree, with free joints to the world in place of those that are cut
// (Nakamura & Yamane 2000, sec. V-B). With it, connections in their order, again and again until
// nothing changes, become joints of the tree where they join a subtree whose root is on a plain
// free joint to a body outside; their body b goes below body a where both could. The path between
// the connected body and the old root is turned round (Nakamura & Yamane 2000, figs. 12-13). That
// never leaves a joint with nothing to move: the kinetic energy is that of before, on fewer
// motions.
TreePlan plan_tree(const HomeTree& home, const Connections& connections, bool reroot);

// The tree of a plan: joints of the home tree in their order, then connections in theirs. Springs
// between joints are left out where the tree lacks one of them.
Model build_tree(const HomeTree& home, const Connections& connections, const TreePlan& plan);

}  // namespace catena
