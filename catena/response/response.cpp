#include "catena/response/response.hpp"

#include <algorithm>
#include <stdexcept>

#include "catena/dynamics/recursion.hpp"
#include "catena/response/point_mobility.hpp"

namespace catena {

using detail::at;
using Eigen::Index;

Response::Response(std::shared_ptr<const Loops> loops)
    : tree_(loops->tree()),
      islands_(loops),
      sweep_(tree_),
      closed_(tree_),
      held_(HeldArray::Constant(loops->nv(), false)),
      rate_(Eigen::VectorXd::Zero(loops->nv())),
      node_rate_(tree_.nodes().size(), Motion<double>::zero()) {}

void Response::clear() {
  rows_.clear(), loads_.clear(), blocks_.clear(), points_.clear();
}

void Response::add_coordinate(int dof) {
  blocks_.push_back({dof, 0, 0, static_cast<int>(rows_.size()), 1});
  points_.push_back(Vec3<double>::zero());
  rows_.push_back({dof, {0, Force<double>::zero()}, {0, Force<double>::zero()}, -1});
}

void Response::begin_pair(int node_a, int node_b, const Vec3<double>& point) {
  blocks_.push_back({-1, node_a, node_b, static_cast<int>(rows_.size()), 0});
  points_.push_back(point);
}

void Response::add_row(const Force<double>& on_a, const Force<double>& on_b) {
  Block& block = blocks_.back();
  ++block.count;
  rows_.push_back({-1, {block.node_a, on_a}, {block.node_b, on_b}, -1});
}

void Response::add_row(const Force<double>& on_a, const Force<double>& on_b,
                       const Force<double>& load_a, const Force<double>& load_b) {
  add_row(on_a, on_b);
  rows_.back().load = static_cast<int>(loads_.size());
  loads_.push_back({load_a, load_b});
}

// Anew only where blocks are elsewhere or other coordinates are held than before.
void Response::find_islands(Held held) {
  const Eigen::Map<const HeldArray> now(held.data(), held.size());
  const auto same = [](const Block& a, const Block& b) {
    return a.dof == b.dof && a.node_a == b.node_a && a.node_b == b.node_b;
  };
  if (std::equal(blocks_.begin(), blocks_.end(), known_.begin(), known_.end(), same) &&
      (held_ == now).all()) {
    if (blocks_ != known_) list_rows();
    return;
  }
  held_ = now;
  islands_.begin(held);
  for (const Block& block : blocks_)
    block.dof >= 0 ? islands_.add_coordinate(block.dof)
                   : islands_.add_pair(block.node_a, block.node_b);
  islands_.finish();
  sweep_.clear();
  std::fill(node_rate_.begin(), node_rate_.end(), Motion<double>::zero());
  list_rows();
}

// Rows by islands, and room for W.
void Response::list_rows() {
  known_ = blocks_;
  const auto islands = static_cast<std::size_t>(islands_.count());
  places_.resize(rows_.size()), own_.resize(rows_.size()), bounds_.resize(blocks_.size());
  listed_.clear(), first_row_.clear(), first_entry_.clear();
  std::size_t entries = 0, most = 0;
  for (int island = 0; island < static_cast<int>(islands); ++island) {
    const std::size_t first = listed_.size();
    first_row_.push_back(static_cast<Index>(first));
    first_entry_.push_back(entries);
    std::size_t most_rows = 0;
    for (const int b : islands_.blocks(island)) {
      const Block& block = at(blocks_, b);
      for (int r = block.row; r < block.row + block.count; ++r) {
        at(places_, r) = {island, static_cast<Index>(listed_.size() - first)};
        listed_.push_back(r);
      }
      most_rows += static_cast<std::size_t>(block.dof >= 0 ? 1 : most_rows_of_pair);
    }
    const std::size_t n = listed_.size() - first;
    entries += n * n;
    most += most_rows * most_rows;
  }
  first_row_.push_back(static_cast<Index>(listed_.size()));
  const std::size_t pairs = most_rows_of_pair * blocks_.size();
  listed_.reserve(pairs), places_.reserve(pairs), own_.reserve(pairs);
  matrices_.reserve(std::max(most, entries));
  matrices_.resize(entries);
}

std::span<const Index> Response::rows(int island) const {
  const Index first = at(first_row_, island), end = at(first_row_, island + 1);
  return std::span(listed_).subspan(static_cast<std::size_t>(first),
                                    static_cast<std::size_t>(end - first));
}

Eigen::Map<const Eigen::MatrixXd> Response::matrix(int island) const {
  const auto n = static_cast<Index>(rows(island).size());
  return {matrices_.data() + at(first_entry_, island), n, n};
}

void Response::find(LoopSolver& solver) {
  find_islands(solver.held());
  state_ = solver.state_count();
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    bounds_[b] = blocks_[b].dof >= 0
                     ? 0.0
                     : point_mobility(solver, blocks_[b].node_a, blocks_[b].node_b, points_[b]);
  for (Place& place : places_) place.is_idle = false;
  for (int island = 0; island < islands_.count(); ++island) {
    const MechanismPart part = islands_.part(island);
    const std::span<const Index> listed = rows(island);
    if (part.nodes.empty()) {
      std::fill_n(matrix_data(island), listed.size() * listed.size(), 0.0);
      for (const Index r : listed) own_[static_cast<std::size_t>(r)] = 0.0;
    } else if (part.closures.empty()) {
      fill(solver.workspace(), island);
    } else {
      fill_closed(solver, island);
    }
  }
}

// An island without loops: four columns at a time. Without loads of other forces W is symmetric,
// and what stands below the diagonal is enough.
void Response::fill(const Workspace<double>& ws, int island) {
  const std::span<const int> nodes = islands_.part(island).nodes;
  const std::span<const Index> listed = rows(island);
  const std::size_t n = listed.size();
  const bool is_symmetric = loads_.empty();
  double* const W = matrix_data(island);
  const auto row_of = [&](std::size_t i) -> const Row& {
    return rows_[static_cast<std::size_t>(listed[i])];
  };
  for (std::size_t first = 0; first < n; first += Pack4::lanes) {
    const std::size_t count = std::min(Pack4::lanes, n - first);
    sweep_.begin(nodes);
    for (std::size_t lane = 0; lane < count; ++lane) {
      const Row& row = row_of(first + lane);
      if (row.dof >= 0) {
        sweep_.put(lane, row.dof, 1.0);
        continue;
      }
      const Load load = load_of(row);
      sweep_.put(lane, row.on_a.node, load.on_a);
      sweep_.put(lane, row.on_b.node, load.on_b);
    }
    sweep_.respond(nodes, ws);
    visited_ += static_cast<long>(nodes.size());
    const auto jump = [&](const Row& row, const Load& load) {
      if (row.dof >= 0) return sweep_.rate(row.dof);
      return dot(Force<Pack4>::from(load.on_a), sweep_.node_rate(row.on_a.node)) +
             dot(Force<Pack4>::from(load.on_b), sweep_.node_rate(row.on_b.node));
    };
    for (std::size_t i = is_symmetric ? first : 0; i < n; ++i) {
      const Row& row = row_of(i);
      const Pack4 u = jump(row, {row.on_a.wrench, row.on_b.wrench});
      for (std::size_t lane = 0; lane < count; ++lane) {
        const std::size_t c = first + lane;
        if (is_symmetric && i < c) continue;
        W[i + c * n] = u[lane];
        if (is_symmetric) W[c + i * n] = u[lane];
      }
    }
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::size_t c = first + lane;
      own_[static_cast<std::size_t>(listed[c])] =
          row_of(c).load < 0 ? W[c + c * n] : jump(row_of(c), load_of(row_of(c)))[lane];
    }
  }
}

