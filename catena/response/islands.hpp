#pragma once
// Which rows of forces act on each other through a mechanism, and which do not.
//
// A force is carried from its node towards the root and leaves an effort on every dof on the way
// that is not held; J M^-1 J^T couples two rows through the dofs that both of them reach. Blocks of
// rows without such a dof, and without a chain of other blocks or closures between them, belong to
// different islands, and their problems can be solved apart. Only the structure decides, not the
// numbers.

#include <memory>
#include <span>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/constraints/mechanism_part.hpp"

namespace catena {

class Islands {
 public:
  explicit Islands(std::shared_ptr<const Loops> loops);

  // Forgets all blocks. Coordinates of the tree that are held do not move.
  void begin(Held held);
  // A block of rows that acts on two nodes, or on a coordinate of the tree or of a loop joint.
  // Blocks are counted from 0.
  void add_pair(int node_a, int node_b);
  void add_coordinate(int dof);
  // After the last block.
  void finish();

  // Islands are counted in the order of their first blocks. A block that nothing moves for is an
  // island of its own, without nodes.
  int count() const { return static_cast<int>(first_block_.size()) - 1; }
  int of_block(int block) const { return island_[static_cast<std::size_t>(block)]; }
  // The blocks of an island, ascending.
  std::span<const int> blocks(int island) const { return list(blocks_, first_block_, island); }
  // What answers to the blocks of an island: all closures that take part, and all nodes between the
  // points of attack and the root that can move.
  MechanismPart part(int island) const {
    return {list(nodes_, first_node_, island), list(closures_, first_closure_, island),
            list(eliminated_, first_closure_, island)};
  }

 private:
  static std::span<const int> list(const std::vector<int>& all, const std::vector<int>& first,
                                   int island) {
    const auto i = static_cast<std::size_t>(island);
    return std::span(all).subspan(static_cast<std::size_t>(first[i]),
                                  static_cast<std::size_t>(first[i + 1] - first[i]));
  }
  int find(int node);
  void join(int node, int& with);
  void walk(int node, int& with);
  static void sort(const std::vector<int>& island_of, std::span<const int> order,
                   std::vector<int>& all, std::vector<int>& first);

  std::shared_ptr<const Loops> loops_;
  std::vector<int> moving_;          // per node: itself or the nearest above that can move; 0: none
  std::vector<int> set_;             // per node: union-find
  std::vector<char> walked_;         // per node: on the way of a block or a closure
  std::vector<char> is_held_;        // per dof of the tree
  std::vector<int> block_set_;       // per block: one of its moving nodes, or 0
  std::vector<int> closure_set_;     // per closure, likewise
  std::vector<int> island_;          // per block
  std::vector<int> island_of_set_;   // per node
  std::vector<int> island_of_node_;  // per node, or -1
  std::vector<int> island_of_closure_;
  std::vector<int> blocks_, first_block_, nodes_, first_node_;
  std::vector<int> closures_, eliminated_, first_closure_;
  std::vector<int> order_;  // of elimination of the closures
};

}  // namespace catena
