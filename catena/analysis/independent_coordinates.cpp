#include "catena/analysis/independent_coordinates.hpp"

#include <algorithm>
#include <cmath>

#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd scaled(const LoopJacobian& jacobian) {
  return jacobian.row_scale().asDiagonal() * jacobian.matrix() *
         jacobian.column_scale().asDiagonal();
}

// Entries of scaled rows are of size one by nature: where all are far below, they are rounding.
int rank_of(const PivotedQr& qr, double tolerance) {
  const auto diagonal = qr.R.diagonal().cwiseAbs();
  const double size = std::max(1.0, diagonal.size() > 0 ? diagonal[0] : 0.0);
  return static_cast<int>((diagonal.array() > tolerance * size).count());
}

// The motions that the scaled rows allow, and the shortest one for given accelerations of rows.
struct Motions {
  int rank = 0;
  MatrixXd free;    // orthonormal basis of the null space, as columns
  MatrixXd forced;  // one column per row; zero for redundant ones
};

// J^T P = Q R with the rows pivoted: the first columns of Q span the independent rows, the others
// are the motions that none of the rows sees.
Motions motions_of(const MatrixXd& J, double tolerance) {
  Motions out;
  if (J.rows() == 0) {
    out.free = MatrixXd::Identity(J.cols(), J.cols());
    out.forced = MatrixXd::Zero(J.cols(), 0);
    return out;
  }
  const PivotedQr qr = pivoted_qr(J.transpose());
  const Index m = out.rank = rank_of(qr, tolerance);
  out.free = qr.Q.rightCols(J.cols() - m);
  const MatrixXd R = qr.R.topLeftCorner(m, m);
  const MatrixXd inverse =
      R.transpose().triangularView<Eigen::Lower>().solve(MatrixXd::Identity(m, m));
  const MatrixXd shortest = qr.Q.leftCols(m) * inverse;
  out.forced = MatrixXd::Zero(J.cols(), J.rows());
  for (Index k = 0; k < m; ++k)
    out.forced.col(qr.order[static_cast<std::size_t>(k)]) = shortest.col(k);
  return out;
}

// Smallest singular value of the rows of `free` that belong to the coordinates. By the
// cosine-sine decomposition it is also that of the other columns of orthonormal rows of J (Golub &
// Van Loan 2013, sec. 2.5.4).
double conditioning_of(const MatrixXd& free, std::span<const int> coordinates) {
  if (coordinates.empty()) return 1.0;
  return singular_values(select_rows(free, coordinates)).tail<1>()[0];
}

