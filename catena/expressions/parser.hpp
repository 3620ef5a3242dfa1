#pragma once
// From the text of a formula to its program, by recursive descent. Used by Expression only.

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "catena/expressions/expression.hpp"
#include "catena/expressions/measure.hpp"

namespace catena::expressions {

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> variables, const Constants& constants)
      : text_(text), variables_(variables), constants_(constants) {}

  // Compiles as much as is a formula; `end` is where that ends (after the blanks that follow).
  Program run(std::size_t& end);
  const std::set<int>& used_variables() const { return used_variables_; }
  const std::set<std::string>& used_constants() const { return used_constants_; }
  const std::vector<std::shared_ptr<const Table>>& used_tables() const { return used_tables_; }
  // What the formula measures, where its units say so.
  const Measure& measure() const { return measures_.back(); }
  // Whether it is more than a number.
  bool has_operations() const { return operations_ > 0; }

 private:
  class Nesting;  // counts levels, so that no text overflows the stack

  void choice();      // c ? a : b
  void either();      // ||
  void both();        // &&
  void equality();    // == !=
  void comparison();  // < <= > >=
  void sum();
  void product();
  void sign();
  void power();
  void operand();
  void number();
  void name();
  void call(const FunctionInfo& function, std::size_t start, const Table* table = nullptr);

  // A table by its name, or by NAME.integral; false where there is none.
  bool table_call(std::string_view word, std::size_t start);

  void emit(Op op, const Table* table = nullptr);
  void emit_constant(double value, const Measure& measure);

  // Units (parser_units.cpp).
  void accept_unit(std::size_t start, int names_before);
  void refuse_unit_of_name(std::string_view name);
  void refuse_two_readings(std::size_t start, std::size_t divisor) const;
  void measure_operation(Op op, std::span<const double> exponent);
  std::optional<Unit> unit_here() const;
  bool is_name(std::string_view word) const;
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol, std::string_view what);
  void skip_blanks();
  [[noreturn]] void fail(const std::string& message, std::size_t position) const;
  [[noreturn]] void fail_unknown(std::string_view name, std::size_t position) const;
  std::string advice_on_order(std::string_view name) const;

  std::string_view text_;
  std::span<const std::string> variables_;
  const Constants& constants_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Program program_;
  std::vector<Measure> measures_;   // of what is on the stack of the program
  int names_ = 0, operations_ = 0;  // names and units, and operations, so far
  std::size_t unit_end_ = 0;        // behind the last number with a unit that is not an SI unit
  std::set<int> used_variables_;
  std::set<std::string> used_constants_;
  std::vector<std::shared_ptr<const Table>> used_tables_;
};

// The error for text that is left after a formula.
[[noreturn]] void fail_at_rest(std::string_view text, std::size_t position);

}  // namespace catena::expressions
