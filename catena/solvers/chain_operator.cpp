#include "catena/solvers/chain_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace catena::chain {

namespace {

using Kind = ContactLaw::Kind;

void check(const ContactLaw& law, std::size_t index) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument("contact chain: block " + std::to_string(index) + ": " + what);
  };
  if (law.kind == Kind::Bounds) {
    if (!(law.lower <= law.upper))
      refuse("lower bound " + std::to_string(law.lower) + " is above upper bound " +
             std::to_string(law.upper));
    return;
  }
  if (law.rows() > ContactLaw::most_rows) refuse("more than 6 rows");
  for (int i = 0; i + 1 < law.rows(); ++i)
    if (!(law.friction[i] >= 0.0) || std::isinf(law.friction[i]))
      refuse("coefficient of friction " + std::to_string(law.friction[i]) +
             "; expected a finite number that is not negative");
}

// A little shorter, until rounding leaves the rows of a limit inside.
void shorten(const double* friction, int rows, double radius, double* x) {
  const auto outside = [&] {
    double sum = 0.0;
    for (int i = 0; i < rows; ++i)
      sum += friction[i] == 0.0 ? 0.0 : x[i] * x[i] / (friction[i] * friction[i]);
    return sum > radius * radius;
  };
  for (double less = 0x1p-52; outside() && less < 1.0; less *= 2.0)
    for (int i = 0; i < rows; ++i) x[i] *= 1.0 - less;
}

}  // namespace

void Operator::set_count(std::size_t count) {
  blocks_.resize(count), square_.resize(count);
  rows_ = squares_ = 0;
  units_.clear();
}

void Operator::set_law(std::size_t index, const ContactLaw& law, bool padded) {
  check(law, index);
  Block& block = blocks_[index];
  block.kind = law.kind;
  block.rows = static_cast<unsigned char>(law.rows());
  block.first = rows_;
  block.limits = 0;
  block.compliance = 0.0;
  const int width = padded ? lanes_of(block.rows) : block.rows;
  units_.resize(static_cast<std::size_t>(rows_ + width), 1.0);
  double* unit = units_.data() + rows_;
  if (law.kind != Kind::Bounds) {
    for (int row = 1, limit = 0; limit < ContactLaw::most_limits && law.limit_rows[limit] > 0;
         row += law.limit_rows[limit++]) {
      const double* friction = law.friction + row - 1;
      const int n = law.limit_rows[limit];
      const double largest = *std::max_element(friction, friction + n);
      block.limit_rows[limit] = law.limit_rows[limit];
      block.friction[limit] = largest;
      block.limits = static_cast<unsigned char>(limit + 1);
      if (largest > 0.0)
        for (int i = 0; i < n; ++i) unit[row + i] = friction[i] / largest;
    }
  }
  square_[index] = squares_;
  squares_ += block.rows * block.rows;
  rows_ += width;
}

double Operator::set_scale(std::size_t index, double mean_diagonal) {
  Block& block = blocks_[index];
  const ContactLaw& given = law(index);
  const double scale = 1.0 / std::sqrt(mean_diagonal);
  for (int i = 0; i < block.rows; ++i) units_[static_cast<std::size_t>(block.first + i)] *= scale;
  block.lower = given.lower / scale, block.upper = given.upper / scale;
  return scale;
}

void Operator::read_forces(std::span<const double> given, double* x) const {
  std::size_t row = 0;
  for (const Block& block : blocks_) {
    double inside[most_rows];
    for (int i = 0; i < block.rows; ++i, ++row) {
      const double unit = units_[static_cast<std::size_t>(block.first + i)];
      inside[i] = unit == 0.0 ? 0.0 : given[row] / unit;
    }
    project(block, inside, x + block.first);
  }
}

void Operator::no_forces(double* x) const {
  constexpr double zero[most_rows] = {};
  for (const Block& block : blocks_) project(block, zero, x + block.first);
}

void Operator::write_forces(const double* x, bool inside, std::span<double> given) const {
  std::size_t row = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    const double* unit = units_.data() + block.first;
    double* out = given.data() + row;
    for (int i = 0; i < block.rows; ++i) out[i] = unit[i] * x[block.first + i];
    const ContactLaw& from = law(k);
    if (block.kind == Kind::Bounds) out[0] = std::clamp(out[0], from.lower, from.upper);
    for (int limit = 0, first = 1; limit < block.limits && inside;
         first += block.limit_rows[limit++])
      shorten(from.friction + first - 1, block.limit_rows[limit], std::abs(out[0]), out + first);
    row += block.rows;
  }
}

void Operator::write_velocities(const double* u, std::span<double> given) const {
  std::size_t row = 0;
  for (const Block& block : blocks_)
    for (int i = 0; i < block.rows; ++i, ++row) {
      const double unit = units_[static_cast<std::size_t>(block.first + i)];
      given[row] = unit == 0.0 ? 0.0 : u[block.first + i] / unit;
    }
}

void Operator::note_rest() {
  double sum = 0.0;
  for (const Block& block : blocks_)
    for (int i = block.first; i < block.first + block.rows; ++i)
      sum += rest_u_[static_cast<std::size_t>(i)] * rest_u_[static_cast<std::size_t>(i)];
  rest_ = std::sqrt(sum);
}

double Operator::evaluate(const double* x, const double* s, double* u) const {
  pull(s, u);
  double errors = 0.0, response = 0.0;
  for (const Block& block : blocks_) {
    double* ub = u + block.first;
    const double* xb = x + block.first;
    const double* qb = rest_u_.data() + block.first;
    for (int i = 0; i < block.rows; ++i) {
      ub[i] += block.compliance * xb[i];
      response += (ub[i] - qb[i]) * (ub[i] - qb[i]);
    }
    errors +=
        is_coulomb(block) ? error_of_cone(block.friction[0], xb, ub) : error_of(block, xb, ub);
  }
  const double size = std::max(rest_, std::sqrt(response));
  if (!std::isfinite(size) || !std::isfinite(errors))
    return std::numeric_limits<double>::infinity();
  return errors == 0.0 ? 0.0 : std::sqrt(errors) / size;
}

}  // namespace catena::chain
