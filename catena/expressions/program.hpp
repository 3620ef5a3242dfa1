#pragma once
// What a formula is compiled to: instructions for a stack machine, in postfix order. There are no
// jumps: both sides of `?:`, && and || are computed, so derivatives need no special cases. Where
// the value of a formula jumps or has a kink, an instruction is a switch (switches.hpp).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

class Table;

enum class Op : std::uint8_t {
  // operands
  Constant,
  Variable,
  // operators
  Negate,
  Not,
  Add,
  Subtract,
  Multiply,
  Divide,
  Power,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
  Select,
  // functions
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,
  Cosh,
  Tanh,
  Exp,
  Log,
  Log10,
  Sqrt,
  Abs,
  Sign,
  Min,
  Max,
  Floor,
  Ceil,
  Mod,
  Hypot,
  Step,
  Clamp,
  // tables
  Lookup,
  LookupIntegral,
};

struct Instruction {
  Op op;
  std::uint8_t operands = 0;     // how many it takes off the stack
  int index = -1;                // of Variable: which one; of a switch: which one; else -1
  double constant = 0.0;         // of Constant
  const Table* table = nullptr;  // of Lookup and LookupIntegral
};

using Program = std::vector<Instruction>;

inline constexpr int max_stack = 128;  // numbers that a program may hold at once

struct FunctionInfo {
  std::string_view name;
  Op op;
  int arguments;
};
// The function of this name, or nullptr.
const FunctionInfo* find_function(std::string_view name);
std::vector<std::string> function_names();

// How many operands an instruction takes off the stack.
int operand_count(Op op);
// The highest the stack gets.
int stack_size(const Program& program);

}  // namespace catena
