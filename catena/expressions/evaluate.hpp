#pragma once
// Runs a compiled formula, for every scalar of scalars.hpp. The stack is an array of fixed size.

#include <array>
#include <numbers>

#include "catena/expressions/functions.hpp"
#include "catena/expressions/program.hpp"
#include "catena/expressions/switches.hpp"

namespace catena::expressions {

inline double truth(bool yes) {
  return yes ? 1.0 : 0.0;
}

template <class T>
T apply(Op op, const T& x) {
  const double v = value_of(x);
  switch (op) {
    case Op::Negate:
      return negate(x);
    case Op::Not:
      return constant<T>(truth(v == 0.0));
    case Op::Sin:
      return sine(x);
    case Op::Cos:
      return cosine(x);
    case Op::Tan:
      return tangent(x);
    case Op::Asin:
      return arcsine(x);
    case Op::Acos:
      return arccosine(x);
    case Op::Atan:
      return arctangent(x);
    case Op::Sinh:
      return hyperbolic_sine(x);
    case Op::Cosh:
      return hyperbolic_cosine(x);
    case Op::Tanh:
      return hyperbolic_tangent(x);
    case Op::Exp:
      return exponential(x);
    case Op::Log:
      return logarithm(x, std::log(v), 1.0);
    case Op::Log10:
      return logarithm(x, std::log10(v), std::numbers::log10e);
    case Op::Sqrt:
      return square_root(x);
    case Op::Abs:
      return absolute(x);
    case Op::Sign:
      return constant<T>(sign(v));
    case Op::Floor:
      return constant<T>(std::floor(v));
    case Op::Ceil:
      return constant<T>(std::ceil(v));
    default:  // Op::Step, the last one with one operand
      return constant<T>(truth(v >= 0.0));
  }
}

template <class T>
T apply(Op op, const T& x, const T& y) {
  const double a = value_of(x), b = value_of(y);
  switch (op) {
    case Op::Add:
      return x + y;
    case Op::Subtract:
      return x - y;
    case Op::Multiply:
      return x * y;
    case Op::Divide:
      return x / y;
    case Op::Power:
      return power(x, y);
    case Op::Less:
      return constant<T>(truth(a < b));
    case Op::LessEqual:
      return constant<T>(truth(a <= b));
    case Op::Greater:
      return constant<T>(truth(a > b));
    case Op::GreaterEqual:
      return constant<T>(truth(a >= b));
    case Op::Equal:
      return constant<T>(truth(a == b));
    case Op::NotEqual:
      return constant<T>(truth(a != b));
    case Op::And:
      return constant<T>(truth(a != 0.0 && b != 0.0));
    case Op::Or:
      return constant<T>(truth(a != 0.0 || b != 0.0));
    case Op::Atan2:
      return arctangent(x, y);
    case Op::Min:
      return b < a ? y : x;
    case Op::Max:
      return a < b ? y : x;
    case Op::Mod:
      return modulo(x, y);
    default:  // Op::Hypot, the last one with two operands
      return distance(x, y);
  }
}

template <class T>
T apply(Op op, const T& x, const T& y, const T& z) {
  (void)op;  // Op::Select, the only one with three operands
  return value_of(x) != 0.0 ? y : z;
}

// A table, or its integral from its first point on, in one of its places.
template <class T>
T look_up(const Instruction& instruction, Table::Place place, const T& x) {
  const Table& table = *instruction.table;
  const double v = value_of(x);
  if (instruction.op == Op::LookupIntegral)
    return chain(
        x, table.integral(place, v), [&] { return table.value(place, v); },
        [&] { return table.slope(place, v); });
  return chain(
      x, table.value(place, v), [&] { return table.slope(place, v); },
      [&] { return table.bend(place, v); });
}

// Switches stand where their arguments say.
struct FreeSwitches {};

// Switches stand where they are told to, whatever their arguments say; these are kept.
template <class T>
struct FrozenSwitches {
  const double* branches;  // one per switch
  T* arguments = nullptr;  // likewise; null: not wanted
};

// `variable(i)` gives the i-th variable as a T.
template <class T, class VariableAt, class Switches = FreeSwitches>
T run(const Program& program, VariableAt&& variable, const Switches& switches = {}) {
  std::array<T, max_stack> stack;
  T* top = stack.data();  // one past the last number
  for (const Instruction& instruction : program) {
    if constexpr (!std::is_same_v<Switches, FreeSwitches>) {
      if (instruction.index >= 0 && instruction.op != Op::Variable) {
        top -= instruction.operands;
        const T argument = switch_argument(instruction.op, top);
        if (switches.arguments != nullptr) switches.arguments[instruction.index] = argument;
        const double branch = switches.branches[instruction.index];
        *top = instruction.table != nullptr
                   ? look_up(instruction, instruction.table->place(branch), argument)
                   : switched(instruction.op, branch, top);
        ++top;
        continue;
      }
    }
    switch (instruction.operands) {
      case 0:
        *top++ = instruction.op == Op::Constant ? constant<T>(instruction.constant)
                                                : variable(instruction.index);
        break;
      case 1:
        top[-1] = instruction.table != nullptr
                      ? look_up(instruction, instruction.table->find(value_of(top[-1])), top[-1])
                      : apply(instruction.op, top[-1]);
        break;
      case 2:
        top[-2] = apply(instruction.op, top[-2], top[-1]);
        --top;
        break;
      default:
        top[-3] = apply(instruction.op, top[-3], top[-2], top[-1]);
        top -= 2;
        break;
    }
  }
  return stack[0];
}

}  // namespace catena::expressions
