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

std::string bound_text(const grasp::ResistedLoad& bound) {
  return bound.status == grasp::ResistStatus::Resisted
             ? fmt::format(" (analysis: {:.3g})", bound.factor)
             : "";
}

std::string limit_json(const PullLimit& limit) {
  const bool slips = limit.status == PullLimit::Status::Slips;
  return fmt::format(R"({{"slips": {}, "holds": {}}})",
                     slips ? json_number(limit.slips) : std::string("null"),
                     json_number(limit.holds));
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
  std::string out = "tried        slips at";
  for (std::size_t i = 0; i < tried.pulls.size(); ++i)
    out += fmt::format("{} {} {}{}", i == 0 ? "" : ",", axes[i], limit_text(tried.pulls[i]),
                       bound_text(grasp.resisted.pulls[i]));
  out += " N\n";
  if (tried.least)
    out += fmt::format("             load resisted least: slips at {} (analysis: {:.3g}) N\n",
                       limit_text(*tried.least), grasp.resisted.least.size);
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
