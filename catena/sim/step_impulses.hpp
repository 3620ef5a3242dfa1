#pragma once
// The impulses of a step in velocities: those that the laws of all rows demand together. Rows that
// do not act on each other are solved apart. Coordinates with bounds are held in the recursion
// where they do not move, which takes them out of the problem of the contacts.

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <vector>

#include "catena/sim/bound_pivots.hpp"
#include "catena/sim/carried_rows.hpp"
#include "catena/sim/compliant_rows.hpp"
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

class StepImpulses {
 public:
  explicit StepImpulses(MotionEquations& equations);
  ~StepImpulses();

  // For the rows of a list at a state, after MotionEquations::free_accelerations() there. Again:
  // the forces of the rows are an answer that was found a moment ago, so that those without any are
  // known to have none.
  void begin(const State& middle, const RowList& list, bool again = false);
  // J v of all rows.
  void velocities(const RowList& list, const Eigen::VectorXd& v, Eigen::VectorXd& u) {
    rows_.velocities(list, equations_.workspace(), v, u);
  }
  // See CarriedRows::rates().
  void rates(const RowList& list, const Eigen::VectorXd& v_begin, const Eigen::VectorXd& v_end,
             const Eigen::VectorXd& v, CarriedRows::Rates& out) {
    rows_.rates(list, equations_.workspace(), v_begin, v_end, v, out);
  }
  // Impulses x so that u = W x + b keeps to the laws; Row::force times h is where they begin.
  // Quick: where they will be found again, and those that take long to find may be left for later.
  // Thorough: without the links that may take as long as hundreds of steps.
  enum class Care { Quick, Thorough, Everything };
  // `arriving`, one flag per block: islands without any have no impulses. Empty: all are solved.
  StepQuality solve(const RowList& list, double h, const Eigen::VectorXd& b, Care care,
                    Eigen::VectorXd& x, Eigen::VectorXd& u, std::span<const char> arriving = {});
  // After solve(): adds to v what its impulses do.
  void add_response(const Eigen::VectorXd& x, Eigen::VectorXd& v);

 private:
  using Island = StepIslands::Island;
  // The problem of a step, and its answer.
  struct Problem {
    const RowList& list;
    const Eigen::VectorXd& b;
    Eigen::VectorXd &x, &u;
    Care care;
    StepQuality quality = {};
  };

  void fill(const Problem& problem, const Island& island, std::span<const int> blocks,
            const Eigen::VectorXd& b);
  void put_rows(int block, int rows, int tree, double* J) const;
  StepQuality solve_rows(Problem& problem, const Island& island, std::span<const int> blocks,
                         std::span<const HeldTrees::Axis> axes, const Eigen::VectorXd& b,
                         Care care);
  ChainOptions chain_options() const;
  enum class Swept { Not, Begun, Solved };
  Swept solve_by_sweeps(double rough, StepQuality& quality);
  double roughness(std::span<const double> b) const;
  void solve_tree_island(Problem& problem, const Island& island);
  bool solve_by_pivots(Problem& problem, const Island& island);
  void hold(const Problem& problem, const Island& island, bool again);
  void push(const Problem& problem, const Island& island);
  void take_coordinates(Problem& problem, const Island& island);
  // Along the rows of some blocks: what trees_ has found; impulses into it.
  void add_motion_of_trees(const RowList& list, std::span<const int> blocks,
                           Eigen::VectorXd& b) const;
  void add_loads(const RowList& list, std::span<const int> blocks, const Eigen::VectorXd& x);
  void solve_all_rows(Problem& problem, const Island& island);
  bool solve_bounds(Problem& problem, const Island& island);
  void solve_closed(Problem& problem, int island);
  bool solve_without_soft(Problem& problem, int island);
  StepQuality solve_left(const Problem& problem, int island, const Eigen::MatrixXd& W,
                         const std::vector<double>& b);
  StepQuality solve_dense(const Eigen::MatrixXd& W, const std::vector<double>& b, double share,
                          Care care);
  static void leave_alone(Problem& problem, std::span<const int> blocks);

  MotionEquations& equations_;
  CarriedRows rows_;
  StepIslands islands_;
  HeldTrees trees_;
  BoundPivots pivots_;
  const Response* response_ = nullptr;  // where there are loops; of the last begin()
  ContactChain chain_;
  std::unique_ptr<PileSweeps> sweeps_;
  StepProblem problem_;
  std::vector<char> on_path_, held_;   // per dof
  std::vector<double> added_, given_;  // per dof: inertia of rows with compliance, known efforts
  std::vector<int> place_in_tree_;     // per dof: among those of its tree that are free
  std::vector<int> tree_number_;       // per tree: its number in the problem
  std::vector<int> all_blocks_;        // of an island
  std::vector<double> x_, u_, v_, guess_;
  Eigen::VectorXd dv_, b_;  // what the impulses do; b with what is held
  std::vector<ContactLaw> laws_;
  Eigen::MatrixXd W_;        // of an island with loops and compliances
  CompliantRows compliant_;  // of such an island; its rows, and which of them are linear
  std::vector<double> all_x_, all_u_, all_b_, all_guess_;
  std::vector<char> soft_;
  bool again_ = false;          // see begin()
  bool impact_ = false;         // whether what arrives is solved for
  double largest_error_ = 0.0;  // of velocities, m/s; 0: as little as can be reached
};

}  // namespace catena
