#include "catena/expressions/switches.hpp"

namespace catena::expressions {

namespace {

bool counts_thresholds(Op op) {
  return op == Op::Floor || op == Op::Ceil || op == Op::Mod;
}

// What computes the operands of the instruction at `end`: from the first of them up to it.
Program operands_of(const Program& program, std::size_t end) {
  int missing = program[end].operands;
  std::size_t first = end;
  while (missing > 0) missing += program[--first].operands - 1;
  return {program.begin() + static_cast<std::ptrdiff_t>(first),
          program.begin() + static_cast<std::ptrdiff_t>(end)};
}

// What computes the argument of the switch at `end`. x - 0 is x.
Program argument_of(const Program& program, std::size_t end) {
  const Op op = program[end].op;
  Program argument = operands_of(program, end);
  const bool of_zero = argument.back().op == Op::Constant && argument.back().constant == 0.0;
  if (op == Op::Mod)
    argument.push_back({Op::Divide, 2});
  else if (op == Op::Ceil)
    argument.push_back({Op::Negate, 1});
  else if (program[end].operands == 2 && of_zero)
    argument.pop_back();
  else if (program[end].operands == 2)
    argument.push_back({Op::Subtract, 2});
  return argument;
}

}  // namespace

bool is_switch(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Lookup:
    case Op::LookupIntegral:
      return instruction.table->has_corners();
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Abs:
    case Op::Sign:
    case Op::Min:
    case Op::Max:
    case Op::Floor:
    case Op::Ceil:
    case Op::Mod:
    case Op::Step:
      return true;
    default:
      return false;
  }
}

int number_switches(Program& program) {
  int count = 0;
  for (Instruction& instruction : program)
    if (is_switch(instruction)) instruction.index = count++;
  return count;
}

std::vector<FormulaSwitch> switches_of(const Program& program) {
  std::vector<FormulaSwitch> all;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Op op = program[i].op;
    if (!is_switch(program[i])) continue;
    const Table* const table = program[i].table;
    const bool is_kink = op == Op::Abs || op == Op::Min || op == Op::Max || table != nullptr;
    all.push_back({is_kink, counts_thresholds(op), argument_of(program, i), table});
  }
  return all;
}

std::vector<Program> angles_in_switches(const Program& program) {
  std::vector<Program> all;
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (!is_switch(program[i])) continue;
    const Program argument = operands_of(program, i);
    for (std::size_t k = 0; k < argument.size(); ++k)
      if (const Op op = argument[k].op; op == Op::Sin || op == Op::Cos || op == Op::Tan)
        all.push_back(operands_of(argument, k));
  }
  return all;
}

}  // namespace catena::expressions
