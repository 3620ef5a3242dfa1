// catena check: how far cables go round their pulleys.

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "apps/catena/check_parts.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::app {

namespace {

// More than this is mostly a cable that was led round the wrong side.
constexpr double much_wrap = 1.5 * std::numbers::pi;

double in_degrees_of(double angle) {
  return angle * 180.0 / std::numbers::pi;
}

}  // namespace

std::string check_wraps(const Scenario& scenario, Simulation& start, Remarks& remarks) {
  if (scenario.setup.cables.empty()) return {};
  Recorder recorder(start, RecordOptions{});
  const std::vector<std::string>& names = recorder.columns();
  const std::vector<double>& row = recorder.row(start.state());
  std::string text;
  for (const Cable& cable : scenario.setup.cables) {
    std::vector<std::string> wraps;
    for (std::size_t k = 1; k + 1 < cable.route.size(); ++k) {
      if (!(cable.route[k].radius > 0.0)) continue;
      const auto found =
          std::find(names.begin(), names.end(), fmt::format("cable.{}.wrap.{}", cable.name, k));
      if (found == names.end()) continue;
      const double wrap = row[static_cast<std::size_t>(found - names.begin())];
      const std::string& body = scenario.setup.model->body(cable.route[k].body).name;
      wraps.push_back(fmt::format("{:.1f} deg at stop {} on '{}'", in_degrees_of(wrap), k, body));
      if (wrap > much_wrap)
        remarks.push_back(fmt::format(
            "cable '{}' goes round stop {} on '{}' by {:.1f} deg at the start; if it should pass "
            "on the other side, change its 'sense'",
            cable.name, k, body, in_degrees_of(wrap)));
    }
    if (!wraps.empty())
      text += fmt::format("cable '{}' wraps {}\n", cable.name, fmt::join(wraps, ", "));
  }
  return text;
}

}  // namespace catena::app
