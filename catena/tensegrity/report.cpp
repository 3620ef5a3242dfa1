#include "catena/tensegrity/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/tensegrity/elastic.hpp"
#include "catena/tensegrity/prestress_search.hpp"

namespace catena::tensegrity {

using Eigen::VectorXd;

namespace {

// "1 mechanism", "2 mechanisms"
std::string counted(Index count, std::string_view what, std::string_view more = "") {
  return more.empty() ? fmt::format("{} {}{}", count, what, count == 1 ? "" : "s")
                      : fmt::format("{} {}", count, count == 1 ? what : more);
}

// The tables align by characters; names may hold any.
std::string member_table(const Network& network, const std::optional<VectorXd>& densities) {
  std::size_t width = 6;
  for (const Member& member : network.members) width = std::max(width, member.name.size());
  const VectorXd lengths = member_lengths(network);
  std::string text = fmt::format("\n{:{}}  kind   {:>16}", "member", width, "length [m]");
  if (densities) text += fmt::format("  {:>16}  {:>16}", "density [N/m]", "force [N]");
  text += '\n';
  for (Index m = 0; m < network.member_count(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    const char* kind = member.kind == MemberKind::Cable ? "cable" : "strut";
    text += fmt::format("{:{}}  {}  {:16.10g}", member.name, width, kind, lengths[m]);
    if (densities)
      text += fmt::format("  {:16.10g}  {:16.10g}", (*densities)[m], (*densities)[m] * lengths[m]);
    text += '\n';
  }
  return text;
}

std::string stability_text(const Stability& found) {
  const VectorXd& stiffness = found.mechanism_stiffness;
  std::string text = "\nstability\n";
  if (stiffness.size() == 0)
    text += "  no mechanism that pre-tension would have to hold\n";
  else
    text += fmt::format(
        "  pre-tension {} the mechanisms: their stiffness is {:.6g}{} N/m\n",
        found.prestress_stable ? "holds" : "does not hold", stiffness[0],
        stiffness.size() == 1 ? "" : fmt::format(" to {:.6g}", stiffness[stiffness.size() - 1]));
  text += fmt::format(
      "  force density matrix: smallest eigenvalue {:.6g} N/m, {} of {} are zero\n",
      std::abs(found.density_eigenvalues[0]) < 1e-12 ? 0.0 : found.density_eigenvalues[0],
      found.density_deficiency, found.density_eigenvalues.size());
  text += fmt::format("  super stable: {}\n", found.super_stable ? "yes" : "no");
  return text;
}

std::string modes_text(const StaticsReport& report) {
  if (report.modes.empty())
    return report.why_no_modes.empty() ? ""
                                       : fmt::format("\nno frequencies: {}\n", report.why_no_modes);
  std::string text = "\nfrequencies [Hz]\n";
  const double largest = report.modes.back().omega_squared;
  for (const VibrationMode& mode : report.modes) {
    if (std::abs(mode.omega_squared) <= 1e-12 * largest)
      text += "  0\n";
    else if (mode.omega_squared < 0.0)
      text += "  unstable\n";
    else
      text += fmt::format("  {:.8g}\n", mode.hertz());
  }
  return text;
}

// The feasible self-stress; where it does not hold the mechanisms but another one does, that one.
std::optional<SelfStress> chosen_self_stress(const Network& network) {
  auto found = feasible_self_stress(network);
  if (!found || stability(network, found->densities).prestress_stable) return found;
  auto better = stabilising_self_stress(network);
  return better ? better : found;
}

}  // namespace

StaticsReport statics_report(const Network& network, const std::optional<VectorXd>& densities,
                             double pretension) {
  StaticsReport result;
  result.densities = densities;
  if (!densities)
    if (const auto found = chosen_self_stress(network))
      result.densities = pretension * found->densities;
  if (!result.densities) {
    result.structure = static_structure(network);
    result.why_no_modes = "there is no self-stress";
    return result;
  }
  const TautPart taut = taut_part(network, *result.densities);
  if (taut.network.members.empty())
    throw NetworkError("all cables are slack: nothing holds the network; shorten some of them");
  result.slack = network.member_count() - taut.network.member_count();
  result.structure = static_structure(taut.network);
  result.stability = stability(taut.network, taut.densities);
  try {
    result.modes = natural_frequencies(taut.network, taut.densities);
  } catch (const NetworkError& error) {
    result.why_no_modes = error.what();
  }
  return result;
}

std::string to_text(const StaticsReport& report, const Network& network) {
  const StaticStructure& structure = report.structure;
  std::string text = fmt::format("{}, {}, {}\n", counted(network.node_count(), "node"),
                                 counted(network.member_count(), "member"),
                                 counted(structure.directions(), "free direction"));
  text += fmt::format(
      "rank {}: {}, {}, {}\n", structure.rank,
      counted(structure.self_stresses.cols(), "self-stress", "self-stresses"),
      counted(structure.mechanisms.cols(), "mechanism"),
      counted(structure.rigid_motions.cols(), "motion as one body", "motions as one body"));
  if (report.slack > 0)
    text += fmt::format("{} slack and left out\n", counted(report.slack, "cable is", "cables are"));
  if (!report.densities)
    text += "no self-stress with tension in all cables and compression in all struts\n";
  text += member_table(network, report.densities);
  if (report.stability) text += stability_text(*report.stability);
  return text + modes_text(report);
}

}  // namespace catena::tensegrity
