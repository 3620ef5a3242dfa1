#include "catena/solvers/chain_guess.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/math/infinity.hpp"
#include "catena/solvers/chain_laws.hpp"

namespace catena::chain {

namespace {

using Given = StepProblem::Block;
using Kind = ContactLaw::Kind;

// Loops over the rows of a block and the coordinates of a tree, with fixed sizes for contacts of
// free bodies.
template <int Rows = 0, int Coordinates = 0>
struct Piece {
  const double* J;
  int given_rows, given_coordinates;

  int rows() const { return Rows > 0 ? Rows : given_rows; }
  int coordinates() const { return Coordinates > 0 ? Coordinates : given_coordinates; }

  void add_response(const double* x, double* v) const {
    if constexpr (Rows == 3) {
      const double *J1 = J + coordinates(), *J2 = J1 + coordinates();
      for (int k = 0; k < coordinates(); ++k) v[k] += J[k] * x[0] + J1[k] * x[1] + J2[k] * x[2];
    } else {
      for (int i = 0; i < rows(); ++i)
        for (int k = 0; k < coordinates(); ++k) v[k] += J[i * coordinates() + k] * x[i];
    }
  }
  // u += J v, rest += J v_free; returns the sum of squares of J.
  double add_velocities(const double* v, const double* v_free, double* u, double* rest) const {
    double squares = 0.0;
    for (int i = 0; i < rows(); ++i) {
      const double* row = J + i * coordinates();
      double moved = 0.0, free = 0.0, square = 0.0;
      for (int k = 0; k < coordinates(); ++k)
        moved += row[k] * v[k], free += row[k] * v_free[k], square += row[k] * row[k];
      u[i] += moved, rest[i] += free;
      squares += square;
    }
    return squares;
  }
  // u += J v and W += J J^T, of a contact.
  void add_own(const double* v, double* u, double* W) const {
    for (int i = 0; i < 3; ++i) {
      const double* row = J + i * coordinates();
      for (int k = 0; k < coordinates(); ++k) u[i] += row[k] * v[k];
      for (int j = 0; j <= i; ++j) {
        const double* other = J + j * coordinates();
        double sum = 0.0;
        for (int k = 0; k < coordinates(); ++k) sum += row[k] * other[k];
        W[3 * i + j] += sum;
      }
    }
  }
};

template <class Visit>
void visit_pieces(const StepProblem& problem, const Given& block, const Visit& visit) {
  for (int p = 0; p < 2; ++p) {
    if (block.tree[p] < 0) continue;
    const StepProblem::Tree& tree = problem.trees()[to_index(block.tree[p])];
    const double* J = problem.jacobians().data() + block.jacobian[p];
    if (block.rows == 3 && tree.coordinates == 6)
      visit(Piece<3, 6>{J, 3, 6}, tree.first);
    else
      visit(Piece<>{J, block.rows, tree.coordinates}, tree.first);
  }
}

// The law of a block whose limits are round; false where they are not.
bool round_law(const ContactLaw& law, Block& block) {
  block.kind = law.kind;
  block.rows = static_cast<unsigned char>(law.rows());
  block.limits = 0;
  block.first = 0;
  block.lower = law.lower, block.upper = law.upper;
  if (law.kind == Kind::Bounds) return true;
  for (int row = 0, limit = 0; limit < ContactLaw::most_limits && law.limit_rows[limit] > 0;
       row += law.limit_rows[limit++]) {
    const double* friction = law.friction + row;
    const int n = law.limit_rows[limit];
    if (!std::equal(friction + 1, friction + n, friction)) return false;
    block.limit_rows[limit] = law.limit_rows[limit];
    block.friction[limit] = friction[0];
    block.limits = static_cast<unsigned char>(limit + 1);
  }
  return true;
}

bool is_plain(const ContactLaw& law) {
  return law.kind == Kind::Cone && law.limit_rows[0] == 2 && law.limit_rows[1] == 0 &&
         law.friction[0] == law.friction[1];
}

// Into the cone to the last bit, where rounding or another coefficient has left it.
void cut_to_cone(double friction, double* x) {
  if (!(x[0] > 0.0)) {
    x[0] = x[1] = x[2] = 0.0;
    return;
  }
  const double radius = friction * x[0];
  for (double less = 0.0; x[1] * x[1] + x[2] * x[2] > radius * radius && less < 1.0;
       less = less == 0.0 ? 0x1p-52 : 2.0 * less) {
    const double scale =
        std::min(1.0, radius / std::sqrt(x[1] * x[1] + x[2] * x[2])) * (1.0 - less);
    x[1] *= scale, x[2] *= scale;
  }
}

// |e|^2 in units that make the block's own matrix one: e is homogeneous in x and u / mean.
double error_in_units(const ContactLaw& law, double mean, const double* x, const double* u) {
  double scaled[most_rows];
  for (int i = 0; i < law.rows(); ++i) scaled[i] = u[i] / mean;
  if (is_plain(law)) return mean * error_of_cone(law.friction[0], x, scaled);
  Block block;
  round_law(law, block);
  return mean * error_of(block, x, scaled);
}

bool cut_all(const StepProblem& problem, double* x) {
  for (const StepProblem::Tree& tree : problem.trees())
    if (!tree.is_unit()) return false;
  for (const Given& given : problem.blocks()) {
    double* xb = x + given.first;
    if (is_plain(given.law)) {
      cut_to_cone(given.law.friction[0], xb);
      continue;
    }
    Block block;
    if (!round_law(given.law, block)) return false;
    double inside[most_rows];
    std::copy_n(xb, given.rows, inside);
    project(block, inside, xb);
  }
  return true;
}

// What changes u by -u where W is symmetric, by its lower triangle; false where it is singular.
bool solve_three(const double* W, const double* u, double* x) {
  constexpr double singular = 1e-10;
  const double least = singular * (W[0] + W[4] + W[8]);
  if (!(W[0] > least)) return false;
  const double l10 = W[3] / W[0], l20 = W[6] / W[0];
  const double d1 = W[4] - l10 * W[3], c = W[7] - l20 * W[3];
  if (!(d1 > least)) return false;
  const double l21 = c / d1, d2 = W[8] - l20 * W[6] - l21 * c;
  if (!(d2 > least)) return false;
  const double y1 = u[1] - l10 * u[0], y2 = u[2] - l20 * u[0] - l21 * y1;
  x[2] = -y2 / d2;
  x[1] = -y1 / d1 - l21 * x[2];
  x[0] = -u[0] / W[0] - l10 * x[1] - l20 * x[2];
  return true;
}

// The change of a contact's force that brings it to rest, or to rest along its normal if it slides.
bool change_alone(double friction, const double* x, const double* W, const double* u,
                  double* change) {
  constexpr double inside = 1.0 - 1e-9;
  const double tangential = std::sqrt(x[1] * x[1] + x[2] * x[2]);
  if (tangential < inside * friction * x[0]) return solve_three(W, u, change);
  const double c1 = x[1] / x[0], c2 = x[2] / x[0], does = W[0] + c1 * W[3] + c2 * W[6];
  if (!(does > 0.1 * W[0])) return false;
  change[0] = -u[0] / does;
  change[1] = c1 * change[0], change[2] = c2 * change[0];
  return true;
}

}  // namespace

void ease_guess(const StepProblem& problem, std::span<double> x, std::span<double> v) {
  for (const Given& block : problem.blocks()) {
    double* xb = x.data() + block.first;
    if (!is_plain(block.law) || block.compliance != 0.0 || !(xb[0] > 0.0)) continue;
    const double* bias = problem.biases().data() + block.first;
    double u[3] = {bias[0], bias[1], bias[2]}, W[9] = {}, change[3];
    visit_pieces(problem, block,
                 [&](const auto& piece, int first) { piece.add_own(v.data() + first, u, W); });
    if (!change_alone(block.law.friction[0], xb, W, u, change) || !(xb[0] + change[0] > 0.0))
      continue;
    for (int i = 0; i < 3; ++i) xb[i] += change[i];
    visit_pieces(problem, block, [&](const auto& piece, int first) {
      piece.add_response(change, v.data() + first);
    });
  }
}

double judge_guess(const StepProblem& problem, std::span<double> x, std::span<double> v,
                   std::span<double> u) {
  if (!cut_all(problem, x.data())) return infinity;
  const double* v_free = problem.free_velocities().data();
  std::copy_n(v_free, v.size(), v.data());
  for (const Given& block : problem.blocks())
    visit_pieces(problem, block, [&](const auto& piece, int first) {
      piece.add_response(x.data() + block.first, v.data() + first);
    });
  double errors = 0.0, response = 0.0, rests = 0.0;
  for (const Given& block : problem.blocks()) {
    const double* xb = x.data() + block.first;
    const double* bias = problem.biases().data() + block.first;
    double* ub = u.data() + block.first;
    double rest[most_rows], squares = block.rows * block.compliance;
    for (int i = 0; i < block.rows; ++i)
      rest[i] = bias[i], ub[i] = bias[i] + block.compliance * xb[i];
    visit_pieces(problem, block, [&](const auto& piece, int first) {
      squares += piece.add_velocities(v.data() + first, v_free + first, ub, rest);
    });
    const double mean = squares > 0.0 ? squares / block.rows : 1.0;
    double rest_square = 0.0, response_square = 0.0;
    for (int i = 0; i < block.rows; ++i) {
      rest_square += rest[i] * rest[i];
      response_square += (ub[i] - rest[i]) * (ub[i] - rest[i]);
    }
    rests += rest_square / mean, response += response_square / mean;
    errors += error_in_units(block.law, mean, xb, ub);
  }
  const double size = std::sqrt(std::max(rests, response));
  if (!std::isfinite(size) || !std::isfinite(errors)) return infinity;
  return errors == 0.0 ? 0.0 : std::sqrt(errors) / size;
}

}  // namespace catena::chain
