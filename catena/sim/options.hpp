#pragma once
// How a simulation is run.

#include <Eigen/Core>
#include <map>
#include <string>

namespace catena {

enum class IntegratorKind {
  SemiImplicitEuler,  // order 1, fixed step
  RungeKutta4,        // order 4, fixed step
  DormandPrince853,   // order 8 with error control and dense output
  Radau,              // implicit, order 5 with error control, for stiff springs and dampers
  Automatic,          // DormandPrince853 until the motion is stiff, Radau while that costs less
  Euler,              // explicit, order 1, fixed step: gains energy; for comparisons
};

inline bool has_fixed_step(IntegratorKind kind) {
  return kind == IntegratorKind::RungeKutta4 || kind == IntegratorKind::SemiImplicitEuler ||
         kind == IntegratorKind::Euler;
}

// Their names in scenarios and on the command line.
inline const std::map<std::string, IntegratorKind> integrator_names = {
    {"automatic", IntegratorKind::Automatic},
    {"dormand_prince", IntegratorKind::DormandPrince853},
    {"radau", IntegratorKind::Radau},
    {"rk4", IntegratorKind::RungeKutta4},
    {"semi_implicit_euler", IntegratorKind::SemiImplicitEuler},
    {"euler", IntegratorKind::Euler}};

struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::Automatic;
  double step = 1e-3;  // of the fixed-step methods; the first one of the others, 0: they choose
  double relative_tolerance = 1e-12, absolute_tolerance = 1e-14;
  double max_step = 0.1;  // of the adaptive methods

  // How many steps the options themselves ask for over a time.
  double steps_over(double time) const { return time / (has_fixed_step(kind) ? step : max_step); }
};

struct LimitOptions {
  Eigen::VectorXd restitution;  // per velocity coordinate, 0 to 1; empty: 0
};

}  // namespace catena
