#include "catena/expressions/program.hpp"

#include <algorithm>
#include <array>

namespace catena {

namespace {

constexpr std::array<FunctionInfo, 25> functions{{
    {"sin", Op::Sin, 1},     {"cos", Op::Cos, 1},   {"tan", Op::Tan, 1},     {"asin", Op::Asin, 1},
    {"acos", Op::Acos, 1},   {"atan", Op::Atan, 1}, {"atan2", Op::Atan2, 2}, {"sinh", Op::Sinh, 1},
    {"cosh", Op::Cosh, 1},   {"tanh", Op::Tanh, 1}, {"exp", Op::Exp, 1},     {"log", Op::Log, 1},
    {"log10", Op::Log10, 1}, {"sqrt", Op::Sqrt, 1}, {"abs", Op::Abs, 1},     {"sign", Op::Sign, 1},
    {"min", Op::Min, 2},     {"max", Op::Max, 2},   {"floor", Op::Floor, 1}, {"ceil", Op::Ceil, 1},
    {"mod", Op::Mod, 2},     {"pow", Op::Power, 2}, {"hypot", Op::Hypot, 2}, {"step", Op::Step, 1},
    {"clamp", Op::Clamp, 3},
}};

}  // namespace

const FunctionInfo* find_function(std::string_view name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const FunctionInfo& f) { return f.name == name; });
  return found != functions.end() ? &*found : nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  names.reserve(functions.size());
  for (const FunctionInfo& function : functions) names.emplace_back(function.name);
  return names;
}

int operand_count(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Variable:
      return 0;
    case Op::Negate:
    case Op::Not:
    case Op::Lookup:
    case Op::LookupIntegral:
      return 1;
    case Op::Select:
      return 3;
    default:
      break;
  }
  for (const FunctionInfo& function : functions)
    if (function.op == op) return function.arguments;
  return 2;  // operators
}

int stack_size(const Program& program) {
  int size = 0, highest = 0;
  for (const Instruction& instruction : program) {
    size += 1 - instruction.operands;
    highest = std::max(highest, size);
  }
  return highest;
}

}  // namespace catena
