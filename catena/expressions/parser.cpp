#include "catena/expressions/parser.hpp"

#include <fmt/format.h>

#include <charconv>

#include "catena/expressions/advice.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/expressions/evaluate.hpp"
#include "catena/expressions/switches.hpp"

namespace catena::expressions {

namespace {

constexpr int max_nesting = 60;
constexpr std::size_t max_length = 4000;

}  // namespace

class Parser::Nesting {
 public:
  explicit Nesting(Parser& parser) : depth_(parser.depth_) {
    if (++depth_ > max_nesting) {
      --depth_;
      parser.fail(fmt::format("nested more than {} levels deep; split it up", max_nesting),
                  parser.at_);
    }
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

void Parser::fail(const std::string& message, std::size_t position) const {
  throw ExpressionError(message, position);
}

Program Parser::run(std::size_t& end) {
  if (text_.size() > max_length)
    fail(
        fmt::format("the formula has {} characters, expected at most {}", text_.size(), max_length),
        0);
  choice();
  skip_blanks();
  end = at_;
  if (const int count = number_switches(program_); count > max_switches)
    fail(fmt::format("the formula has {} steps, comparisons, minima and the like, expected at most "
                     "{}; split it up",
                     count, max_switches),
         0);
  const int size = stack_size(program_);
  if (size > max_stack)
    fail(fmt::format("the formula holds {} numbers at once, expected at most {}; split it up", size,
                     max_stack),
         0);
  return std::move(program_);
}

void Parser::skip_blanks() {
  while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string::npos)
    ++at_;
}

bool Parser::accept(std::string_view symbol) {
  skip_blanks();
  if (text_.substr(at_, symbol.size()) != symbol) return false;
  at_ += symbol.size();
  return true;
}

void Parser::expect(std::string_view symbol, std::string_view what) {
  if (!accept(symbol))
    fail(fmt::format("found {}, expected '{}' {}{}", found_at(text_, at_), symbol, what,
                     advice_on_rest(text_, at_)),
         at_);
}

// Operations on constants only are done at once.
void Parser::emit(Op op, const Table* table) {
  const int operands = operand_count(op);
  const auto n = static_cast<std::size_t>(operands);
  const bool known_exponent = op == Op::Power && program_.back().op == Op::Constant;
  measure_operation(op, {&program_.back().constant, known_exponent ? 1U : 0U});
  bool constant = program_.size() >= n;
  for (std::size_t i = 0; constant && i < n; ++i)
    constant = program_[program_.size() - 1 - i].op == Op::Constant;
  program_.push_back({op, static_cast<std::uint8_t>(operands), -1, 0.0, table});
  if (!constant) return;
  const Program folded(program_.end() - operands - 1, program_.end());
  const double value = expressions::run<double>(folded, [](int) { return 0.0; });
  program_.resize(program_.size() - n - 1);
  program_.push_back({Op::Constant, 0, -1, value});
}

void Parser::emit_constant(double value, const Measure& measure) {
  program_.push_back({Op::Constant, 0, -1, value});
  measures_.push_back(measure);
}

void Parser::choice() {
  const Nesting nesting(*this);
  either();
  if (!accept("?")) return;
  choice();
  expect(":", "and the other value of '?'");
  choice();
  emit(Op::Select);
}

void Parser::either() {
  both();
  while (accept("||")) {
    both();
    emit(Op::Or);
  }
}

void Parser::both() {
  equality();
  while (accept("&&")) {
    equality();
    emit(Op::And);
  }
}

void Parser::equality() {
  comparison();
  while (true) {
    const bool equal = accept("==");
    if (!equal && !accept("!=")) return;
    comparison();
    emit(equal ? Op::Equal : Op::NotEqual);
  }
}

void Parser::comparison() {
  const auto accept_any = [this](Op& op) {
    if (accept("<=")) return op = Op::LessEqual, true;
    if (accept(">=")) return op = Op::GreaterEqual, true;
    if (accept("<")) return op = Op::Less, true;
    if (accept(">")) return op = Op::Greater, true;
    return false;
  };
  sum();
  Op op = Op::Less;
  if (!accept_any(op)) return;
  sum();
  emit(op);
  skip_blanks();
  const std::size_t place = at_;
  if (accept_any(op)) fail("comparisons do not chain; write a < b && b < c", place);
}

void Parser::sum() {
  product();
  while (true) {
    const bool add = accept("+");
    if (!add && !accept("-")) return;
    product();
    emit(add ? Op::Add : Op::Subtract);
  }
}

void Parser::product() {
  skip_blanks();
  const std::size_t start = at_;
  sign();
  while (true) {
    const bool multiply = accept("*");
    if (multiply && accept("*")) fail("found '**', expected '^' for powers", at_ - 2);
    if (!multiply && !accept("/")) return;
    const std::size_t operand = at_;
    sign();
    if (!multiply && unit_end_ == at_) refuse_two_readings(start, operand);
    emit(multiply ? Op::Multiply : Op::Divide);
  }
}

void Parser::sign() {
  const Nesting nesting(*this);
  if (accept("-")) {
    sign();
    emit(Op::Negate);
  } else if (accept("+")) {
    sign();
  } else if (accept("!")) {
    sign();
    emit(Op::Not);
  } else {
    power();
  }
}

void Parser::power() {
  operand();
  if (!accept("^")) return;
  sign();
  emit(Op::Power);
}

void Parser::operand() {
  skip_blanks();
  const std::size_t start = at_;
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (is_digit(c) || (c == '.' && is_digit(next))) {
    number();
  } else if (starts_name(c)) {
    name();
  } else if (accept("(")) {
    const int names = names_;
    choice();
    expect(")", "after what is in parentheses");
    accept_unit(start, names);
  } else {
    fail(fmt::format("found {}, expected a number, a name or '('{}", found_at(text_, at_),
                     advice_on_sign(text_.substr(at_))),
         at_);
  }
}

// Decimal always: 010 is ten.
void Parser::number() {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  const auto length = static_cast<std::size_t>(end - (text_.data() + at_));
  if (error != std::errc())
    fail(fmt::format("the number '{}' is too large or too small", text_.substr(at_, length)), at_);
  const std::size_t start = at_;
  at_ += length;
  emit_constant(value, {.zero = value == 0.0});
  accept_unit(start, names_);
}

void Parser::name() {
  const std::size_t start = at_;
  while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
  const std::string_view word = text_.substr(start, at_ - start);
  if (const FunctionInfo* function = find_function(word)) return call(*function, start);
  if (table_call(word, start)) return;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i] != word) continue;
    used_variables_.insert(static_cast<int>(i));
    program_.push_back({Op::Variable, 0, static_cast<int>(i)});
    measures_.push_back({.kind = Measure::Kind::Unknown});
    return refuse_unit_of_name(word);
  }
  if (const auto found = constants_.find(word); found != constants_.end()) {
    used_constants_.insert(found->first);
    Measure measure{.kind = Measure::Kind::Unknown};
    if (const auto written = constants_.units.find(word); written != constants_.units.end())
      measure = {.kind = Measure::Kind::Known,
                 .dimension = written->second.dimension,
                 .unit = written->second.unit,
                 .of_name = true};
    emit_constant(found->second, measure);
    return refuse_unit_of_name(word);
  }
  if (const auto found = built_in_constants().find(word); found != built_in_constants().end()) {
    emit_constant(found->second, {});
    return accept_unit(start, names_);
  }
  fail_unknown(word, start);
}

