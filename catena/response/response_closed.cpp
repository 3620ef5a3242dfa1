// Response: islands with loops.

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/response/response.hpp"

namespace catena {

using detail::at;
using Eigen::Index;

// The way depends on the blocks, not on how many rows they have now, so that memory is there from
// the first time on.
void Response::fill_closed(LoopSolver& solver, int island) {
  Index most_rows = 0;
  for (const int b : islands_.blocks(island))
    most_rows += at(blocks_, b).dof >= 0 ? 1 : most_rows_of_pair;
  wrenches_.reserve(2), efforts_.reserve(1);
  if (ClosedSpace::is_cheaper(solver, islands_.part(island), most_rows))
    fill_closed_vectors(solver, island);
  else
    fill_by_recursion(solver, island);
}

// One lane of the sweep: the force of a row, or of its column. A coordinate of a loop joint is a
// force between two bodies.
void Response::put_lane(std::size_t lane, const Row& row, const Load& load,
                        const LoopSolver& solver) {
  if (row.dof < 0) {
    sweep_.put(lane, row.on_a.node, load.on_a);
    sweep_.put(lane, row.on_b.node, load.on_b);
  } else if (row.dof < tree_.nv()) {
    sweep_.put(lane, row.dof, 1.0);
  } else {
    const auto [on_a, on_b] = solver.loop_effort({row.dof, 1.0});
    sweep_.put(lane, on_a.node, on_a.wrench);
    sweep_.put(lane, on_b.node, on_b.wrench);
  }
}

// All rows as vectors, four at a time; columns for other forces come after them.
void Response::fill_closed_vectors(const LoopSolver& solver, int island) {
  const MechanismPart part = islands_.part(island);
  const std::span<const Index> listed = rows(island);
  const auto n = static_cast<Index>(listed.size());
  const bool is_symmetric = loads_.empty();
  const auto row_at = [&](Index i) -> const Row& {
    return rows_[static_cast<std::size_t>(listed[static_cast<std::size_t>(i)])];
  };
  const Index kinds = is_symmetric ? 1 : 2;
  closed_.begin(solver, part, kinds * n,
                2 * most_rows_of_pair * static_cast<Index>(islands_.blocks(island).size()));
  constexpr auto lanes = static_cast<Index>(Pack4::lanes);
  for (Index first = 0; first < kinds * n; first += lanes) {
    const Index count = std::min(lanes, kinds * n - first);
    sweep_.begin(part.nodes);
    for (Index i = first; i < first + count; ++i) {
      const Row& row = row_at(i % n);
      put_lane(static_cast<std::size_t>(i - first), row,
               i < n ? Load{row.on_a.wrench, row.on_b.wrench} : load_of(row), solver);
    }
    sweep_.carry(part.nodes, solver.workspace());
    closed_.put(sweep_, first, count);
  }
  for (Index i = 0; i < kinds * n; ++i)
    if (const int dof = row_at(i % n).dof; dof >= 0 && solver.held()[dof]) closed_.clear(i);
  closed_.close();
  const auto x = closed_.vectors();
  Eigen::Map<Eigen::MatrixXd> W(matrix_data(island), n, n);
  if (is_symmetric) {
    for (Index c = 0; c < n; ++c)
      for (Index r = 0; r <= c; ++r) W(r, c) = W(c, r) = x.col(r).dot(x.col(c));
  } else {
    W = x.leftCols(n).transpose().lazyProduct(x.rightCols(n));
  }
  for (Index i = 0; i < n; ++i)
    own_[static_cast<std::size_t>(listed[static_cast<std::size_t>(i)])] =
        x.col((kinds - 1) * n + i).squaredNorm();
}

// Where many loops meet, column by column: each is refined until the loops are closed to rounding.
void Response::fill_by_recursion(LoopSolver& solver, int island) {
  const MechanismPart part = islands_.part(island);
  const std::span<const Index> listed = rows(island);
  const auto n = static_cast<Index>(listed.size());
  const auto times = [&](const NodeWrench& row) {
    return dot(row.wrench, at(node_rate_, row.node));
  };
  Eigen::Map<Eigen::MatrixXd> W(matrix_data(island), n, n);
  for (Index c = 0; c < n; ++c) {
    const Row& column = rows_[static_cast<std::size_t>(listed[static_cast<std::size_t>(c)])];
    const Load load = load_of(column);
    wrenches_.clear(), efforts_.clear();
    if (column.dof >= 0) {
      efforts_.push_back({column.dof, 1.0});
    } else {
      wrenches_.push_back({column.on_a.node, load.on_a});
      wrenches_.push_back({column.on_b.node, load.on_b});
    }
    solver.respond(part, wrenches_, efforts_, rate_, node_rate_);
    visited_ += static_cast<long>(part.nodes.size());
    for (Index r = 0; r < n; ++r) {
      const Row& row = rows_[static_cast<std::size_t>(listed[static_cast<std::size_t>(r)])];
      W(r, c) = row.dof >= 0 ? rate_[row.dof] : times(row.on_a) + times(row.on_b);
    }
    own_[static_cast<std::size_t>(listed[static_cast<std::size_t>(c)])] =
        column.load < 0 ? W(c, c) : times(wrenches_.front()) + times(wrenches_.back());
  }
  if (!loads_.empty()) return;
  for (Index c = 0; c < n; ++c)
    for (Index r = 0; r < c; ++r) W(r, c) = W(c, r) = 0.5 * (W(r, c) + W(c, r));
}

}  // namespace catena
