#pragma once
// The impulses of a step in velocities: those that the laws of all rows demand together. Rows that
// do not act on each other are solved apart, by several threads where there are some: each island
// is solved by itself, so the answer is the same on any number of them.

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "catena/sim/island_impulses.hpp"

namespace catena {

class StepImpulses {
 public:
  explicit StepImpulses(MotionEquations& equations);

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
             const Eigen::VectorXd& v, const Eigen::VectorXd& turning, CarriedRows::Rates& out) {
    rows_.rates(list, equations_.workspace(), v_begin, v_end, v, turning, out);
  }
  // Impulses x so that u = W x + b keeps to the laws; Row::force times h is where they begin.
  using Care = StepCare;
  // `arriving`, one flag per block: islands without any have no impulses. Empty: all are solved.
  StepQuality solve(const RowList& list, double h, const Eigen::VectorXd& b, Care care,
                    Eigen::VectorXd& x, Eigen::VectorXd& u, std::span<const char> arriving = {});
  // Likewise of an impact, without a guess, as exactly as can be.
  StepQuality solve_impact(const RowList& list, const Eigen::VectorXd& b, Eigen::VectorXd& x,
                           Eigen::VectorXd& u, std::span<const char> arriving);
  // After begin(), without loops.
  std::span<const StepIslands::Island> islands() const { return islands_.all(); }
  // After solve(): adds to v what its impulses do.
  void add_response(const Eigen::VectorXd& x, Eigen::VectorXd& v);

 private:
  StepQuality solve_islands(const ImpulseProblem& problem, std::span<const char> arriving);
  static void leave_alone(const ImpulseProblem& problem, std::span<const int> blocks);
  template <class Solve>
  StepQuality solve_each(int count, std::size_t rows, Solve solve);

  MotionEquations& equations_;
  CarriedRows rows_;
  StepIslands islands_;
  std::vector<IslandImpulses> solvers_;  // per thread
  std::vector<StepQuality> qualities_;   // likewise
  const Response* response_ = nullptr;   // where there are loops; of the last begin()
  Eigen::VectorXd dv_;                   // what the impulses do
  bool again_ = false;                   // see begin()
};

}  // namespace catena