bool Parser::table_call(std::string_view word, std::size_t start) {
  constexpr std::string_view integral = ".integral";
  Op op = Op::Lookup;
  auto found = constants_.tables.find(word);
  if (found == constants_.tables.end() && word.ends_with(integral)) {
    op = Op::LookupIntegral;
    found = constants_.tables.find(word.substr(0, word.size() - integral.size()));
  }
  if (found == constants_.tables.end()) return false;
  used_tables_.push_back(found->second);
  call({word, op, 1}, start, found->second.get());
  return true;
}

void Parser::call(const FunctionInfo& function, std::size_t start, const Table* table) {
  if (!accept("("))
    fail(fmt::format("found {}, expected '(' after the function '{}'", found_at(text_, at_),
                     function.name),
         at_);
  int count = 0;
  const int names = names_;
  if (!accept(")")) {
    do {
      choice();
      // clamp(x, a, b) is min(max(x, a), b).
      if (++count == 2 && function.op == Op::Clamp) emit(Op::Max);
    } while (accept(","));
    expect(")", fmt::format("after the arguments of '{}'", function.name));
  }
  if (count != function.arguments)
    fail(fmt::format("'{}' has {} argument{}, expected {}", function.name, count,
                     count == 1 ? "" : "s", function.arguments),
         start);
  emit(function.op == Op::Clamp ? Op::Min : function.op, table);
  accept_unit(start, names);
}

}  // namespace catena::expressions