// Completes a choice: what the coordinates in it leave of each other's motions is taken away, and
// pivoting finds the rest.
std::vector<int> fill_up(const MatrixXd& free, std::vector<int> chosen,
                         const CoordinateOptions& options) {
  MatrixXd rest = free;
  if (!chosen.empty()) {
    const PivotedQr qr = pivoted_qr(select_rows(free, chosen).transpose());
    rest = free * qr.Q.rightCols(free.cols() - static_cast<Index>(chosen.size()));
  }
  if (rest.cols() > 0) {
    for (const int k : options.avoided) rest.row(k) *= 1e-4;
    const std::vector<Index> order = pivot_order(rest.transpose());
    for (Index k = 0; k < rest.cols(); ++k)
      chosen.push_back(static_cast<int>(order[static_cast<std::size_t>(k)]));
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// H, and all that goes with it, for a choice.
IndependentCoordinates follow_choice(const LoopJacobian& jacobian, const Motions& motions,
                                     std::vector<int> independent) {
  const Index nv = jacobian.matrix().cols();
  IndependentCoordinates out;
  out.rank = motions.rank;
  out.independent = std::move(independent);
  for (int k = 0; k < nv; ++k)
    if (!std::binary_search(out.independent.begin(), out.independent.end(), k))
      out.dependent.push_back(k);
  out.conditioning = conditioning_of(motions.free, out.independent);
  const auto& scale = jacobian.column_scale();
  const MatrixXd free_G = select_rows(motions.free, out.independent);
  const MatrixXd forced_G = select_rows(motions.forced, out.independent);
  out.all = scale.asDiagonal() * motions.free;
  out.from_bias = scale.asDiagonal() * motions.forced;
  if (!out.independent.empty()) {
    // free free_G^-1
    out.all = solve_square(free_G.transpose(), out.all.transpose()).transpose();
    out.from_bias -= out.all * forced_G;
  }
  for (Index j = 0; j < out.all.cols(); ++j) {
    const int k = out.independent[static_cast<std::size_t>(j)];
    out.all.col(j) /= scale[k];
    out.all.row(k).setZero();
    out.from_bias.row(k).setZero();
  }
  for (Index j = 0; j < out.all.cols(); ++j)
    out.all(out.independent[static_cast<std::size_t>(j)], j) = 1.0;
  out.from_bias = out.from_bias * jacobian.row_scale().asDiagonal();
  out.H = select_rows(out.all, out.dependent);
  return out;
}

// Preferred coordinates in turn, where the choice stays well conditioned; then the others.
std::vector<int> choose(const MatrixXd& free, const CoordinateOptions& options) {
  std::vector<int> chosen = fill_up(free, {}, options);
  if (options.preferred.empty()) return chosen;
  const double least = options.least_conditioning * conditioning_of(free, chosen);
  std::vector<int> accepted;
  for (const int coordinate : options.preferred) {
    if (static_cast<Index>(accepted.size()) == free.cols()) break;
    if (coordinate < 0 || coordinate >= free.rows() ||
        std::find(accepted.begin(), accepted.end(), coordinate) != accepted.end())
      continue;
    accepted.push_back(coordinate);
    if (conditioning_of(free, accepted) < least ||
        conditioning_of(free, fill_up(free, accepted, options)) < least)
      accepted.pop_back();
  }
  return fill_up(free, accepted, options);
}

}  // namespace

MatrixXd IndependentCoordinates::rows_of(std::span<const int> coordinates) const {
  return select_rows(all, coordinates);
}

IndependentCoordinates choose_coordinates(const LoopJacobian& jacobian,
                                          const CoordinateOptions& options) {
  const Motions motions = motions_of(scaled(jacobian), options.rank_tolerance);
  return follow_choice(jacobian, motions, choose(motions.free, options));
}

IndependentCoordinates keep_or_choose(const LoopJacobian& jacobian,
                                      const IndependentCoordinates& previous,
                                      const CoordinateOptions& options) {
  const Motions motions = motions_of(scaled(jacobian), options.rank_tolerance);
  const std::vector<int> best = fill_up(motions.free, {}, options);
  if (previous.independent.size() == best.size() &&
      conditioning_of(motions.free, previous.independent) >=
          options.least_conditioning * conditioning_of(motions.free, best))
    return follow_choice(jacobian, motions, previous.independent);
  return follow_choice(jacobian, motions, choose(motions.free, options));
}

std::vector<int> rank_by_closure(const LoopJacobian& jacobian, double rank_tolerance) {
  const MatrixXd J = scaled(jacobian);
  const std::vector<int>& closure_of_row = jacobian.closure_of_row();
  std::vector<int> ranks(jacobian.loops().closures().size(), 0);
  MatrixXd unseen = MatrixXd::Identity(J.cols(), J.cols());  // motions that no row so far sees
  for (std::size_t c = 0; c < ranks.size(); ++c) {
    const auto first = std::find(closure_of_row.begin(), closure_of_row.end(), static_cast<int>(c));
    const auto count = std::count(first, closure_of_row.end(), static_cast<int>(c));
    if (count == 0 || unseen.cols() == 0) continue;
    const MatrixXd rows = J.middleRows(first - closure_of_row.begin(), count);
    const PivotedQr qr = pivoted_qr((rows * unseen).transpose());
    ranks[c] = rank_of(qr, rank_tolerance);
    unseen = (unseen * qr.Q.rightCols(unseen.cols() - ranks[c])).eval();
  }
  return ranks;
}

}  // namespace catena
