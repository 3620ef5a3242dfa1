#pragma once
// Constraints that cannot be satisfied together: a path, or a stop on a path, presses a body into
// a surface, and nothing can yield.

#include <string>
#include <vector>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

// No method can go on from there.
class PressedError : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

// The blocks of a list that all impulses together do not stop: those that go on by more than a
// hundredth of the fastest. `u`: velocities per row after the impulses, in a step with the bias of
// the block; in an impact (`of_impact`) those away from stops count as positive.
std::vector<int> still_arriving(const RowList& list, const Eigen::VectorXd& u, double fastest,
                                bool of_impact);

// Closed contacts that are further off than this, m, and cannot be put back are pressed there.
constexpr double pressed_inside = 1e-5;

// Throw an error with the names of what cannot be kept, and of the paths and stops that it depends
// on. The first is a PressedError. The second names all paths: what a method has not put back,
// another one may.
[[noreturn]] void refuse_pressed(const MotionEquations& equations, const RowList& list,
                                 const std::vector<int>& blocks, const State& state);
[[noreturn]] void refuse_pressed(const MotionEquations& equations,
                                 const std::vector<std::string>& names, const State& state);
// The same where `exchanged` J were exchanged within `time` s, in a run whose largest energy is
// `largest` J: it names all that touches.
[[noreturn]] void refuse_exchange(const MotionEquations& equations, double exchanged, double time,
                                  double largest, const State& state);
// The names of the closed elements that are off by more than `pressed_inside`, and than ten times
// the tolerance of contacts.
std::vector<std::string> names_misplaced(const MotionEquations& equations);

}  // namespace catena
