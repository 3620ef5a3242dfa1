#pragma once
// The impulses of one island of a step in velocities. Coordinates with bounds are held in the
// recursion where they do not move, which takes them out of the problem of the contacts. One object
// per thread: all that it writes is scratch, or belongs to the island.

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <vector>

#include "catena/sim/bound_pivots.hpp"
#include "catena/sim/carried_rows.hpp"
#include "catena/sim/held_trees.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/step_islands.hpp"
#include "catena/solvers/contact_chain.hpp"

namespace catena {

class PileSweeps;

// How well the impulses of a step keep to the laws.
struct StepQuality {
  double residual = 0.0;              // the worst of all islands (solvers/contact_chain.hpp)
  ChainLink link = ChainLink::Start;  // the last one that was needed
  bool solved = true;
  bool exact = true;  // as near as is wanted, not only as is tolerated

  void take_worse(const StepQuality& other) {
    residual = std::max(residual, other.residual);
    link = std::max(link, other.link);
    solved &= other.solved, exact &= other.exact;
  }
};

// Quick: where impulses will be found again, and those that take long to find may be left for
// later. Thorough: without the links that may take as long as hundreds of steps.
enum class StepCare { Quick, Thorough, Everything };

// The problem of a step, and its answer, of which each island has its own part.
struct ImpulseProblem {
  const RowList& list;
  const Eigen::VectorXd& b;
  Eigen::VectorXd &x, &u;
  Eigen::VectorXd& dv;  // what the impulses do, per dof; of trees without loops
  StepCare care;
  bool again = false;          // the forces of the rows are an answer that was found a moment ago
  bool impact = false;         // what arrives is solved for
  double largest_error = 0.0;  // of velocities, m/s; 0: as little as can be reached
};

class IslandImpulses {
 public:
  using Island = StepIslands::Island;

  IslandImpulses(const MotionEquations& equations, const StepIslands& islands);
  ~IslandImpulses();
  IslandImpulses(IslandImpulses&&) noexcept;

  // An island of trees, for the articulated inertias of MotionEquations::workspace().
  StepQuality solve(const ImpulseProblem& problem, const Island& island);
  // One of a mechanism with loops: W is as it answers with its loops closed.
  StepQuality solve_closed(const ImpulseProblem& problem, const Response& response, int island);

 private:
  using Care = StepCare;
  void fill(const ImpulseProblem& problem, const Island& island, std::span<const int> blocks,
            const Eigen::VectorXd& b);
  void put_rows(int block, int rows, int tree, double* J) const;
  StepQuality solve_rows(const ImpulseProblem& problem, const Island& island,
                         std::span<const int> blocks, std::span<const HeldTrees::Axis> axes,
                         const Eigen::VectorXd& b, Care care);
  ChainOptions chain_options() const;
  enum class Swept { Not, Begun, Solved };
  Swept solve_by_sweeps(const ImpulseProblem& problem, double rough, StepQuality& quality);
  static double roughness(const ImpulseProblem& problem, std::span<const double> b);
  void hold_paths(const Island& island);
  bool solve_by_pivots(const ImpulseProblem& problem, const Island& island, StepQuality& quality);
  void hold(const ImpulseProblem& problem, const Island& island, bool again);
  void push(const ImpulseProblem& problem, const Island& island);
  void take_coordinates(const ImpulseProblem& problem, const Island& island);
  // Along the rows of some blocks: what trees_ has found; impulses into it.
  void add_motion_of_trees(const RowList& list, std::span<const int> blocks,
                           Eigen::VectorXd& b) const;
  void add_loads(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& x);
  void spread_bounds(const RowList& list, std::span<const int> blocks);
  StepQuality solve_all_rows(const ImpulseProblem& problem, const Island& island);
  bool solve_bounds(const ImpulseProblem& problem, const Island& island);

  const MotionEquations& equations_;
  const StepIslands& islands_;
  CarriedRows rows_;
  HeldTrees trees_;
  BoundPivots pivots_;
  ContactChain chain_;
  std::unique_ptr<PileSweeps> sweeps_;
  StepProblem problem_;
  std::vector<char> on_path_, held_;   // per dof
  std::vector<double> added_, given_;  // per dof: inertia of rows with compliance, known efforts
  std::vector<int> place_in_tree_;     // per dof: among those of its tree that are free
  std::vector<int> tree_number_;       // per tree: its number in the problem
  std::vector<int> all_blocks_;        // of an island
  std::vector<double> x_, u_, v_, guess_;
  Eigen::VectorXd b_;  // with what is held
  std::vector<ContactLaw> laws_;
  Eigen::MatrixXd W_;  // of an island with loops and compliances
};

}  // namespace catena
