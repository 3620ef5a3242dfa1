#include "apps/catena/pull_text.hpp"

#include <fmt/format.h>

#include "catena/view/json.hpp"

namespace catena::app {

namespace {

std::string limit_text(const PullLimit& limit) {
  switch (limit.status) {
    case PullLimit::Status::Slips:
      return limit.holds > 0.0 ? fmt::format("{:.3g}", limit.limit()) : "0";
    case PullLimit::Status::Unlimited:
      return fmt::format("none up to {:.3g}", limit.holds);
    case PullLimit::Status::GivenUp:
      break;
  }
  return "unknown";
}

// A line per load: the limit, what the analysis says, and how far the object moves before.
std::string limit_line(const std::string& name, const PullLimit& limit,
                       std::optional<double> bound) {
  const bool early = limit.shifts && *limit.shifts < 0.99 * limit.holds;
  std::string met;
  for (const std::string& body : limit.met) met += (met.empty() ? "; touches " : ", ") + body;
  if (!met.empty()) met += " by then";
  return fmt::format("             {:<6} {:>18} N{:<19} moves by {:.2g} mm before{}{}\n", name,
                     limit_text(limit), bound ? fmt::format(" (analysis: {:.3g})", *bound) : "",
                     1e3 * limit.gave,
                     early ? fmt::format("; first shifts at {:.3g} N", *limit.shifts) : "", met);
}

std::string limit_json(const PullLimit& limit) {
  const bool slips = limit.status == PullLimit::Status::Slips;
  std::string met;
  for (const std::string& body : limit.met) met += (met.empty() ? "" : ", ") + json_text(body);
  return fmt::format(R"({{"slips": {}, "holds": {}, "gave": {}, "shifts": {}, "met": [{}]}})",
                     slips ? json_number(limit.slips) : std::string("null"),
                     json_number(limit.holds), json_number(limit.gave),
                     limit.shifts ? json_number(*limit.shifts) : std::string("null"), met);
}

}  // namespace

std::string pull_lines(const GraspAnalysis& grasp, const TriedPulls& tried) {
  const HandAtRest& rest = tried.at_rest;
  if (!rest.rests())
    return fmt::format(
        "tried        nothing: the hand is not at rest; without a load the object moves by {:.3g} "
        "mm and the normal forces change from {:.4g} N to {:.4g} N; use a later --at\n",
        1e3 * rest.moved, rest.pressed, rest.later);
  constexpr const char* axes[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
  std::string out = "tried        pulled slowly, the object runs away at\n";
  for (std::size_t i = 0; i < tried.pulls.size(); ++i) {
    const grasp::ResistedLoad& bound = grasp.resisted.pulls[i];
    const bool bounded = bound.status == grasp::ResistStatus::Resisted;
    out +=
        limit_line(axes[i], tried.pulls[i], bounded ? std::optional(bound.factor) : std::nullopt);
  }
  if (tried.least) out += limit_line("least", *tried.least, grasp.resisted.least.size);
  return out;
}

std::string tried_json(const TriedPulls& tried) {
  if (!tried.at_rest.rests()) return "null";
  std::string pulls;
  for (const PullLimit& limit : tried.pulls)
    pulls += (pulls.empty() ? "" : ", ") + limit_json(limit);
  return fmt::format(R"({{"pulls": [{}], "least": {}}})", pulls,
                     tried.least ? limit_json(*tried.least) : "null");
}

}  // namespace catena::app
