#pragma once
// The links of the chain, one after the other, on a problem in either form.

#include "catena/solvers/chain_admm.hpp"
#include "catena/solvers/chain_interior.hpp"
#include "catena/solvers/chain_newton.hpp"
#include "catena/solvers/chain_operator.hpp"
#include "catena/solvers/chain_pyramid.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena::chain {

// After sweeps the modes are mostly right, and a soft regularisation keeps them.
inline constexpr NewtonSettings soft{.outer = 12, .inner = 20, .rho = 10.0, .patience = 4};

class Links {
 public:
  // Brief: where the same problem will be tried in another form, the links that take long are not.
  enum class Extent { All, Brief };
  // Begins at the forces of at(); leaves the answer there.
  ChainReport run(Operator& problem, const ChainOptions& options, Extent extent = Extent::All);
  // Newton's method from at(), with the forces that are there counted as the best so far.
  ChainReport improve(Operator& problem, double tolerance);
  Iterate& at() { return now_; }

 private:
  bool by_sweeps(Operator& problem, int most);
  bool by_newton(Operator& problem, const NewtonSettings& settings);
  bool by_creep(Operator& problem);
  bool by_evolution(Operator& problem);
  bool by_rounding(Operator& problem);
  bool by_admm(Operator& problem, double rho, int most);
  bool by_admm_after_sweeps(Operator& problem, double rho);
  bool by_admm(Operator& problem);
  bool by_interior(Operator& problem, Extent extent);
  bool by_steps_from_best(Operator& problem);
  bool by_proximal(Operator& problem);
  bool by_pyramid(Operator& problem, const ChainOptions& options, int most);
  bool by_pyramid(Operator& problem);
  bool thoroughly(Operator& problem);
  ChainReport start_with_pyramid(Operator& problem, const ChainOptions& options);
  bool arrived() const { return now_.residual <= tolerance_; }
  void restart(Operator& problem);
  bool may_be_redundant(Operator& problem) const;
  bool is_far_too_large(const Operator& problem) const;
  bool cannot_go_on(Operator& problem, ChainReport& report);
  ChainReport best_of_all(Operator& problem);
  ChainReport give_up(Operator& problem);
  ChainReport take_long(Operator& problem, const ChainOptions& options, bool fast);
  void keep_best();

  Iterate now_;
  std::vector<double> guess_, best_, before_;
  double least_ = 0.0, tolerance_ = 0.0;
  int iterations_ = 0;
  Newton newton_;
  Admm admm_;
  Interior interior_;
  Pyramid pyramid_;
};

}  // namespace catena::chain
