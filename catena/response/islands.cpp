#include "catena/response/islands.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/block_elimination.hpp"

namespace catena {

using detail::at;

Islands::Islands(std::shared_ptr<const Loops> loops)
    : loops_(std::move(loops)),
      moving_(loops_->tree().nodes().size(), 0),
      set_(loops_->tree().nodes().size()),
      walked_(loops_->tree().nodes().size()),
      is_held_(static_cast<std::size_t>(loops_->tree().nv())),
      closure_set_(loops_->closures().size()),
      island_of_set_(loops_->tree().nodes().size()),
      island_of_node_(loops_->tree().nodes().size()),
      island_of_closure_(loops_->closures().size()),
      first_block_(1, 0),
      first_node_(1, 0),
      first_closure_(1, 0),
      order_(eliminate_blocks(static_cast<int>(loops_->closures().size()), loops_->neighbours())
                 .order) {}

int Islands::find(int node) {
  while (at(set_, node) != node) node = at(set_, node) = at(set_, at(set_, node));
  return node;
}

// The set of a moving node becomes that of `with`, which is 0 before the first.
void Islands::join(int node, int& with) {
  if (with == 0)
    with = node;
  else
    at(set_, find(node)) = find(with);
}

// All that can move between a node and the root joins. Above a node where another was before, it
// has.
void Islands::walk(int node, int& with) {
  for (int n = node; at(moving_, n) != 0; n = at(loops_->tree().nodes(), n).parent) {
    join(at(moving_, n), with);
    if (at(walked_, n) != 0) return;
    at(walked_, n) = 1;
  }
}

void Islands::begin(Held held) {
  const auto nodes = loops_->tree().nodes();
  for (std::size_t k = 0; k < is_held_.size(); ++k)
    is_held_[k] = !held.empty() && held[static_cast<Eigen::Index>(k)];
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const auto first = is_held_.begin() + nodes[i].v;
    const bool moves =
        std::any_of(first, first + nodes[i].nv, [](char is_held) { return is_held == 0; });
    moving_[i] = moves ? static_cast<int>(i) : at(moving_, nodes[i].parent);
  }
  std::iota(set_.begin(), set_.end(), 0);
  std::fill(walked_.begin(), walked_.end(), char{0});
  block_set_.clear();
  for (std::size_t c = 0; c < closure_set_.size(); ++c) {
    closure_set_[c] = 0;
    for (const int n : loops_->closures()[c].nodes)
      if (at(moving_, n) != 0) {
        join(at(moving_, n), closure_set_[c]);
        at(walked_, n) = 1;
      }
  }
}

void Islands::add_pair(int node_a, int node_b) {
  int with = 0;
  walk(node_a, with);
  walk(node_b, with);
  block_set_.push_back(with);
}

void Islands::add_coordinate(int dof) {
  const Model& tree = loops_->tree();
  if (dof >= tree.nv()) {
    const Model& links = loops_->links();
    const LoopJoint& joint =
        at(loops_->specs().joints, at(links.nodes(), at(links.dof_node(), dof - tree.nv())).joint);
    add_pair(tree.body(joint.a).node, tree.body(joint.b).node);
    return;
  }
  int with = 0;
  if (at(is_held_, dof) == 0) walk(at(tree.dof_node(), dof), with);
  block_set_.push_back(with);
}

// Lists what belongs to each island, one island after the other, in the given order (empty:
// ascending).
void Islands::sort(const std::vector<int>& island_of, std::span<const int> order,
                   std::vector<int>& all, std::vector<int>& first) {
  std::fill(first.begin(), first.end(), 0);
  for (const int island : island_of)
    if (island >= 0) ++at(first, island + 1);
  std::partial_sum(first.begin(), first.end(), first.begin());
  all.resize(static_cast<std::size_t>(first.back()));
  for (int k = 0; k < static_cast<int>(island_of.size()); ++k) {
    const int i = order.empty() ? k : at(order, k);
    if (const int island = at(island_of, i); island >= 0) at(all, at(first, island)++) = i;
  }
  std::rotate(first.begin(), first.end() - 1, first.end());
  first.front() = 0;
}

void Islands::finish() {
  std::fill(island_of_set_.begin(), island_of_set_.end(), -1);
  island_.resize(block_set_.size());
  int islands = 0;
  for (std::size_t b = 0; b < block_set_.size(); ++b) {
    if (block_set_[b] == 0) {
      island_[b] = islands++;
      continue;
    }
    int& island = at(island_of_set_, find(block_set_[b]));
    if (island < 0) island = islands++;
    island_[b] = island;
  }
  const auto of = [&](int moving) { return moving == 0 ? -1 : at(island_of_set_, find(moving)); };
  for (std::size_t n = 0; n < walked_.size(); ++n)
    island_of_node_[n] = walked_[n] != 0 ? of(moving_[n]) : -1;
  for (std::size_t c = 0; c < closure_set_.size(); ++c) island_of_closure_[c] = of(closure_set_[c]);
  for (std::vector<int>* first : {&first_block_, &first_node_, &first_closure_})
    first->resize(static_cast<std::size_t>(islands) + 1);
  sort(island_, {}, blocks_, first_block_);
  sort(island_of_node_, {}, nodes_, first_node_);
  sort(island_of_closure_, order_, eliminated_, first_closure_);
  sort(island_of_closure_, {}, closures_, first_closure_);
}

}  // namespace catena
