#pragma once
// Fields of a checkpoint that stand by themselves.

#include "catena/sim/checkpoint.hpp"

namespace catena {

struct ScalarField {
  const char* name;
  double Checkpoint::*member;
};
inline constexpr ScalarField scalar_fields[] = {
    {"t", &Checkpoint::t},
    {"initial_energy", &Checkpoint::initial_energy},
    {"impact_loss", &Checkpoint::impact_loss},
    {"past_dissipated", &Checkpoint::past_dissipated},
    {"past_work", &Checkpoint::past_work},
    {"next_step", &Checkpoint::next_step},
    {"counting_since", &Checkpoint::counting_since},
    {"rest_factor", &Checkpoint::rest_factor},
    {"quiet_since", &Checkpoint::quiet_since},
    {"counting_steps_since", &Checkpoint::counting_steps_since},
    {"events_since", &Checkpoint::events_since},
    {"quiet_needed", &Checkpoint::quiet_needed},
    {"solver_residual", &Checkpoint::solver_residual}};

struct CountField {
  const char* name;
  long Checkpoint::*member;
};
inline constexpr CountField count_fields[] = {
    {"step_count", &Checkpoint::step_count},
    {"recent_events", &Checkpoint::recent_events},
    {"recent_steps", &Checkpoint::recent_steps},
    {"recent_evaluations", &Checkpoint::recent_evaluations},
    {"solver_link", &Checkpoint::solver_link}};

// A checkpoint of version 3, behind its heading.
Checkpoint read_by_position(std::istream& text, const std::string& path);

}  // namespace catena
