#include "apps/catena/grasp_text.hpp"

#include <fmt/format.h>

#include "apps/catena/pull_text.hpp"
#include "catena/view/json.hpp"

namespace catena::app {

namespace {

std::string triple(const Eigen::Vector3d& v, double unit = 1.0) {
  return fmt::format("({:8.4g} {:8.4g} {:8.4g})", v.x() / unit, v.y() / unit, v.z() / unit);
}

// Force, and torque about the centre of mass in N m, of a wrench of the set.
std::string wrench_line(const grasp::ContactSet& set, const Eigen::VectorXd& w) {
  if (w.size() != 6) return grasp::wrench_text(set, w);
  return fmt::format("force {} N, torque {} N m", triple(w.head<3>()),
                     triple(set.rho * w.tail<3>()));
}

// What friction has besides one coefficient.
std::string law_text(const GraspAnalysis::Point& p) {
  std::string out;
  if (p.friction_across >= 0.0) out += fmt::format("  across {:.3g}", p.friction_across);
  if (p.spin > 0.0) out += fmt::format("  spin {:.3g} mm", 1e3 * p.spin);
  if (p.rolling > 0.0) out += fmt::format("  rolling {:.3g} mm", 1e3 * p.rolling);
  return out;
}

std::string contact_lines(const GraspAnalysis& grasp) {
  if (grasp.points.empty()) return "";
  std::string out = fmt::format("  {:<18} {:<28} {:<28} {:>6} {:>9} {:>9}\n", "link", "point, mm",
                                "normal", "mu", "f_n, N", "f_t, N");
  for (const GraspAnalysis::Point& p : grasp.points)
    out += fmt::format("  {:<18} {:<28} {:<28} {:>6.3g} {:>9.4g} {:>9.4g}{}{}\n", p.link,
                       triple(p.point, 1e-3), triple(p.normal), p.friction, p.normal_force,
                       p.tangential_force, law_text(p), p.slides ? "  slides" : "");
  return out;
}

// A value with its proof, or its bounds.
std::string eps_text(const grasp::Quality& q) {
  return q.proven ? fmt::format("{:.6g} (proven to {:.1g})", q.lower, q.upper - q.lower)
                  : fmt::format("at least {:.6g}, at most {:.6g}", q.lower, q.upper);
}

std::string quality_lines(const GraspAnalysis& grasp) {
  const grasp::Quality& q = grasp.quality;
  if (!grasp.closure.closed) return "";
  std::string out = fmt::format("quality      eps {}; {} with 8-edged cones\n", eps_text(q),
                                eps_text(grasp.polyhedral));
  out += fmt::format("             eps {} if each normal force may be 1 (Linf)\n",
                     eps_text(grasp.each));
  out += fmt::format("weakest      {}, in object axes, per newton of total normal force\n",
                     wrench_line(grasp.set, q.eps * q.weakest));
  return out;
}

std::string pull_text(const grasp::ResistedLoad& pull) {
  switch (pull.status) {
    case grasp::ResistStatus::Resisted:
      return fmt::format("{:.4g}", pull.factor);
    case grasp::ResistStatus::NotHeld:
    case grasp::ResistStatus::NothingMore:
      return "0";
    case grasp::ResistStatus::Unlimited:
      return "any";
    case grasp::ResistStatus::Inaccurate:
      break;
  }
  return "unknown";
}

std::string axes_text(const std::array<grasp::ResistedLoad, 6>& pulls) {
  constexpr const char* names[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
  std::string out;
  for (std::size_t i = 0; i < pulls.size(); ++i)
    out += fmt::format("{}{} {}", i == 0 ? "" : " ", names[i], pull_text(pulls[i]));
  return out;
}

// What is left where contacts have slid, and hold less from then on.
std::string sliding_lines(const ResistedLoads& sliding) {
  if (sliding.least.status == grasp::ResistStatus::NotHeld)
    return "             with sliding friction not even the weight: a contact that gives way holds "
           "less,\n             and the object slips below these numbers\n";
  const bool some = sliding.least.status == grasp::ResistStatus::Resisted;
  return fmt::format(
      "             with sliding friction {} N; any load up to {:.4g} N. A contact that gives way "
      "holds less:\n             the object slips between the two\n",
      axes_text(sliding.pulls), some ? sliding.least.lower : 0.0);
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// What holds the object beside the hand, and where it counts.
std::string beside_lines(const GraspAnalysis& grasp) {
  std::string out;
  if (!grasp.others.empty())
    out += fmt::format(
        "beside       touched by {}, too: counted in the loads that are resisted, not in closure, "
        "quality and weight\n",
        joined(grasp.others));
  if (!grasp.holders.empty())
    out += fmt::format(
        "beside       {} {} on the object, too: counted in the loads that are resisted as now, not "
        "in closure, quality and weight\n",
        joined(grasp.holders), grasp.holders.size() == 1 ? "acts" : "act");
  return out;
}

// What the hand holds besides the weight, with motors as they stand.
std::string resisted_lines(const GraspAnalysis& grasp) {
  const HandResistance& hand = grasp.resisted;
  if (grasp.points.empty()) return "";
  if (hand.least.status == grasp::ResistStatus::NotHeld)
    return "resists      nothing: with the present motor efforts the weight is not balanced\n";
  const bool bounds = grasp.holders.empty();
  const bool decided = hand.undecided == 0 && bounds;
  std::string out =
      fmt::format("pulled       slips {}beyond {} N (world axes, at the centre of mass)\n",
                  decided && !hand.sliding ? ""
                  : bounds                 ? "at the latest "
                                           : "about ",
                  axes_text(hand.pulls));
  if (hand.least.status == grasp::ResistStatus::Resisted)
    out += fmt::format("resists      {}any load up to {:.4g} N; least: {}\n",
                       decided && !hand.sliding ? ""
                       : bounds                 ? "at best "
                                                : "about ",
                       hand.least.lower,
                       wrench_line(grasp.set, hand.least.size * hand.least.direction));
  if (hand.sliding) out += sliding_lines(*hand.sliding);
  if (!bounds)
    out += fmt::format("             no bounds: {} may hold more or less under a load\n",
                       joined(grasp.holders));
  else if (!decided)
    out += fmt::format(
        "             upper bounds: motors determine {} of {} internal forces; the object may slip "
        "earlier\n",
        hand.internal - hand.undecided, hand.internal);
  return out;
}

std::string numbers(const double* x, Eigen::Index count) {
  std::string out;
  for (Eigen::Index i = 0; i < count; ++i) out += (i == 0 ? "" : ", ") + json_number(x[i]);
  return "[" + out + "]";
}
std::string numbers(const Eigen::VectorXd& x) {
  return numbers(x.data(), x.size());
}

// The largest pull along an axis; null where there is no limit, or none is known.
std::string pulls_json(const ResistedLoads& hand) {
  std::string out;
  for (const grasp::ResistedLoad& pull : hand.pulls) {
    const bool known = pull.status == grasp::ResistStatus::Resisted ||
                       pull.status == grasp::ResistStatus::NotHeld ||
                       pull.status == grasp::ResistStatus::NothingMore;
    out += (out.empty() ? "" : ", ") + (known ? json_number(pull.factor) : std::string("null"));
  }
  return "[" + out + "]";
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + json_text(text);
  return "[" + out + "]";
}

std::string sliding_json(const ResistedLoads& sliding) {
  return fmt::format(
      "   \"with_sliding_friction\": {{\"pulls\": {}, \"resists\": {}, \"least_resisted\": {}}},\n",
      pulls_json(sliding), json_number(sliding.least.lower), numbers(sliding.least.direction));
}

std::string point_json(const GraspAnalysis::Point& p) {
  return fmt::format(
      R"({{"link": {}, "point": {}, "normal": {}, "friction": {}, "friction_across": {}, )"
      R"("spin": {}, "rolling": {}, "normal_force": {}, "tangential_force": {}, "slides": {}}})",
      json_text(p.link), numbers(p.point.data(), 3), numbers(p.normal.data(), 3),
      json_number(p.friction),
      json_number(p.friction_across < 0.0 ? p.friction : p.friction_across), json_number(p.spin),
      json_number(p.rolling), json_number(p.normal_force), json_number(p.tangential_force),
      p.slides);
}

std::string grasp_json(const GraspAnalysis& g, const TriedPulls* tried) {
  std::string points;
  for (const GraspAnalysis::Point& p : g.points)
    points += (points.empty() ? "" : ",\n    ") + point_json(p);
  return fmt::format(
      "{{\"name\": {}, \"object\": {}, \"t\": {}, \"closed\": {}, \"why\": {}, \"margin\": {},\n"
      "   \"eps\": {}, \"eps_lower\": {}, \"eps_upper\": {}, \"eps_8_edges\": {}, \"eps_linf\": "
      "{},\n   \"eps_8_edges_lower\": {}, \"eps_linf_lower\": {}, \"proven\": {},\n"
      "   \"weakest\": {}, \"reference\": {}, \"rho\": {}, \"slip_margin\": {}, \"weight\": {},\n"
      "   \"holds_weight\": {}, \"largest_normal_force\": {},\n   \"contacts\": [{}],\n"
      "   \"pulls\": {}, \"resists\": {}, \"least_resisted\": {},\n"
      "   \"internal_forces\": {}, \"undecided_forces\": {}, \"others\": {}, \"holders\": {},\n"
      "{}{}   \"q\": {}}}",
      json_text(g.name), json_text(g.object), json_number(g.t), g.closure.closed, json_text(g.why),
      json_number(g.values.margin), json_number(g.quality.eps), json_number(g.quality.lower),
      json_number(g.quality.upper), json_number(g.polyhedral.eps), json_number(g.each.eps),
      json_number(g.polyhedral.lower), json_number(g.each.lower), g.quality.proven,
      numbers(g.quality.weakest), numbers(g.set.reference.data(), 3), json_number(g.set.rho),
      json_number(g.values.slip), json_number(g.weight),
      g.holding.status == grasp::ForceStatus::Held, json_number(g.holding.objective), points,
      pulls_json(g.resisted), json_number(g.resisted.least.lower),
      numbers(g.resisted.least.direction), g.resisted.internal, g.resisted.undecided,
      texts_json(g.others), texts_json(g.holders),
      g.resisted.sliding ? sliding_json(*g.resisted.sliding) : "",
      tried ? fmt::format("   \"tried\": {},\n", tried_json(*tried)) : "",
      numbers(g.joint_positions.data(), static_cast<Eigen::Index>(g.joint_positions.size())));
}

}  // namespace

std::string grasp_text(const GraspAnalysis& grasp, const TriedPulls* tried) {
  std::string out =
      fmt::format("grasp        {} of '{}' at t = {:g} s\n", grasp.name, grasp.object, grasp.t);
  out += fmt::format("contacts     {}\n{}", grasp.points.size(), contact_lines(grasp));
  out += beside_lines(grasp);
  out += fmt::format("closure      {}\n", grasp.why);
  if (!grasp.closure.closed) out += fmt::format("margin       {:.6g}\n", grasp.values.margin);
  out += quality_lines(grasp);
  if (!grasp.points.empty() && grasp.weight > 0.0)
    out += fmt::format(
        "weight       {:.4g} N: {}\n", grasp.weight,
        grasp.holding.status == grasp::ForceStatus::Held
            ? fmt::format("held with normal forces of {:.4g} N at most", grasp.holding.objective)
            : grasp.holding_why);
  out += resisted_lines(grasp);
  if (tried) out += pull_lines(grasp, *tried);
  out += fmt::format("slip         {:.4g} N of friction still available\n", grasp.values.slip);
  return out;
}

std::string grasps_json(const std::vector<GraspAnalysis>& grasps,
                        const std::vector<TriedPulls>& tried) {
  std::string out;
  for (std::size_t i = 0; i < grasps.size(); ++i)
    out += (out.empty() ? "" : ",\n  ") +
           grasp_json(grasps[i], i < tried.size() ? &tried[i] : nullptr);
  return "[" + out + "]";
}

}  // namespace catena::app
