#include "catena/sim/step_islands.hpp"

#include <algorithm>
#include <numeric>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

StepIslands::StepIslands(const Model& model)
    : model_(model), tree_of_node_(model.nodes().size(), -1) {
  for (int i = 1; i < static_cast<int>(model.nodes().size()); ++i) {
    const Node& node = at(model.nodes(), i);
    if (node.parent == 0) trees_.push_back({i, i, node.v, node.v});
    at(tree_of_node_, i) = static_cast<int>(trees_.size()) - 1;
    trees_.back().end = i + 1, trees_.back().end_dof = node.v + node.nv;
  }
  parent_.resize(trees_.size());
  island_of_.resize(trees_.size());
}

// The node on each side that a block acts on; -1 as the other side of a coordinate, so that it is
// told from a contact with the world.
std::array<int, 2> StepIslands::nodes_of(const Block& block, const RowList& list) const {
  const Row& row = list.rows[static_cast<std::size_t>(block.row)];
  if (row.dof >= 0) return {at(model_.dof_node(), row.dof), -1};
  return {row.on_a.node, row.on_b.node};
}

std::array<int, 2> StepIslands::trees_of(int block) const {
  const auto [a, b] = at(nodes_, block);
  const int first = tree_of(a), second = tree_of(b);
  if (first < 0) return {second, -1};
  return {first, second == first ? -1 : second};
}

int StepIslands::root_of(int tree) {
  while (at(parent_, tree) != tree) tree = at(parent_, tree) = at(parent_, at(parent_, tree));
  return tree;
}

bool StepIslands::is_known(const RowList& list) const {
  if (nodes_.size() != list.blocks.size()) return false;
  for (std::size_t b = 0; b < nodes_.size(); ++b)
    if (nodes_[b] != nodes_of(list.blocks[b], list)) return false;
  return true;
}

void StepIslands::find(const RowList& list) {
  if (is_known(list)) return;
  nodes_.clear(), idle_.clear();
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const Block& block : list.blocks) {
    nodes_.push_back(nodes_of(block, list));
    const int a = tree_of(nodes_.back()[0]), b = tree_of(nodes_.back()[1]);
    if (a < 0 || b < 0) continue;
    const int first = root_of(a), second = root_of(b);
    at(parent_, std::max(first, second)) = std::min(first, second);
  }
  std::fill(island_of_.begin(), island_of_.end(), -1);
  count_ = 0;
  for (std::size_t b = 0; b < nodes_.size(); ++b) {
    const int tree = trees_of(static_cast<int>(b))[0];
    if (tree < 0) {
      idle_.push_back(static_cast<int>(b));
      continue;
    }
    int& number = at(island_of_, root_of(tree));
    if (number < 0) {
      number = static_cast<int>(count_++);
      if (islands_.size() < count_) islands_.emplace_back();
      Island& made = at(islands_, number);
      made.coordinates.clear(), made.contacts.clear(), made.trees.clear();
    }
    Island& island = at(islands_, number);
    (nodes_[b][1] < 0 ? island.coordinates : island.contacts).push_back(static_cast<int>(b));
  }
  for (std::size_t t = 0; t < parent_.size(); ++t)
    if (const int number = at(island_of_, root_of(static_cast<int>(t))); number >= 0)
      at(islands_, number).trees.push_back(static_cast<int>(t));
}

}  // namespace catena
