#include "catena/solvers/block_elimination.hpp"

#include <algorithm>
#include <compare>
#include <iterator>
#include <set>
#include <stdexcept>

#include "catena/math/index.hpp"

namespace catena {

namespace {

using Graph = std::vector<std::vector<int>>;  // neighbours, rising

Graph graph_of(int blocks, std::span<const std::pair<int, int>> pairs) {
  if (blocks < 0) throw std::invalid_argument("eliminate_blocks: a negative number of blocks");
  Graph graph(to_index(blocks));
  for (const auto& [i, j] : pairs) {
    if (i < 0 || j < 0 || i >= blocks || j >= blocks || i == j)
      throw std::invalid_argument("eliminate_blocks: a pair must name two different blocks");
    graph[to_index(i)].push_back(j);
    graph[to_index(j)].push_back(i);
  }
  for (std::vector<int>& neighbours : graph) {
    std::sort(neighbours.begin(), neighbours.end());
    if (std::adjacent_find(neighbours.begin(), neighbours.end()) != neighbours.end())
      throw std::invalid_argument("eliminate_blocks: a pair is given twice");
  }
  return graph;
}

struct Waiting {
  std::size_t degree;   // up to two neighbours count as two
  std::size_t touched;  // blocks removed when the last of its neighbours was
  int block;
  auto operator<=>(const Waiting&) const = default;
};

// Removes the blocks one by one, the smallest of those waiting first, and joins the neighbours of
// each. Leaves for each block the neighbours that it had when it was removed: its column of L.
std::vector<int> remove_in_order(Graph& graph) {
  constexpr std::size_t least_degree = 2;
  std::vector<Waiting> state;
  for (std::size_t block = 0; block < graph.size(); ++block)
    state.push_back({std::max(graph[block].size(), least_degree), 0, static_cast<int>(block)});
  std::set<Waiting> waiting(state.begin(), state.end());
  std::vector<int> order, joined;
  while (!waiting.empty()) {
    const int removed = waiting.begin()->block;
    waiting.erase(waiting.begin());
    order.push_back(removed);
    const std::vector<int>& neighbours = graph[to_index(removed)];
    for (const int i : neighbours) {
      std::vector<int>& others = graph[to_index(i)];
      joined.clear();
      std::set_union(others.begin(), others.end(), neighbours.begin(), neighbours.end(),
                     std::back_inserter(joined));
      std::erase_if(joined, [&](int j) { return j == i || j == removed; });
      others.swap(joined);
      waiting.erase(state[to_index(i)]);
      state[to_index(i)] = {std::max(others.size(), least_degree), order.size(), i};
      waiting.insert(state[to_index(i)]);
    }
  }
  return order;
}

}  // namespace

BlockElimination eliminate_blocks(int blocks, std::span<const std::pair<int, int>> pairs) {
  Graph graph = graph_of(blocks, pairs);
  BlockElimination result;
  result.order = remove_in_order(graph);
  std::vector<int> place(graph.size());  // of a block in the order
  for (std::size_t k = 0; k < graph.size(); ++k)
    place[to_index(result.order[k])] = static_cast<int>(k);
  const auto before = [&](int i, int j) { return place[to_index(i)] < place[to_index(j)]; };

  result.first.push_back(0);
  for (const int block : result.order) {
    result.row.insert(result.row.end(), graph[to_index(block)].begin(),
                      graph[to_index(block)].end());
    std::sort(result.row.begin() + result.first.back(), result.row.end(), before);
    result.first.push_back(static_cast<int>(result.row.size()));
  }
  const auto entry = [&](int row, int column) {
    const auto begin = result.row.begin() + result.first[to_index(place[to_index(column)])];
    const auto end = result.row.begin() + result.first[to_index(place[to_index(column)]) + 1];
    return static_cast<int>(std::lower_bound(begin, end, row, before) - result.row.begin());
  };
  for (std::size_t k = 0; k < graph.size(); ++k)
    for (int j = result.first[k]; j < result.first[k + 1]; ++j)
      for (int i = j + 1; i < result.first[k + 1]; ++i)
        result.targets.push_back(entry(result.row[to_index(i)], result.row[to_index(j)]));
  result.source.resize(result.row.size());
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [i, j] = pairs[p];
    const bool transposed = before(i, j);
    result.source[to_index(transposed ? entry(j, i) : entry(i, j))] = {static_cast<int>(p),
                                                                       transposed};
  }
  return result;
}

}  // namespace catena
