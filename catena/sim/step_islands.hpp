#pragma once
// Which rows of a step act on each other. Bodies that hang together on the world are a tree; blocks
// of rows connect trees to islands.

#include <array>
#include <span>
#include <vector>

#include "catena/elements/rows.hpp"

namespace catena {

class StepIslands {
 public:
  // Nodes [first, end), and the coordinates of theirs [first_dof, end_dof).
  struct Tree {
    int first, end, first_dof, end_dof;
  };
  struct Island {
    std::vector<int> coordinates;  // blocks of one coordinate each
    std::vector<int> contacts;     // other blocks
    std::vector<int> trees;
  };

  explicit StepIslands(const Model& model);

  // Anew only where other blocks take part than before.
  void find(const RowList& list);
  std::span<const Island> all() const { return {islands_.data(), count_}; }
  const Tree& tree(int i) const { return trees_[static_cast<std::size_t>(i)]; }
  // -1: that of the world.
  int tree_of(int node) const {
    return node < 0 ? -1 : tree_of_node_[static_cast<std::size_t>(node)];
  }
  // The trees that a block acts on, the first one not -1; -1: none, or both are the same.
  std::array<int, 2> trees_of(int block) const;
  // Blocks that act on nothing that moves.
  std::span<const int> idle() const { return idle_; }

 private:
  std::array<int, 2> nodes_of(const Block& block, const RowList& list) const;
  bool is_known(const RowList& list) const;
  int root_of(int tree);

  const Model& model_;
  std::vector<Tree> trees_;
  std::vector<int> tree_of_node_;
  std::vector<Island> islands_;
  std::size_t count_ = 0;
  std::vector<std::array<int, 2>> nodes_;  // per block: those that the islands are of
  std::vector<int> parent_, island_of_;    // per tree: union-find
  std::vector<int> idle_;
};

}  // namespace catena
