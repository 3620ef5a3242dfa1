// Simulation: going on from a state that was saved.

#include <fmt/format.h>

#include <stdexcept>

#include "catena/sim/simulation.hpp"

namespace catena {

// A connection with the specification that its event gives it.
LoopJoint Simulation::described(const AppliedChange& change) const {
  LoopJoint joint = change.connected;
  if (change.has_spec) return joint;
  for (const StructureEvent& event : setup_.changes)
    for (const Connect& connect : event.connect)
      if (connect.joint.spec.name == joint.spec.name) {
        joint.spec = connect.joint.spec;
        return joint;
      }
  throw std::invalid_argument(
      fmt::format("restore: the state has a joint '{}' that was connected while it ran, and this "
                  "simulation has no event that makes it; was it saved from another scenario?",
                  joint.spec.name));
}

void Simulation::restore(const State& state) {
  if (state.changes != state_.changes) {
    varying_.reset();
    need_structure();
    if (state.changes) {
      for (const AppliedChange& change : *state.changes)
        change.cut.empty() ? varying_->connect(described(change)) : varying_->cut(change.cut);
      rebuild(varying_->now());
    } else {
      make_mechanics(setup_, nullptr);
    }
  }
  const Eigen::Index sources = static_cast<Eigen::Index>(m_->equations.sources().all.size());
  if (state.q.size() != m_->equations.nq() || state.v.size() != m_->equations.nv() ||
      static_cast<int>(state.modes.size()) != m_->equations.nv() ||
      state.contacts.size() != setup_.contacts.size() ||
      state.cables.size() != setup_.cables.size() || state.spent.size() != sources)
    throw std::invalid_argument(
        fmt::format("restore: the state has nq = {}, nv = {}, {} contacts, {} cables and {} energy "
                    "sources, this simulation has {}, {}, {}, {} and {}; was it saved from another "
                    "scenario?",
                    state.q.size(), state.v.size(), state.contacts.size(), state.cables.size(),
                    state.spent.size(), m_->equations.nq(), m_->equations.nv(),
                    setup_.contacts.size(), setup_.cables.size(), sources));
  state_ = state;
  state_.happened.resize(setup_.changes.size(), false);
}

}  // namespace catena
