#pragma once
// The common decision: which of the rows that groups offer hold, slide or let go, from the
// accelerations that would follow (Carvalho 2007, sec. 3.3 and ch. 4, extended to several at once
// and to friction). It knows rows and their laws, not their owners.

#include <vector>

#include "catena/elements/event.hpp"
#include "catena/sim/row_response.hpp"

namespace catena {

class Decision {
 public:
  explicit Decision(MotionEquations& equations) : equations_(equations), response_(equations) {}

  // Sets the modes of a state so that nothing that is one-sided pulls, no friction exceeds what it
  // can, and nothing moves into anything else. May stop a sliding contact that has no other way to
  // go on (Painleve's paradox).
  void decide(State& state, const Triggers& triggers, std::vector<SimulationEvent>& events);

  // Whether an element that separated when decide() was called last does so no more.
  bool must_decide_again(const State& state);

 private:
  Eigen::Index number_unknowns();
  void solve();
  void solve_bounded(const RowResponse::Part& part);
  void solve_with_contacts(const RowResponse::Part& part);
  void take(const std::vector<Eigen::Index>& unknowns, const Eigen::VectorXd& x,
            const Eigen::VectorXd& w, bool solved);
  const Block& block_of(const RowResponse::Part& part, Eigen::Index i) const {
    return list_.blocks[static_cast<std::size_t>(part.blocks[static_cast<std::size_t>(i)])];
  }
  bool turn_sides();
  int find_paradox() const;
  Eigen::VectorXd jam_impulse(const RowList& list, const Eigen::VectorXd& u,
                              std::size_t jammed) const;
  void jam(const Block& block, State& state, std::vector<SimulationEvent>& events);

  MotionEquations& equations_;
  RowResponse response_;
  RowList list_;
  Eigen::VectorXd b_;  // accelerations of all rows without any of their forces
  DecisionResult result_;
};

}  // namespace catena
