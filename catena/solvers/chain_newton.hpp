#pragma once
// Newton's method in velocities on Alart & Curnier's map, inside of proximal-point steps.

#include <vector>

#include "catena/solvers/chain_operator.hpp"

namespace catena::chain {

// Forces, the state that goes with them, velocities and their residual.
struct Iterate {
  std::vector<double> x, s, u;
  double residual = 0.0;

  void resize(const Operator& problem);
  void evaluate(const Operator& problem);  // s, u and residual of x
};

struct NewtonSettings {
  int outer = 6, inner = 12;
  double rho = 1e3;  // times 1 / W_cc
  // The same rho for all in the units of the problem, the largest of them: then the forces are
  // those nearest to the ones before as they are given, not by what they do.
  bool as_given = false;
  double most_rho = 1e8;
  double slow = 0.2;        // an outer step that leaves more than this of the residual ...
  double growth = 10.0;     // ... makes rho grow
  bool with_modes = false;  // the first step is made with the modes of the forces at the start
  int patience = 0;         // ends where so many outer steps gain less than a factor of 2; 0: never
};

// An outer step solves  s = start + B P(x_k - rho (C s + bias))  for s, with x_k the forces before;
// x_{k+1} = P(...). That is the problem with 1 / rho added to the diagonal of W and taken off again
// at x_k (proximal point): the fixed point is exact whatever rho is, and redundant contacts do no
// harm. Newton's matrix is H = I + B rho D C, D the derivative of P.
class Newton {
 public:
  // Improves the iterate as long as it can; it keeps the best. Returns whether it arrives.
  bool run(Operator& problem, Iterate& iterate, const NewtonSettings& settings, double tolerance);
  // Of the solutions near the one found, the smallest by the sum of squares of the forces as given:
  // what a vanishing compliance, the same for all, would choose. Keeps the iterate where that
  // fails.
  void shrink(Operator& problem, Iterate& iterate, double tolerance);
  // Where redundant contacts slide, others of their forces may hold what slides, or are smaller.
  // Begins where all that touches sticks, with a vanishing compliance, the same for all. Returns
  // whether less slides or forces are smaller then; else the iterate is kept.
  bool hold(Operator& problem, Iterate& iterate, double tolerance);
  // Proximal-point steps with as large a rho as each of them can be solved with: it grows where
  // Newton's method arrives soon, and falls where it does not. The residual may rise on the way;
  // the iterate is left at the best. For what run() leaves: redundant contacts of which no set can
  // stick (chain_newton_evolve.cpp).
  bool evolve(Operator& problem, Iterate& iterate, double rho, int most_steps, double tolerance);
  int steps() const { return steps_; }  // of the last run, all inner ones

 private:
  void resize(const Operator& problem);
  void begin_smallest(const Operator& problem, const Iterate& iterate);
  double rho_of(const Operator& problem, const Block& block) const;
  double map(const Operator& problem, const double* s);  // |s - start - B P(...)|
  void factorize(Operator& problem);
  bool step(Operator& problem, double& norm);
  double rounding(const Operator& problem, double size) const;
  void step_with_modes_of(Operator& problem, const std::vector<double>& x);
  void solve_inner(Operator& problem, int most, double tolerance);
  void refine(Operator& problem, Iterate& iterate);

  std::vector<double> anchor_, s_, tried_, G_, G_tried_, D_, D_tried_, D_factorized_, u_, x_, best_,
      ds_, found_;
  std::vector<unsigned char> active_, active_tried_, active_factorized_;
  bool is_factorized_ = false;  // with D_factorized_, active_factorized_
  bool as_given_ = false;       // rho in the units of the problem as given, not by W_cc
  double factor_ = 1.0, factor_factorized_ = 0.0;
  double rounding_ = 0.0;  // of |G|; see rounding()
  bool is_at_rounding_ = false;
  int steps_ = 0;
};

}  // namespace catena::chain
