#pragma once
// Factorisation of sparse symmetric positive semidefinite matrices made of small blocks, such as
// the inverse inertia J M^-1 J^T that the constraints of a mechanism see.

#include <Eigen/Core>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "catena/solvers/block_elimination.hpp"

namespace catena {

// A = L D L^T by blocks of at most six rows, with the rows that depend on others found and left out
// (Golub & Van Loan 2013, sec. 4.2.8: in a semidefinite matrix a zero pivot has a zero column). The
// time is proportional to the number of block products, which is linear for chains and rings.
// Nothing allocates after construction except null_space().
//
// Rows are pivoted inside their block only, and blocks are eliminated in an order that depends on
// the pattern alone. A kept pivot of proportion r can raise the rounding errors of the pivots after
// it to eps / r, so dependence is decided safely while worst_pivot() * tolerance is well above eps.
class BlockLdlt {
 public:
  static constexpr int max_rows = 6;

  // `pairs` are the couples (i, j) of different blocks that may be non-zero off the diagonal, each
  // once, in any order. Blocks have max_rows rows until set_rows() says otherwise, and A is zero.
  BlockLdlt(int blocks, std::span<const std::pair<int, int>> pairs);

  int blocks() const { return static_cast<int>(rows_.size()); }
  // Number of rows of a block, 0 to max_rows. A change takes effect at the next factorize(); what A
  // holds beyond the rows of a block is not read.
  void set_rows(int block, int rows);
  int rows(int block) const { return rows_[static_cast<std::size_t>(block)]; }

  // Where A is written before factorize(), which does not change it: column-major with max_rows
  // numbers per column. Diagonal blocks are written whole. The block of a pair has the rows of
  // pair.first and the columns of pair.second.
  double* diagonal(int block) { return diagonal_[static_cast<std::size_t>(block)].data(); }
  double* coupling(int pair) { return coupling_[static_cast<std::size_t>(pair)].data(); }
  void set_zero();

  // Inside a block, the row whose pivot is largest in proportion to its diagonal element of A comes
  // first. A row counts as dependent when that proportion is not above `tolerance`. A matrix that
  // is not finite gives solutions that are not finite.
  void factorize(double tolerance);

  // Which rows a factorisation has kept, and in which order: with the same rows, numbers that
  // follow from a matrix change smoothly with it.
  struct Choice {
    std::vector<int> rows, kept;  // per block
    std::vector<std::array<int, max_rows>> order;
  };
  void get_choice(Choice& out) const;
  // Whether the blocks have as many rows as they had then.
  bool fits(const Choice& choice) const { return choice.rows == rows_; }
  // Takes these rows alone, in this order, as far as their pivots are above the tolerance.
  void factorize(double tolerance, const Choice& choice);

  int rank() const { return rank_; }
  bool is_dependent(int block, int row) const;
  // How many rows of a block are not.
  int kept(int block) const { return pivots_[static_cast<std::size_t>(block)].kept; }
  // Whether a row that is not zero depends on others.
  bool has_dependent_rows() const;
  // Smallest proportion of a pivot to its diagonal element of A, of all rows that are not
  // dependent; 1 without any. The smaller, the worse A is conditioned.
  double worst_pivot() const { return worst_pivot_; }

  // The solution of A x = b that is zero at dependent rows; exact where b is in the range of A.
  // What b says at dependent rows is not used. Vectors have max_rows numbers per block: those of b
  // beyond the rows of a block are not read, those of x are set to zero. b and x may be the same.
  void solve(const double* b, double* x) const { solve(order(), b, x); }
  // The same for some blocks, in order of elimination, that the others are not coupled with, by
  // pattern or because their couplings are zero. b and x of the others are not looked at.
  void solve(std::span<const int> blocks, const double* b, double* x) const;
  // All blocks, in order of elimination.
  std::span<const int> order() const { return elimination_.order; }

  // A basis of the null space of A, in the layout of solve(): a column for each dependent row, 1 at
  // that row and 0 at the other dependent rows.
  Eigen::MatrixXd null_space() const;

 private:
  using Block = std::array<double, std::size_t{max_rows} * max_rows>;

  // A block of the factor: columns padded with zeros to whole vector registers.
  static constexpr int stride = 8;
  struct alignas(32) Panel {
    double column[max_rows][stride];
  };

  // The factor of a diagonal block: its rows in order of their pivots, dependent ones last.
  struct Pivots {
    int kept;
    std::array<int, max_rows> order;
    std::array<double, max_rows> inverse;  // of the pivots
    double lower[max_rows][max_rows];      // [s][t], t < s: the unit lower triangle in that order
  };

  void load();
  // `choice`: the rows to keep; null: by tolerance.
  void factorize_diagonal(int block, double tolerance, const Choice* choice);
  void eliminate(std::size_t k, const int*& target);
  void substitute_forward(std::span<const int> blocks, double* x) const;
  void substitute_back(std::span<const int> blocks, double* x) const;

  static void reduce(const Pivots& pivots, Panel& panel);

  BlockElimination elimination_;
  std::vector<int> place_;  // per block, in order of elimination
  std::vector<int> rows_;
  std::vector<Block> diagonal_, coupling_;
  std::vector<Panel> schur_;         // per block: its diagonal block, less what was eliminated
  std::vector<Panel> off_diagonal_;  // per entry: L D, the columns in order of the pivots
  std::vector<Pivots> pivots_;       // per block
  int rank_ = 0;
  double worst_pivot_ = 1.0;
};

}  // namespace catena
