#include "catena/sim/answer_report.hpp"

#include <fmt/format.h>

namespace catena {

void report_answer(const AnswerQuality& quality, std::string_view whose, State& state,
                   std::vector<SimulationEvent>& events) {
  state.solver_residual = quality.residual;
  state.solver_link = static_cast<int>(quality.link);
  if (quality.solved) return;
  events.push_back(
      {.t = state.t,
       .kind = EventKind::Residual,
       .residual = quality.residual,
       .note = fmt::format("{} satisfy the contact laws to {:.1e} of the largest number", whose,
                           quality.residual)});
}

}  // namespace catena
