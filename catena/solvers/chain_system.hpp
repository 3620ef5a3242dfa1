#pragma once
// System form of a contact problem: trees of bodies with their mass matrices.

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "catena/solvers/block_lu.hpp"
#include "catena/solvers/chain_operator.hpp"
#include "catena/solvers/step_problem.hpp"

namespace catena::chain {

// With M = L L^T the state is s = L^T v, in which the mass matrix is one: Y = L^-1 J^T, B = Y, C =
// Y^T, W = Y^T Y. H = I + Y D Y^T has a block per tree and couples those that share a block; where
// there are fewer rows than velocities, I + W D of their size takes its place (Woodbury).
class SystemOperator final : public Operator {
 public:
  void prepare(const StepProblem& problem);

  void pull(const double* s, double* u) const override;
  void respond(const double* x, double* s) const override;
  void push(const double* x, double* s) const override;
  void pull_change(const double* s, double* u) const override;
  void sweep(double* x, double* s, int times) override;
  void factorize(const double* D, const unsigned char* active) override;
  void solve(double* s) override;
  void factorize_shifted(double shift) override;
  void solve_shifted(const double* r, double* x) override;
  bool is_padded() const override { return true; }
  bool factorizes_fast() override { return true; }
  double factorization_work() override;
  const double* own(std::size_t block) const override { return own_.data() + own_place_[block]; }

  // v of s, and the generalized impulse B x.
  void write_coordinates(const double* s, std::span<double> v) const;
  void add_velocities(const double* s, double* u) const;
  // The same problem as u = W x + q, in the units of the problem and without padding.
  void write_matrix(Eigen::MatrixXd& W, std::vector<double>& q, std::vector<ContactLaw>& laws);

 private:
  const ContactLaw& law(std::size_t index) const override { return problem_->blocks()[index].law; }

  struct Tree {
    int coordinates, width;  // width: padded to whole vector registers
    int first;               // in s
    int root;                // place of L in roots_: row after row, diagonal inverted; -1: one
  };
  // What a block does with one tree: Y twice, [coordinate][lane] and [row][width].
  struct Piece {
    int tree, by_coordinate, by_row;
  };
  struct Pieces {
    Piece piece[2];
    int count;
  };

  void place_trees(const StepProblem& problem);
  void factorize_mass(std::size_t tree, const double* M);
  void place_pieces();
  void whiten(std::size_t block);
  void scale_block(std::size_t block);
  void set_graph();
  void factorize_trees(const double* D, const unsigned char* active);
  void factorize_rows(const double* D, const unsigned char* active);
  void form_matrix();
  void solve_rows(double* s);

  const StepProblem* problem_ = nullptr;
  std::vector<Tree> trees_;
  std::vector<Pieces> pieces_;
  std::vector<double> roots_, y_, own_, inverse_, bias_;
  std::vector<int> own_place_;

  // Newton's matrix.
  bool by_rows_ = false, graph_known_ = false, matrix_known_ = false;
  BlockLu lu_;
  std::vector<int> sizes_;
  std::vector<std::pair<int, int>> pairs_;
  struct Coupling {
    int low, high, block;
  };
  std::vector<Coupling> couplings_;
  std::vector<int> pair_of_block_;
  std::vector<double> matrix_, reduced_, work_, work_rows_, squares_of_shift_, shifted_, D_;
  std::vector<unsigned char> all_active_;
  std::vector<int> pivots_, active_rows_;
  double shift_ = 0.0;
};

}  // namespace catena::chain
