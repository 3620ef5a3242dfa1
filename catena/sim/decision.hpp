#pragma once
// The common decision: which of the rows supplied by groups hold, slide or are released, from the
// accelerations that would follow (Carvalho 2007, sec. 3.3 and ch. 4, extended to several at once
// and to friction). It uses rows and their laws, independently of their owners.

#include <vector>

#include "catena/elements/event.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/solvers/answer_quality.hpp"

namespace catena {

class Decision {
 public:
  explicit Decision(MotionEquations& equations) : equations_(equations) {}

  // Sets the modes of a state so that nothing that is one-sided pulls, no friction exceeds what it
  // can, and nothing moves into anything else. May stop a sliding contact that has no other way to
  // go on (Painleve's paradox).
  void decide(State& state, const Triggers& triggers, std::vector<SimulationEvent>& events);

  // Whether an element that separated when decide() was called last does so no more.
  bool must_decide_again(const State& state);

 private:
  const Response* find(State& state, const Triggers& triggers);
  Eigen::Index number_unknowns();
  Eigen::VectorXd accelerations(const Evaluation& at) const;
  void solve(const Response& response);
  void solve_bounded(const Response& response, int island);
  void solve_with_contacts(const Response& response, int island);
  void take(const std::vector<Eigen::Index>& unknowns, const Eigen::VectorXd& x,
            const Eigen::VectorXd& w, bool solved, double residual, ChainLink link);
  bool turn_sides();
  int find_paradox(const Response& response) const;
  void jam(const Block& block, State& state, std::vector<SimulationEvent>& events);

  MotionEquations& equations_;
  RowList list_;
  Eigen::VectorXd b_;  // accelerations of all rows without any of their forces
  DecisionResult result_;
  AnswerQuality quality_, jammed_;  // of result_, and of impulses that stopped something before
};

}  // namespace catena
