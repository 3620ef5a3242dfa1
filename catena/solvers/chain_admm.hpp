#pragma once
// The alternating direction method of multipliers on the cones themselves.

#include <vector>

#include "catena/solvers/chain_newton.hpp"

namespace catena::chain {

// With De Saxce's correction s = sum friction |u_t| n the problem is that of a convex program, W x
// + q + s + l = 0, x in K, -l in K*, and s follows the iterates (Acary & Cadoux 2013, Carpentier et
// al. 2024). A factorisation of W + rho serves all iterations. No rule for rho was found that
// serves all: stacks want 1e-3, where impacts want 1, so the caller tries several.
class Admm {
 public:
  // Starts anew from the iterate.
  void begin(Operator& problem, const Iterate& iterate, double rho);
  // Goes on for at most `most` iterations, or until the residual that it estimates is small.
  void run(Operator& problem, int most, double tolerance);
  const std::vector<double>& forces() const { return z_; }
  int iterations() const { return iterations_; }
  double rho() const { return rho_; }

 private:
  void iterate(Operator& problem);

  std::vector<double> z_, l_, r_, x_;
  double rho_ = 1.0, primal_ = 0.0, dual_ = 0.0, size_ = 1.0;
  int iterations_ = 0;
};

}  // namespace catena::chain
