#include "catena/control/splines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::VectorXd;

namespace {

void check(const std::vector<double>& times, const std::vector<VectorXd>& values,
           const std::vector<VectorXd>& slopes) {
  if (times.size() < 2 || values.size() != times.size() ||
      (!slopes.empty() && slopes.size() != times.size()))
    throw std::invalid_argument(fmt::format(
        "HermiteSpline: needs two knots or more, each with a time, a value and, where slopes are "
        "given, a slope; got {} times, {} values and {} slopes",
        times.size(), values.size(), slopes.size()));
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || (i > 0 && !(times[i] > times[i - 1])))
      throw std::invalid_argument(
          fmt::format("HermiteSpline: times must rise from knot to knot, but knot {} is at {:g}{}",
                      i, times[i], i > 0 ? fmt::format(" after {:g}", times[i - 1]) : ""));
    if (values[i].size() != values[0].size() ||
        (!slopes.empty() && slopes[i].size() != values[0].size()))
      throw std::invalid_argument(fmt::format(
          "HermiteSpline: knot {} has {} values and {} slopes, the first has {} values", i,
          values[i].size(), slopes.empty() ? 0 : slopes[i].size(), values[0].size()));
  }
}

// Slopes of the parabolas through three neighbouring knots, at their middle or at the ends.
std::vector<VectorXd> natural_slopes(const std::vector<double>& t, const std::vector<VectorXd>& P) {
  const std::size_t last = t.size() - 1;
  const auto chord = [&](std::size_t i) { return VectorXd((P[i + 1] - P[i]) / (t[i + 1] - t[i])); };
  std::vector<VectorXd> slopes;
  for (std::size_t i = 0; i <= last; ++i) {
    if (last == 1) {
      slopes.push_back(chord(0));
      continue;
    }
    const std::size_t k = std::clamp<std::size_t>(i, 1, last - 1);
    const VectorXd before = chord(k - 1), after = chord(k);
    const VectorXd bend = (after - before) / (t[k + 1] - t[k - 1]);
    slopes.emplace_back(before + bend * (2.0 * t[i] - t[k] - t[k - 1]));
  }
  return slopes;
}

// Derivative of order l of t^k / k!, (4.1.5).
double monomial(int k, int l, double t) {
  switch (k - l) {
    case 0:
      return 1.0;
    case 1:
      return t;
    case 2:
      return 0.5 * t * t;
    case 3:
      return t * t * t / 6.0;
    default:
      return 0.0;
  }
}

// M_H of (4.1.7): its rows belong to P_0, P_0', P_1, P_1', its columns to the monomials t^k / k!.
constexpr double basis[4][4] = {{1, 0, -6, 12}, {0, 1, -4, 6}, {0, 0, 6, -12}, {0, 0, -2, 6}};

}  // namespace

HermiteSpline::HermiteSpline(std::vector<double> times, std::vector<VectorXd> values,
                             std::vector<VectorXd> slopes)
    : times_(std::move(times)), values_(std::move(values)), slopes_(std::move(slopes)) {
  check(times_, values_, slopes_);
  if (slopes_.empty()) slopes_ = natural_slopes(times_, values_);
}

HermiteSpline HermiteSpline::uniform(double start, double step, std::vector<VectorXd> values,
                                     std::vector<VectorXd> slopes) {
  std::vector<double> times;
  for (std::size_t i = 0; i < values.size(); ++i)
    times.push_back(start + static_cast<double>(i) * step);
  return {std::move(times), std::move(values), std::move(slopes)};
}

VectorXd HermiteSpline::evaluate(double t, int order) const {
  VectorXd out(size());
  evaluate(t, order, out);
  return out;
}

// (4.3.2), in the order C D M_H psi: D scales the slopes, and each derivative divides by the
// length.
void HermiteSpline::evaluate(double t, int order, VectorXd& out) const {
  if (order < 0)
    throw std::invalid_argument("HermiteSpline: the order of a derivative is negative");
  if (t < times_.front() || t > times_.back()) {
    out = t < times_.front() ? values_.front() : values_.back();
    if (order > 0) out.setZero();
    return;
  }
  const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
  const auto i = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double length = times_[i + 1] - times_[i], s = (t - times_[i]) / length;
  double factor[4];
  for (int row = 0; row < 4; ++row) {
    factor[row] = 0.0;
    for (int k = 0; k < 4; ++k) factor[row] += basis[row][k] * monomial(k, order, s);
    factor[row] /= std::pow(length, order);
  }
  out = factor[0] * values_[i] + (factor[1] * length) * slopes_[i] + factor[2] * values_[i + 1] +
        (factor[3] * length) * slopes_[i + 1];
}

}  // namespace catena
