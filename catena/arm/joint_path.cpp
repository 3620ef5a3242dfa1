#include "catena/arm/joint_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::VectorXd;

JointPath::JointPath(std::vector<double> s, std::vector<PathPlace> knots)
    : s_(std::move(s)), knots_(std::move(knots)) {
  if (s_.size() < 2 || knots_.size() != s_.size())
    throw std::invalid_argument(
        fmt::format("JointPath: needs two knots or more, found {} parameters and {} places",
                    s_.size(), knots_.size()));
  const auto n = knots_.front().q.size();
  for (std::size_t i = 0; i < s_.size(); ++i) {
    if (i > 0 && !(s_[i] > s_[i - 1]))
      throw std::invalid_argument(fmt::format(
          "JointPath: s must rise from knot to knot, but {} follows {}", s_[i], s_[i - 1]));
    const PathPlace& k = knots_[i];
    if (k.q.size() != n || k.first.size() != n || k.second.size() != n || !k.q.allFinite() ||
        !k.first.allFinite() || !k.second.allFinite())
      throw std::invalid_argument(
          fmt::format("JointPath: knot {} must have {} finite positions and derivatives", i, n));
  }
}

JointPath JointPath::straight(const VectorXd& from, const VectorXd& to) {
  const VectorXd way = to - from, none = VectorXd::Zero(from.size());
  return {{0.0, 1.0}, {{from, way, none}, {to, way, none}}};
}

JointPath JointPath::through(const std::vector<VectorXd>& points) {
  if (points.size() < 2) throw std::invalid_argument("JointPath: needs two points or more");
  std::vector<double> s = {0.0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double chord = (points[i] - points[i - 1]).norm();
    if (!(chord > 0.0))
      throw std::invalid_argument(
          fmt::format("JointPath: points {} and {} are the same", i - 1, i));
    s.push_back(s.back() + chord);
  }
  const double whole = s.back();
  for (double& x : s) x /= whole;
  // Second derivatives of the natural cubic spline: a tridiagonal system, by elimination.
  const std::size_t n = points.size();
  std::vector<VectorXd> bend(n, VectorXd::Zero(points[0].size())), right = bend;
  std::vector<double> pivot(n, 1.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = s[i] - s[i - 1], h1 = s[i + 1] - s[i];
    right[i] = 6.0 * ((points[i + 1] - points[i]) / h1 - (points[i] - points[i - 1]) / h0);
    pivot[i] = 2.0 * (h0 + h1);
    if (i > 1) {
      const double m = h0 / pivot[i - 1];
      pivot[i] -= m * h0;
      right[i] -= m * right[i - 1];
    }
  }
  for (std::size_t i = n - 1; i-- > 1;)
    bend[i] = (right[i] - (s[i + 1] - s[i]) * bend[i + 1]) / pivot[i];
  std::vector<PathPlace> knots;
  for (std::size_t i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    const std::size_t a = last ? i - 1 : i;
    const double h = s[a + 1] - s[a];
    VectorXd slope = (points[a + 1] - points[a]) / h;
    slope += last ? VectorXd(h / 6.0 * (bend[a] + 2.0 * bend[a + 1]))
                  : VectorXd(-h / 6.0 * (2.0 * bend[a] + bend[a + 1]));
    knots.push_back({points[i], slope, bend[i]});
  }
  return {std::move(s), std::move(knots)};
}

void JointPath::evaluate(double s, PathPlace& out) const {
  s = std::clamp(s, s_.front(), s_.back());
  const auto after = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
  const auto i = static_cast<std::size_t>(after - s_.begin()) - 1;
  const PathPlace &a = knots_[i], &b = knots_[i + 1];
  const double h = s_[i + 1] - s_[i], x = (s - s_[i]) / h;
  const double x2 = x * x, x3 = x2 * x, x4 = x3 * x, x5 = x4 * x;
  // The part that the start alone would give, and what the end adds in powers 3, 4 and 5.
  const auto combine = [&](double p0, double p1, double p2, double c3, double c4, double c5,
                           VectorXd& to) {
    to.noalias() = p0 * a.q + (p1 * h) * a.first + (p2 * h * h) * a.second;
    const double q1 = 10 * c3 - 15 * c4 + 6 * c5;
    const double v1 = -4 * c3 + 7 * c4 - 3 * c5, w1 = 0.5 * c3 - c4 + 0.5 * c5;
    const double v0 = -6 * c3 + 8 * c4 - 3 * c5, w0 = -1.5 * c3 + 1.5 * c4 - 0.5 * c5;
    to.noalias() += q1 * (b.q - a.q) + (v0 * h) * a.first + (v1 * h) * b.first +
                    (w0 * h * h) * a.second + (w1 * h * h) * b.second;
  };
  combine(1.0, x, 0.5 * x2, x3, x4, x5, out.q);
  combine(0.0, 1.0, x, 3 * x2, 4 * x3, 5 * x4, out.first);
  combine(0.0, 0.0, 1.0, 6 * x, 12 * x2, 20 * x3, out.second);
  out.first /= h;
  out.second /= h * h;
}

PathPlace JointPath::evaluate(double s) const {
  PathPlace out;
  evaluate(s, out);
  return out;
}

}  // namespace catena
