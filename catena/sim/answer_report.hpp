#pragma once
// The report of a run about forces and impulses that do not satisfy the contact laws.

#include <string_view>
#include <vector>

#include "catena/elements/event.hpp"
#include "catena/elements/state.hpp"
#include "catena/solvers/answer_quality.hpp"

namespace catena {

// Notes residual and link in the state, for its record. What is not good enough is an event: never
// silent. `whose`: the forces of a decision, the impulses of an impact ...
void report_answer(const AnswerQuality& quality, std::string_view whose, State& state,
                   std::vector<SimulationEvent>& events);

}  // namespace catena
