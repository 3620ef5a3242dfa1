#pragma once
// W form of a contact problem: only W and q are given.

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "catena/solvers/block_lu.hpp"
#include "catena/solvers/chain_operator.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena::chain {

// The state is u itself: B = W, C = 1. Each block row of W keeps the columns that it has, joined to
// runs: one run for a dense W.
class MatrixOperator final : public Operator {
 public:
  void prepare(const Eigen::Ref<const Eigen::MatrixXd>& W, std::span<const double> q,
               std::span<const ContactLaw> laws);
  void prepare(const CompressedRows& W, std::span<const double> q,
               std::span<const ContactLaw> laws);

  void pull(const double* s, double* u) const override;
  void respond(const double* x, double* s) const override;
  void push(const double* x, double* s) const override;
  void pull_change(const double* s, double* u) const override;
  void sweep(double* x, double* s, int times) override;
  void factorize(const double* D, const unsigned char* active) override;
  void solve(double* s) override;
  void factorize_shifted(double shift) override;
  void solve_shifted(const double* r, double* x) override;
  bool is_padded() const override { return false; }
  bool factorizes_fast() override;
  double factorization_work() override;
  const double* own(std::size_t block) const override { return own_.data() + own_place_[block]; }

 private:
  const ContactLaw& law(std::size_t index) const override { return laws_[index]; }

  struct Run {
    int column, length;  // rows of x
  };
  struct Strip {
    int first_run, last_run;
    int width;           // numbers per row
    std::size_t values;  // row after row
  };

  void begin(int rows, std::span<const double> q, std::span<const ContactLaw> laws);
  void add_strip(std::size_t block, std::span<const int> columns);
  void scale();
  void multiply_rows_and_columns(const std::vector<double>& factor);
  void find_own();
  void multiply(std::size_t block, const double* x, double* u) const;
  void factorize_dense(const double* D, const unsigned char* active);
  void factorize_sparse(const double* D, const unsigned char* active);
  void set_graph();

  std::span<const ContactLaw> laws_;
  std::vector<Strip> strips_;
  std::vector<Run> runs_;
  std::vector<double> values_, own_, inverse_, scales_;
  std::vector<int> own_place_, block_of_row_, marks_, columns_;

  bool dense_ = true, graph_known_ = false;
  BlockLu lu_;
  std::vector<int> sizes_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> pair_first_;  // per block: its pairs with later blocks
  std::vector<double> reduced_, work_, D_, squares_of_shift_;
  std::vector<unsigned char> all_active_, every_;
  std::vector<int> active_rows_, pivots_;
  double shift_ = 0.0;
};

}  // namespace catena::chain
