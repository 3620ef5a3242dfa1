#pragma once
// Factorisation of sparse matrices made of blocks of any size, with a symmetric pattern but not
// necessarily symmetric values.

#include <span>
#include <utility>
#include <vector>

#include "catena/math/index.hpp"
#include "catena/solvers/block_elimination.hpp"

namespace catena {

// A = L U by blocks, in the order of minimum degree; rows are pivoted inside their block only,
// which is stable where A is definite (not necessarily symmetric) or nearly so. A single block is a
// dense decomposition with partial pivoting. Nothing allocates while the pattern stays the same.
class BlockLu {
 public:
  // Makes room for blocks of these sizes that are coupled by these pairs (i, j), i != j, each
  // couple once, in any order. Costs nothing where nothing has changed.
  void set_pattern(std::span<const int> sizes, std::span<const std::pair<int, int>> pairs);

  // Where A is written before factorize(), column-major: a diagonal block, and for a pair the block
  // of rows pair.first and columns pair.second, and its opposite.
  double* diagonal(int block) { return values_.data() + diagonal_[to_index(block)]; }
  double* coupling(int pair) { return values_.data() + coupling_[to_index(pair)]; }
  double* opposite(int pair) { return values_.data() + opposite_[to_index(pair)]; }
  void set_zero();

  // Replaces A by its factors. A pivot that vanishes is replaced by a tiny one.
  void factorize();
  // x = A^-1 x; the blocks of x lie one after the other.
  void solve(double* x) const;

  // Number of block products of a factorisation.
  std::size_t products() const { return elimination_.targets.size(); }

 private:
  void find_places();

  std::vector<int> sizes_;
  std::vector<std::pair<int, int>> pairs_;
  BlockElimination elimination_;
  std::vector<int> start_;             // of a block in x
  std::vector<std::size_t> diagonal_;  // per block: place in values_
  std::vector<std::size_t> lower_,
      upper_;  // per entry: block (row, column) and block (column, row)
  std::vector<std::size_t> coupling_, opposite_;  // per pair
  std::vector<double> values_;
  std::vector<int> pivots_;  // per row
};

namespace dense_lu {

// P A = L U in place, column-major with leading dimension n.
void factorize(int n, double* A, int* pivots);
// B = A^-1 B for `columns` columns with leading dimension n.
void solve(int n, const double* A, const int* pivots, int columns, double* B);

}  // namespace dense_lu

}  // namespace catena
