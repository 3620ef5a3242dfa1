// catena check and catena run: loops where they start.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/catena/check_parts.hpp"
#include "catena/analysis/mobility_report.hpp"

namespace catena::app {

namespace {

// Larger mechanisms are not looked at before a run: it would take longer than some runs do.
constexpr int most_coordinates_before_run = 120;

void remark_on_singular(const MobilityReport& report, Remarks& remarks) {
  if (!report.is_singular()) return;
  remarks.push_back(fmt::format(
      "the start is a singular position of {}: {} more small motion{} than beside it, and rounding "
      "decides which way it goes on; start a little beside it",
      fmt::join(report.singular_closures(), ", "), report.nearby_rank - report.rank,
      report.nearby_rank - report.rank == 1 ? "" : "s"));
}

}  // namespace

void check_singular(const Simulation& start, Remarks& remarks) {
  const SimulationSetup& setup = start.setup();
  if (!setup.loops || setup.loops->closures().empty()) return;
  if (setup.loops->nv() > most_coordinates_before_run) return;
  remark_on_singular(mobility_report(setup.loops, start.state().q), remarks);
}

std::string check_loops(const Simulation& start, Remarks& remarks) {
  const SimulationSetup& setup = start.setup();
  for (const LoopJoint& joint : setup.loops->specs().joints)
    if (velocity_size(joint.spec.kind, joint.spec.custom.get()) == 6)
      remarks.push_back(fmt::format(
          "loop joint '{}' is free: it closes no loop; only its springs and dampers act",
          joint.spec.name));
  for (const SimulationEvent& event : start.start_events())
    if (event.kind == EventKind::Assemble) remarks.push_back(event.note);
  const MobilityReport report = mobility_report(setup.loops, start.state().q);
  if (report.mobility == 0 && setup.changes.empty())
    remarks.push_back("the loops lock the mechanism: nothing can move in the initial position");
  remark_on_singular(report, remarks);
  return to_text(report);
}

}  // namespace catena::app
