#pragma once
// The impulses of a step in velocities: those that the laws of all rows demand together. Rows that
// do not act on each other are solved apart.

#include <Eigen/Core>
#include <array>
#include <vector>

#include "catena/sim/carried_rows.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena {

// How well the impulses of a step keep to the laws.
struct StepQuality {
  double residual = 0.0;              // the worst of all islands (solvers/contact_chain.hpp)
  ChainLink link = ChainLink::Start;  // the last one that was needed
  bool solved = true;
};

class StepImpulses {
 public:
  explicit StepImpulses(MotionEquations& equations);

  // For the rows of a list at a state, after MotionEquations::free_accelerations() there.
  void begin(const State& middle, const RowList& list);
  // J v of all rows.
  void velocities(const RowList& list, const Eigen::VectorXd& v, Eigen::VectorXd& u);
  // J' v of all rows: see CarriedRows::drifts().
  void drifts(const RowList& list, const Eigen::VectorXd& v, Eigen::VectorXd& rate) {
    rows_.drifts(list, equations_.workspace(), v, rate);
  }
  // Impulses x so that u = W x + b keeps to the laws; Row::force times h is where they begin.
  StepQuality solve(const RowList& list, double h, const Eigen::VectorXd& b, Eigen::VectorXd& x,
                    Eigen::VectorXd& u);
  // Adds to v what impulses do.
  void add_response(const RowList& list, const Eigen::VectorXd& x, Eigen::VectorXd& v);

 private:
  // Trees that blocks connect.
  struct Island {
    std::vector<int> blocks;
    std::vector<int> trees;
  };
  void find_trees();
  void find_islands(const RowList& list);
  int tree_of(int node) const { return tree_of_node_[static_cast<std::size_t>(node)]; }
  int root_of(int tree);
  void fill(const RowList& list, const Island& island, const Eigen::VectorXd& b,
            const Eigen::VectorXd& x);
  void solve_island(const RowList& list, const Island& island, const Eigen::VectorXd& b,
                    Eigen::VectorXd& x, Eigen::VectorXd& u, StepQuality& quality);
  void solve_closed(const RowList& list, int island, const Eigen::VectorXd& b, Eigen::VectorXd& x,
                    Eigen::VectorXd& u, StepQuality& quality);

  void solve_bounds(const RowList& list, const Island& island, const Eigen::VectorXd& b,
                    Eigen::VectorXd& x, Eigen::VectorXd& u, StepQuality& quality);

  MotionEquations& equations_;
  CarriedRows rows_;
  const Response* response_ = nullptr;  // where there are loops; of the last begin()
  ContactChain chain_;
  StepProblem problem_;
  std::vector<int> tree_of_node_, place_in_tree_;  // per node, per dof
  std::vector<int> tree_dofs_;                     // per tree: free dofs
  std::vector<int> parent_;                        // per tree: union-find
  std::vector<int> tree_number_;                   // per tree: its number in the problem
  std::vector<Island> islands_;
  std::size_t island_count_ = 0;
  std::vector<std::array<int, 2>> signature_;  // nodes of the blocks that the islands are of
  std::vector<double> x_, u_, v_, guess_;
  std::vector<ContactLaw> laws_;
};

// The law of a block over a step.
ContactLaw law_of(const Block& block);

}  // namespace catena
