#include "catena/mechanism/time_jumps.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "catena/expressions/expression.hpp"

namespace catena {

namespace {

constexpr int pieces = 4000;  // of the time, in each of which one change is looked at

std::vector<double> branches_at(const Expression& formula, double t) {
  std::vector<double> branches(formula.switches().size());
  formula.find_branches({&t, 1}, branches.data());
  return branches;
}

}  // namespace

void refuse_jumps(const Where& where, const Expression& formula, double begin, double end,
                  const std::string& what, const std::string& advice) {
  if (formula.switches().empty() || !(end > begin)) return;
  std::vector<double> last = branches_at(formula, begin);
  for (int i = 1; i <= pieces; ++i) {
    double a = begin + (end - begin) * (i - 1) / pieces, b = begin + (end - begin) * i / pieces;
    const std::vector<double> next = branches_at(formula, b);
    if (next == last) continue;
    for (double middle = 0.5 * (a + b); a < middle && middle < b; middle = 0.5 * (a + b))
      (branches_at(formula, middle) == last ? a : b) = middle;
    const double before = formula.value({&a, 1}), after = formula.value({&b, 1});
    const double size = std::abs(after - before);
    if (size > 1e-9 * (1.0 + std::abs(before) + std::abs(after)))
      where.fail(fmt::format("'{}' jumps by {:.3g} at t = {:.6g} s, which {} cannot do; {}",
                             formula.text(), size, b, what, advice));
    last = next;
  }
}

}  // namespace catena
