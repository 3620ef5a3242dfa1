#pragma once
// Which trees of bodies are at rest, since when, and which of them sleep. Part of the state of a
// run in which bodies that rest on each other are not computed until something touches them. A
// tree is everything connected to the world through one joint; a free body is a tree.

#include <Eigen/Core>
#include <vector>

#include "catena/math/infinity.hpp"
#include "catena/model/model.hpp"

namespace catena {

struct SleepRecord {
  struct Tree {
    double since = infinity;  // when it came to rest, s; infinite: it moves
    bool asleep = false;
  };
  std::vector<Tree> trees;
  // Of those at rest: where they came to rest, and their accelerations without contacts there.
  Eigen::VectorXd q, a;

  bool any_asleep() const {
    for (const Tree& tree : trees)
      if (tree.asleep) return true;
    return false;
  }
};

// Per node: the number of its tree; -1: the world. Trees are counted in the order of nodes.
inline std::vector<int> trees_of_nodes(const Model& model) {
  std::vector<int> out;
  int last = -1;
  for (std::size_t i = 0; i < model.nodes().size(); ++i) {
    if (i > 0 && model.nodes()[i].parent == 0) ++last;
    out.push_back(i == 0 ? -1 : last);
  }
  return out;
}

}  // namespace catena
