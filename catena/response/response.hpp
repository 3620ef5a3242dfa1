#pragma once
// What forces do to a mechanism at one instant, with what is held and with its loops closed.
//
// Rows of velocities u = J v go in, each with the force that belongs to it; W = J M^-1 J^T, which
// says how forces along the rows change their velocities, comes out: as an operator, as the block
// of an element, or as dense matrices. It is the matrix of every problem of stops, dry friction and
// contacts (Carvalho 2007, eqs. 4.28 and 4.43). Rows that do not act on each other (islands.hpp)
// are kept apart, and a row costs what of its island lies between it and the root.

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/response/closed_space.hpp"
#include "catena/response/islands.hpp"
#include "catena/response/lane_sweep.hpp"

namespace catena {

class Response {
 public:
  explicit Response(std::shared_ptr<const Loops> loops);

  // ---- Rows in. Those of one element form a block; blocks and rows are counted from 0.
  void clear();
  // A block of one row: the velocity of a coordinate of the tree or of a loop joint.
  void add_coordinate(int dof);
  // A block of rows between two nodes. Forces act at `point` of the world.
  void begin_pair(int node_a, int node_b, const Vec3<double>& point);
  // Adds a row to it: its unit force on both nodes, in their axes about their origins.
  void add_row(const Force<double>& on_a, const Force<double>& on_b);
  // The same with a column of W for another force than that of the row: a contact that slides
  // answers with friction on the back of its normal force.
  void add_row(const Force<double>& on_a, const Force<double>& on_b, const Force<double>& load_a,
               const Force<double>& load_b);

  // ---- Finds islands and W at the state that the solver has last found accelerations for or was
  // prepared for. What was held there does not move. Does not allocate where the same blocks with
  // up to three rows each were there before.
  void find(LoopSolver& solver);
  // Then: leaves out rows along which nothing can move. Between bodies that a weld joins, or
  // through the axis of the only hinge, a force answers with rounding; who wants a velocity from it
  // would find a force without bounds.
  void leave_out_idle_rows();

  int island_count() const { return islands_.count(); }
  // What belongs to an island, ascending.
  std::span<const int> blocks(int island) const { return islands_.blocks(island); }
  std::span<const Eigen::Index> rows(int island) const;
  // W among its rows, in this order. Symmetric where no column is for another force.
  Eigen::Map<const Eigen::MatrixXd> matrix(int island) const;
  // W among the rows of a block.
  Eigen::MatrixXd at_block(int block) const;
  // f.W f for the force f of a row's column: never negative but for rounding.
  double own(Eigen::Index row) const { return own_[static_cast<std::size_t>(row)]; }
  // What a unit force at the point of a pair could do there at best (point_mobility.hpp).
  double mobility_bound(int block) const { return bounds_[static_cast<std::size_t>(block)]; }

  // What forces (or impulses) x along all rows do to the accelerations (or velocities) of all
  // coordinates. Throws std::logic_error where the solver has gone on to another state.
  void respond(LoopSolver& solver, In<double> x, Out<double> rate);

  // Nodes visited so far, one by one or four times at once: a measure of work.
  long visited() const { return visited_; }

 private:
  static constexpr int most_rows_of_pair = 3;  // that memory is kept for
  struct Row {
    int dof;  // of a coordinate; -1: between nodes
    NodeWrench on_a, on_b;
    int load;  // place among the loads that are not those of rows; -1: its own
  };
  struct Load {
    Force<double> on_a, on_b;
  };
  struct Block {
    int dof, node_a, node_b;
    int row, count;
    bool operator==(const Block&) const = default;
  };
  struct Place {
    int island = 0;
    Eigen::Index row = 0;  // in the island
    bool is_idle = false;
  };
  void find_islands(Held held);
  void list_rows();
  double* matrix_data(int island) {
    return matrices_.data() + first_entry_[static_cast<std::size_t>(island)];
  }
  void fill(const Workspace<double>& ws, int island);
  void put_lane(std::size_t lane, const Row& row, const Load& load, const LoopSolver& solver);
  void fill_closed(LoopSolver& solver, int island);
  void fill_closed_vectors(const LoopSolver& solver, int island);
  void fill_by_recursion(LoopSolver& solver, int island);
  Load load_of(const Row& row) const {
    return row.load < 0 ? Load{row.on_a.wrench, row.on_b.wrench}
                        : loads_[static_cast<std::size_t>(row.load)];
  }

  const Model& tree_;
  Islands islands_;
  LaneSweep sweep_;
  ClosedSpace closed_;
  std::vector<Row> rows_;
  std::vector<Load> loads_;
  std::vector<Block> blocks_, known_;  // known_, held_: those that the islands are of
  std::vector<Vec3<double>> points_;   // per block
  HeldArray held_;
  std::vector<Place> places_;                     // per row
  std::vector<Eigen::Index> listed_, first_row_;  // rows, island by island
  std::vector<double> matrices_;                  // W, island by island
  std::vector<std::size_t> first_entry_;          // per island
  std::vector<double> own_, bounds_;              // per row, per block
  std::vector<NodeWrench> wrenches_;
  std::vector<DofEffort> efforts_;
  Eigen::VectorXd rate_;
  std::vector<Motion<double>> node_rate_;
  long state_ = -1, visited_ = 0;
};

}  // namespace catena
