#pragma once
// Where formulas jump (step, sign, comparisons, floor, ceil, mod) or have kinks (abs, min, max,
// clamp): switches. Each has an argument, a smooth function of the variables, and a branch: the
// number of thresholds that the argument is above. As long as branches are frozen a formula is
// smooth, also a little beyond its thresholds.

#include <limits>
#include <vector>

#include "catena/expressions/functions.hpp"
#include "catena/expressions/program.hpp"
#include "catena/expressions/table.hpp"

namespace catena {

inline constexpr int max_switches = 256;  // that a formula may have

struct FormulaSwitch {
  bool is_kink = false;  // the value does not jump
  // Thresholds are all integers: branch n is n <= argument < n + 1. Otherwise 0 is the only one:
  // branch 0 is below it, branch 1 above.
  bool counts = false;
  Program argument = {};  // what computes it
  // Thresholds are the corners of a table, branches its pieces in a row.
  const Table* table = nullptr;

  double lower(double branch) const {
    if (table != nullptr) return table->lower(table->place(branch));
    if (counts) return branch;
    return branch > 0.0 ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  double upper(double branch) const {
    if (table != nullptr) return table->upper(table->place(branch));
    if (counts) return branch + 1.0;
    return branch > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  // Where the argument says.
  double branch(double x) const {
    if (table != nullptr) return table->number(table->find(x));
    if (counts) return std::floor(x);
    return x >= 0.0 ? 1.0 : 0.0;
  }
};

namespace expressions {

bool is_switch(const Instruction& instruction);
// Gives all switches of a program their numbers, and returns how many there are.
int number_switches(Program& program);
// In the order of their numbers.
std::vector<FormulaSwitch> switches_of(const Program& program);
// What computes the angles of sines, cosines and tangents in arguments of switches.
std::vector<Program> angles_in_switches(const Program& program);

// From the operands of a switch.
template <class T>
T switch_argument(Op op, const T* x) {
  switch (op) {
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Min:
    case Op::Max:
      return x[0] - x[1];
    case Op::Mod:
      return x[0] / x[1];
    case Op::Ceil:
      return negate(x[0]);
    default:  // Abs, Sign, Step, Floor
      return x[0];
  }
}

// The value of a switch on a branch.
template <class T>
T switched(Op op, double branch, const T* x) {
  switch (op) {
    case Op::Less:
    case Op::LessEqual:
      return constant<T>(1.0 - branch);
    case Op::Min:
      return branch > 0.0 ? x[1] : x[0];
    case Op::Max:
      return branch > 0.0 ? x[0] : x[1];
    case Op::Mod:
      return less_turns(x[0], x[1], branch);
    case Op::Ceil:
      return constant<T>(-branch);
    case Op::Abs:
      return branch > 0.0 ? x[0] : negate(x[0]);
    case Op::Sign:
      return constant<T>(2.0 * branch - 1.0);
    default:  // Step, Floor, Greater, GreaterEqual
      return constant<T>(branch);
  }
}

}  // namespace expressions
}  // namespace catena
