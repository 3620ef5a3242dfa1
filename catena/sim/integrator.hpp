#pragma once
// One step of a method, and the state anywhere inside it. Methods keep nothing from one step to the
// next but what State holds, so that a restored State continues bitwise the same.

#include <memory>

#include "catena/sim/motion_equations.hpp"

namespace catena {

struct StepOutcome {
  bool accepted = true;
  double next_step = 0.0;  // to try next, or to try again with where the step was not accepted
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Tries a step from (t, y0) over h, and leaves its end in y1.
  virtual StepOutcome step(MotionEquations& equations, double t, double h,
                           const Eigen::VectorXd& y0, Eigen::VectorXd& y1) = 0;

  // y at t + theta h of the step just taken, 0 <= theta <= 1.
  virtual void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) = 0;

  // Whether steps have the given size (cut short at events only) rather than one that the error
  // decides.
  virtual bool has_fixed_step() const = 0;

  // Whether inside() is as accurate as the step's end. If not, steps end where samples are taken.
  virtual bool is_dense() const = 0;

  // What it remembers stands in the state: to be called before a step, and once it is taken.
  virtual void recall(const State&) {}
  virtual void remember(State&, std::vector<SimulationEvent>&) {}

  // Of the step just taken: its size times the largest eigenvalue, in parts of what the method
  // stands; 0: not known. Above 1 the motion is stiff for it.
  virtual double stiffness() const { return 0.0; }
};

std::unique_ptr<Integrator> make_integrator(const IntegratorOptions& options);

// For make_integrator(); one file each.
std::unique_ptr<Integrator> make_semi_implicit_euler();
std::unique_ptr<Integrator> make_euler();
std::unique_ptr<Integrator> make_runge_kutta_4();
std::unique_ptr<Integrator> make_dormand_prince(const IntegratorOptions& options);
std::unique_ptr<Integrator> make_radau(const IntegratorOptions& options);
std::unique_ptr<Integrator> make_automatic(const IntegratorOptions& options);

// The size of an error relative to what the options allow, over the motion (not the energies): at
// most 1 where it is small enough. Root mean square as in Hairer, Norsett & Wanner 1993, eq.
// II.4.11; positions and velocities below 1 rad, 1 m and 1 per second count as 1.
// `floor`: what rounding alone makes of the error, which counts as allowed.
double error_norm(const IntegratorOptions& options, int nv, const Eigen::VectorXd& y0,
                  const Eigen::VectorXd& y1, const Eigen::VectorXd& error, double floor = 0.0);

}  // namespace catena
