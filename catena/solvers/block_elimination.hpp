#pragma once
// Which blocks of a sparse symmetric matrix become non-zero when it is factorised, and in which
// order to eliminate its block rows so that they stay few.

#include <span>
#include <utility>
#include <vector>

namespace catena {

// The pattern of L in A = L D L^T. An entry is a block of L below the diagonal; the entries of the
// k-th column eliminated are first[k] .. first[k + 1] - 1, the row that is eliminated first comes
// first.
struct BlockElimination {
  std::vector<int> order;  // the blocks, in order of elimination
  std::vector<int> first;  // one more than blocks
  std::vector<int> row;    // block row of each entry
  // Column k subtracts one product from each entry (i, j) for rows i after j among its own. The
  // entries that they go to: for each k, for each j, for each i after j.
  std::vector<int> targets;
  // What A holds where each entry is: the block of pairs[pair], or nothing for pair = -1.
  struct Source {
    int pair = -1;
    bool transposed = false;  // pair.first is the column, because it is eliminated first
  };
  std::vector<Source> source;
};

// Minimum degree on the graph of the blocks (Tinney & Walker 1967, scheme 2). Of blocks with
// equally many neighbours, and up to two are equally many, the one whose neighbours were left alone
// longest comes first, then the lowest index. So every second block of a chain or ring goes, then
// every second of the rest: a rounding error meets log n eliminations instead of n, without which
// chains with many dependent rows lose all digits. They get 2 n - 3 entries. Throws
// std::invalid_argument for a pair that repeats or that is not of two of the blocks.
BlockElimination eliminate_blocks(int blocks, std::span<const std::pair<int, int>> pairs);

}  // namespace catena
