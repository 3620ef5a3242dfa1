#pragma once
// An interior point method on the cones with De Saxce's correction.

#include <vector>

#include "catena/solvers/chain_newton.hpp"

namespace catena::chain {

// Forces x stay strictly inside of their cones K and bounds, velocities y = u + mu |u_t| n strictly
// inside of K's dual, and their products fall together towards zero (Mehrotra's predictor and
// corrector, scaling of Nesterov & Todd 1997; the correction is part of the linear system, as in
// Acary et al. 2023). It begins in the middle of all cones, so that no mode has to be guessed, and
// comes near a solution within some tens of factorisations also where something leans or barely
// touches; Newton's method ends it. It knows bounds and one-sided cones.
struct InteriorSettings {
  double middle = 3.0;  // forces at the start, by the size of the velocities without forces
  // The part of the correction's derivative that is used. With all of it the method converges
  // fastest; with none, each step is that of a convex program and hardly ever gets stuck.
  double slide = 1.0;
};

// The direction of sliding, a little rounded where there is none, times a factor: t[1] to t[n - 1].
void slide_of(int n, const double* y, double factor, double* t);

class Interior {
 public:
  static bool knows(const Operator& problem);
  // In the middle of the cones.
  void begin(Operator& problem, Iterate& iterate, const InteriorSettings& settings);
  // Goes on to a residual of `near`, or as far as `most` steps lead; leaves the best forces in the
  // iterate. Returns the number of steps.
  int run(Operator& problem, Iterate& iterate, int most, double near);

 private:
  void start(Operator& problem, Iterate& iterate);
  double step(Operator& problem, Iterate& iterate);  // its length
  // D and r of dx = r - D C ds for the product of forces and velocities that is aimed at; with the
  // second order terms in more_y_ and more_z_.
  void aim(const Operator& problem, const Iterate& iterate, double product);
  void aim_bounds(const Block& block, const Iterate& iterate, double product, double* D);
  void aim_cone(const Block& block, const Iterate& iterate, double product, double* D);
  void find_direction(Operator& problem, const Iterate& iterate, double product);
  void follow_cone(const Block& block);
  void follow_bounds(const Block& block, const Iterate& iterate, double product);
  void note_second_order(const Operator& problem, const Iterate& iterate);
  double longest_step(const Operator& problem, const Iterate& iterate) const;
  double product_after(const Operator& problem, const Iterate& iterate, double length) const;
  void move(Operator& problem, Iterate& iterate, double length);

  // Cones with several limits (chain_interior_limits.cpp).
  static bool has_limits(const Block& block);
  void start_limits(const Block& block, double middle);
  void aim_limit(const Block& block, const Iterate& iterate, double product, int limit, int row,
                 double* a, double* K) const;
  void aim_limits(const Block& block, const Iterate& iterate, double product, double* D);
  void follow_limits(const Block& block, const Iterate& iterate, double product);
  void note_second_order_of_limits(const Block& block, const Iterate& iterate);
  double longest_step_of_limits(const Block& block, const Iterate& iterate) const;
  double product_of_limits(const Block& block, const Iterate& iterate, double length) const;

  // y: velocities inside of the dual cones, or at lower bounds; z: at upper bounds.
  std::vector<double> y_, z_, dx_, dy_, dz_, r_, gap_, more_y_, more_z_;
  std::vector<double> ds_, moved_, before_, du_, D_, best_, last_;
  std::vector<unsigned char> active_;
  InteriorSettings settings_;
  int cones_ = 0;
};

}  // namespace catena::chain