void Response::leave_out_idle_rows() {
  constexpr double rounding = 1e-13;
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (int r = blocks_[b].row; r < blocks_[b].row + blocks_[b].count; ++r) {
      if (blocks_[b].dof >= 0 || at(own_, r) > rounding * bounds_[b]) continue;
      Place& place = at(places_, r);
      const auto n = static_cast<Index>(rows(place.island).size());
      Eigen::Map<Eigen::MatrixXd> W(matrix_data(place.island), n, n);
      W.row(place.row).setZero(), W.col(place.row).setZero();
      place.is_idle = true;
    }
}

Eigen::MatrixXd Response::at_block(int block) const {
  const Place& first = at(places_, at(blocks_, block).row);
  const Index rows = at(blocks_, block).count;
  return matrix(first.island).block(first.row, first.row, rows, rows);
}

void Response::respond(LoopSolver& solver, In<double> x, Out<double> rate) {
  if (solver.state_count() != state_)
    throw std::logic_error("Response::respond: the solver stands at another state than find() saw");
  wrenches_.clear(), efforts_.clear();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const double force = x[static_cast<Index>(r)];
    if (force == 0.0 || places_[r].is_idle) continue;
    const Row& row = rows_[r];
    if (row.dof >= 0) {
      efforts_.push_back({row.dof, force});
      continue;
    }
    wrenches_.push_back({row.on_a.node, force * row.on_a.wrench});
    wrenches_.push_back({row.on_b.node, force * row.on_b.wrench});
  }
  solver.respond(wrenches_, efforts_, rate, node_rate_);
}

}  // namespace catena
