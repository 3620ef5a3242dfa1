// What contact_problems.hpp has measured, as tables.

#include <fmt/format.h>

#include "contact_problems.hpp"

namespace catena::bench {

std::string contact_text(const ContactReport& report) {
  const std::string title = "Contact problems: one chain of solvers, no guess, processor time";
  std::string text = fmt::format("\n{}\n{:-<{}}\n{:<20} {:>8} {:>8}", title, "", title.size(),
                                 "collection", "problems", "solved");
  for (std::size_t link = 0; link < chain_links; ++link)
    text += fmt::format(" {:>8}", name_of(static_cast<ChainLink>(link)));
  text += fmt::format(
      " {:>8} {:>8} {:>9}   {}\n", "mean ms", "worst ms", "residual",
      "Siconos' NSGS: solved, ms; on pyramids Siconos' Lemke, Bullet's Dantzig: answers, ms");
  for (const ContactCollection& collection : report.collections) {
    text +=
        fmt::format("{:<20} {:>8} {:>8}", collection.name, collection.problems, collection.solved);
    for (const int count : collection.by_link) text += fmt::format(" {:>8}", count);
    text += fmt::format(" {:>8.3f} {:>8.1f} {:>9.1e}", collection.mean_ms, collection.worst_ms,
                        collection.worst_residual);
    if (collection.siconos_solved >= 0)
      text += fmt::format("   {:>5} {:>8.3f}", collection.siconos_solved, collection.siconos_ms);
    if (collection.lemke_answers >= 0)
      text += fmt::format("   {:>2} of {:>3} {:>8.3f}", collection.lemke_answers,
                          collection.lemke_tried, collection.lemke_ms);
    else
      text += fmt::format("   {:>18}", "-");
    if (collection.dantzig_solved >= 0)
      text += fmt::format("   {:>5} {:>8.3f}", collection.dantzig_solved, collection.dantzig_ms);
    text += '\n';
  }
  if (!report.problems.empty())
    text += fmt::format("\n{:<40} {:>6} {:<9} {:>9} {:>10}   {}\n", "problem", "rows", "link",
                        "residual", "ms",
                        "Siconos: residual, ms; on pyramids its Lemke, Bullet's Dantzig: ms");
  for (const ContactProblem& problem : report.problems) {
    text += fmt::format("{:<40} {:>6} {:<9} {:>9.1e} {:>10.3f}", problem.name, problem.rows,
                        name_of(problem.report.link), problem.report.residual, problem.ms);
    if (problem.siconos_residual >= 0.0)
      text += fmt::format("   {:>9.1e} {:>10.3f}", problem.siconos_residual, problem.siconos_ms);
    if (problem.lemke_ms >= 0.0) text += fmt::format("   L {:.3f}", problem.lemke_ms);
    if (problem.dantzig_ms >= 0.0) text += fmt::format("   D {:.3f}", problem.dantzig_ms);
    text += '\n';
  }
  text += fmt::format("\n{:<34} {:>8} {:>12}\n", "step from the forces before", "contacts", "us");
  for (const WarmStep& step : report.steps)
    text += fmt::format("{:<34} {:>8} {:>12.2f}\n", step.scene, step.contacts, step.us);
  text += fmt::format("\n{:<34} {:>8} {:>12} {:>12}\n", "brick walls, 1e-9", "contacts", "cold ms",
                      "warm ms");
  for (const ContactGrowth& growth : report.growth)
    text += fmt::format("{:<34} {:>8} {:>12.3f} {:>12.3f}\n", "", growth.contacts, growth.cold_ms,
                        growth.warm_ms);
  text += fmt::format("{:<34} {:>8} {:>12.2f} {:>12.2f}\n", "exponent", "", report.cold_exponent,
                      report.warm_exponent);
  for (const std::string& line : report.notes) text += fmt::format("note: {}\n", line);
  return text;
}

std::string contact_csv(const ContactReport& report) {
  std::string text;
  for (const ContactCollection& collection : report.collections) {
    text += fmt::format("count,{},solved,Catena,{}\n", collection.name, collection.solved);
    text += fmt::format("ms,{},mean,Catena,{:.4g}\n", collection.name, collection.mean_ms);
    if (collection.siconos_solved >= 0) {
      text +=
          fmt::format("count,{},solved,Siconos,{}\n", collection.name, collection.siconos_solved);
      text += fmt::format("ms,{},mean,Siconos,{:.4g}\n", collection.name, collection.siconos_ms);
    }
    if (collection.lemke_answers >= 0)
      text +=
          fmt::format("ms,{},mean,Siconos Lemke,{:.4g}\n", collection.name, collection.lemke_ms);
    if (collection.dantzig_solved >= 0)
      text += fmt::format("ms,{},mean,Bullet,{:.4g}\n", collection.name, collection.dantzig_ms);
  }
  for (const ContactProblem& problem : report.problems) {
    text += fmt::format("ms,{},contact problem,Catena,{:.4g}\n", problem.name, problem.ms);
    if (problem.siconos_residual >= 0.0)
      text +=
          fmt::format("ms,{},contact problem,Siconos,{:.4g}\n", problem.name, problem.siconos_ms);
  }
  for (const WarmStep& step : report.steps)
    text += fmt::format("us,\"{}\",contact step,Catena,{:.4g}\n", step.scene, step.us);
  return text;
}

}  // namespace catena::bench
