#pragma once
// From the text of a formula to its program, by recursive descent. Used by Expression only.

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "catena/expressions/expression.hpp"

namespace catena::expressions {

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> variables, const Constants& constants)
      : text_(text), variables_(variables), constants_(constants) {}

  // Compiles as much as is a formula; `end` is where that ends (after the blanks that follow).
  Program run(std::size_t& end);
  const std::set<int>& used_variables() const { return used_variables_; }
  const std::set<std::string>& used_constants() const { return used_constants_; }

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
  void call(const FunctionInfo& function, std::size_t start);

  void emit(Op op);
  void emit_constant(double value);
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol, std::string_view what);
  void skip_blanks();
  [[noreturn]] void fail(const std::string& message, std::size_t position) const;
  [[noreturn]] void fail_unknown(std::string_view name, std::size_t position) const;

  std::string_view text_;
  std::span<const std::string> variables_;
  const Constants& constants_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Program program_;
  std::set<int> used_variables_;
  std::set<std::string> used_constants_;
};

// The error for text that is left after a formula.
[[noreturn]] void fail_at_rest(std::string_view text, std::size_t position);

}  // namespace catena::expressions
