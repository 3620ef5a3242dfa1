#include "apps/catena/plan_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace catena::app {

void PlanReport::see(const SimulationEvent& event) {
  auto found = std::find_if(entries_.begin(), entries_.end(),
                            [&](const Entry& entry) { return entry.sum.controller == event.name; });
  if (event.kind == EventKind::Shortfall) {
    if (found == entries_.end()) {
      entries_.push_back({{event.name, 0.0, event.t, 0, event.note}});
      found = entries_.end() - 1;
    }
    ++found->sum.count;
    found->falls_short = true;
    found->since = event.t;
    return;
  }
  const bool ends = event.kind == EventKind::Follows || event.kind == EventKind::Off;
  if (!ends || found == entries_.end() || !found->falls_short) return;
  found->falls_short = false;
  found->sum.duration += event.t - found->since;
}

std::vector<Shortfall> PlanReport::shortfalls(double t_end) const {
  std::vector<Shortfall> all;
  for (const Entry& entry : entries_) {
    all.push_back(entry.sum);
    if (entry.falls_short) all.back().duration += t_end - entry.since;
  }
  return all;
}

std::string PlanReport::cause() const {
  std::string all;
  for (const Entry& entry : entries_)
    if (entry.falls_short)
      all += fmt::format("; controller '{}' falls short of its path since t = {:.6g} s",
                         entry.sum.controller, entry.since);
  return all;
}

std::string PlanReport::text(double t_end) const {
  std::string lines;
  for (const Shortfall& of : shortfalls(t_end))
    lines +=
        fmt::format("controller   '{}' fell short of its path for {:.4g} s, from {:.6g} s: {}\n",
                    of.controller, of.duration, of.first, of.bounds);
  return lines;
}

}  // namespace catena::app
