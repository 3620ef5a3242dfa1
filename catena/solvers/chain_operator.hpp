#pragma once
// A contact problem as the links of the chain see it: blocks with laws, and a state s that forces
// change. All in the units of the chain (see chain_laws.hpp).

#include <span>
#include <vector>

#include "catena/solvers/chain_laws.hpp"

namespace catena::chain {

// u = C s + bias + compliance x,   s = start + B x.
// System form: s are velocities of the trees, W form: s = u, C = 1, B = W.
// Large because every link of the chain asks it for one thing; all share one scaling.
class Operator {
 public:
  virtual ~Operator() = default;
  Operator() = default;
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  std::span<const Block> blocks() const { return blocks_; }
  int rows() const { return rows_; }      // of x and u; those of a block begin at its `first`
  int states() const { return states_; }  // of s
  virtual bool is_padded() const = 0;     // whether rows of a block fill whole lanes
  const double* start() const { return start_.data(); }
  // Place of the matrix of a block among those of all blocks, rows x rows each.
  int square(std::size_t block) const { return square_[block]; }
  int squares() const { return squares_; }
  const double* rest() const { return rest_u_.data(); }  // q: u without forces

  virtual void pull(const double* s, double* u) const = 0;         // u = C s + bias
  virtual void respond(const double* x, double* s) const = 0;      // s = start + B x
  virtual void push(const double* x, double* s) const = 0;         // s = B x
  virtual void pull_change(const double* s, double* u) const = 0;  // u = C s
  virtual void sweep(double* x, double* s, int times) = 0;         // s = start + B x before, after
  // H = I + B D C with a matrix D per block; those of blocks that are not `active` are zero.
  virtual void factorize(const double* D, const unsigned char* active) = 0;
  virtual void solve(double* s) = 0;  // H^-1 s
  // (W + shift)^-1 r with W = C B + compliance, one shift for all rows.
  virtual void factorize_shifted(double shift) = 0;
  virtual void solve_shifted(const double* r, double* x) = 0;
  // Whether a factorisation costs no more than some tens of sweeps.
  virtual bool factorizes_fast() = 0;
  // Multiplications of a factorisation, about.
  virtual double factorization_work() = 0;
  // The matrix of a block, row after row with lanes_of(rows) per row.
  virtual const double* own(std::size_t block) const = 0;

  void read_forces(std::span<const double> given, double* x) const;  // into units of the chain
  void no_forces(double* x) const;                                   // zero, or the nearest bound
  // In the units of the problem; `inside`: to the last bit inside of the laws.
  void write_forces(const double* x, bool inside, std::span<double> given) const;
  void write_velocities(const double* u, std::span<double> given) const;
  double unit(int row) const { return units_[static_cast<std::size_t>(row)]; }

  // u of x and s, with compliance. Returns the residual: |e| over all blocks by the larger of |q|
  // and |W x| (see error_of).
  double evaluate(const double* x, const double* s, double* u) const;

 protected:
  // Blocks from laws; rows are packed, or padded to lanes.
  void set_count(std::size_t blocks);
  void set_law(std::size_t index, const ContactLaw& law, bool padded);
  virtual const ContactLaw& law(std::size_t index) const = 0;  // as given
  // Takes rest_u_ = C start + bias.
  void note_rest();
  // Sets the units of a block from the mean of its diagonal (before: units_ holds those that make
  // the limits round) and the bounds from the law. The scale is what rows are multiplied with.
  double set_scale(std::size_t index, double mean_diagonal);

  std::vector<Block> blocks_;
  std::vector<int> square_;
  std::vector<double> units_, start_, rest_u_;
  int rows_ = 0, states_ = 0, squares_ = 0;
  double rest_ = 0.0;
};

}  // namespace catena::chain
