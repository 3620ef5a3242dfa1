#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "reference.hpp"

namespace catena::bench {
namespace {

std::vector<std::string> contender_names() {
  std::vector<std::string> names = {scalar_name, pack_name};
  names.insert(names.end(), peer_names.begin(), peer_names.end());
  return names;
}

std::string number(double x, int decimals = 0) {
  return std::isfinite(x) ? fmt::format("{:.{}f}", x, decimals) : "-";
}

// Times are given to three digits or more.
std::string time_number(double ns) {
  return number(ns, ns < 99.95 ? 1 : 0);
}

std::string heading(const std::string& title) {
  return fmt::format("\n{}\n{:-<{}}\n", title, "", title.size());
}

double count_of(const std::map<Kernel, double>& counts, Kernel kernel) {
  const auto place = counts.find(kernel);
  return place == counts.end() ? NAN : place->second;
}

}  // namespace

std::string machine_text() {
  std::string cpu = "unknown processor";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    cpu = line.substr(line.find(':') + 2);
    break;
  }
#if defined(__clang__)
  return fmt::format("{}, {}", cpu, __VERSION__);
#else
  return fmt::format("{}, gcc {}", cpu, __VERSION__);
#endif
}

std::string times_text(const std::vector<Row>& rows) {
  std::string text = heading("Nanoseconds per state, one thread (pack: four states per call)");
  for (const Kernel kernel : all_kernels) {
    text += fmt::format("\n{:<27} {:>4}", to_string(kernel), "nv");
    for (const std::string& name : contender_names()) text += fmt::format(" {:>9}", name);
    text += fmt::format(" {:>12} {:>10}\n", "Catena/best", "pack/best");
    for (const Row& row : rows) {
      text += fmt::format("  {:<25} {:>4}", row.model.label, row.nv);
      for (const std::string& name : contender_names())
        text += fmt::format(" {:>9}", time_number(row.time(kernel, name)));
      const double best = row.best_peer(kernel);
      text += fmt::format(" {:>12} {:>10}\n", number(row.time(kernel, scalar_name) / best, 3),
                          number(row.time(kernel, pack_name) / best, 3));
    }
  }
  return text;
}

std::string times_markdown(const std::vector<Row>& rows) {
  std::string text = "| ns per state: Catena / Catena pack / best peer | nv |";
  for (const Kernel kernel : all_kernels) text += fmt::format(" {} |", to_string(kernel));
  text += "\n|---|---:|";
  for (std::size_t i = 0; i < all_kernels.size(); ++i) text += "---|";
  text += "\n";
  for (const Row& row : rows) {
    text += fmt::format("| {} | {} |", row.model.label, row.nv);
    for (const Kernel kernel : all_kernels) {
      text += fmt::format(" {} / {}", time_number(row.time(kernel, scalar_name)),
                          time_number(row.time(kernel, pack_name)));
      for (const std::string peer : peer_names)
        if (row.time(kernel, peer) == row.best_peer(kernel))
          text += fmt::format(" / {} {}", time_number(row.best_peer(kernel)), peer);
      text += " |";
    }
    text += "\n";
  }
  return text;
}

std::string csv_text(const std::vector<Row>& rows, const std::vector<InstructionCounts>& counts,
                     const std::vector<Target>& targets) {
  std::string text = "section,model,kernel,contender,value\n";
  for (const Row& row : rows) {
    for (const auto& [kernel, by_name] : row.ns)
      for (const auto& [name, ns] : by_name)
        text += fmt::format("ns,{},{},{},{:.4g}\n", row.model.key, to_string(kernel), name, ns);
    for (const auto& [kernel, by_name] : row.error)
      for (const auto& [name, error] : by_name)
        text += fmt::format("difference,{},{},{},{:.3g}\n", row.model.key, to_string(kernel), name,
                            error);
  }
  for (const InstructionCounts& count : counts)
    for (const Kernel kernel : all_kernels)
      text += fmt::format("instructions,{0},{1},{2},{3:.0f}\ninstructions,{0},{1},{4},{5:.0f}\n",
                          count.model, to_string(kernel), scalar_name,
                          count_of(count.scalar, kernel), pack_name, count_of(count.pack, kernel));
  for (const Target& target : targets)
    text += fmt::format("target,\"{}\",,,{}\n", target.what,
                        target.measured ? fmt::format("{:.4g}", *target.measured) : "");
  return text;
}

std::string agreement_text(const std::vector<Row>& rows) {
  std::string text = heading("Largest difference from Catena, relative to the largest number");
  text += fmt::format("{:<20}", "");
  for (const Kernel kernel : all_kernels) text += fmt::format(" {:>17}", to_string(kernel));
  text += fmt::format("\n{:<20}", "allowed");
  for (const Kernel kernel : all_kernels) text += fmt::format(" {:>17.0e}", tolerance(kernel));
  text += "\n";
  for (const std::string& name : contender_names()) {
    if (name == scalar_name) continue;
    text += fmt::format("{:<20}", name);
    for (const Kernel kernel : all_kernels) {
      double worst = NAN;
      for (const Row& row : rows)
        if (row.error.count(kernel) && row.error.at(kernel).count(name))
          worst = std::fmax(worst, row.error.at(kernel).at(name));
      text += fmt::format(" {:>17}", std::isnan(worst) ? "-" : fmt::format("{:.1e}", worst));
    }
    text += "\n";
  }
  return text;
}

std::string instructions_text(const std::vector<InstructionCounts>& counts) {
  std::string text = heading("Instructions per state, by callgrind");
  text += fmt::format("{:<38}", "");
  for (const Kernel kernel : all_kernels) text += fmt::format(" {:>17}", to_string(kernel));
  text += "\n";
  const auto line = [&](const std::string& name, const auto& value) {
    text += fmt::format("{:<38}", name);
    for (const Kernel kernel : all_kernels) text += fmt::format(" {:>17}", number(value(kernel)));
    text += "\n";
  };
  for (const InstructionCounts& count : counts) {
    line(count.model + ", Catena", [&](Kernel k) { return count_of(count.scalar, k); });
    line(count.model + ", Catena pack", [&](Kernel k) { return count_of(count.pack, k); });
    for (const char* peer : {"Pinocchio", "RBDL"}) {
      const bool arm = count.model == "panda";
      if (!arm && count.model != "simple_humanoid") continue;
      line(fmt::format("{}, {} (reference)", count.model, peer), [&](Kernel k) {
        for (const ReferenceInstructions& r : reference_instructions())
          if (r.kernel == k && r.peer == std::string(peer))
            return arm ? r.panda : r.simple_humanoid;
        return double(NAN);
      });
    }
  }
  return text;
}

std::string reference_text() {
  std::string text =
      heading("Reference: ns per call, measured once on another machine of this kind");
  text += fmt::format("{:<32}", "");
  for (const char* model : reference_models) text += fmt::format(" {:>15}", model);
  text += "\n";
  for (const ReferenceTimes& times : reference_times()) {
    text += fmt::format("{:<32}", fmt::format("{}, {}", to_string(times.kernel), times.peer));
    for (const double ns : times.ns) text += fmt::format(" {:>15}", ns > 0.0 ? number(ns) : "-");
    text += "\n";
  }
  return text;
}

std::string scale_text(const MachineScale& scale) {
  std::string text = heading("This machine against the reference machine, from forward dynamics");
  text += fmt::format("{:<28} {:>10} {:>10} {:>8}\n", "", "here", "reference", "ratio");
  for (const MachineScale::Sample& sample : scale.samples)
    text += fmt::format("{:<28} {:>10} {:>10} {:>8.2f}\n",
                        fmt::format("{}, {}", sample.peer, sample.model), number(sample.here),
                        number(sample.reference), sample.here / sample.reference);
  if (scale.samples.empty()) return text + "nothing to compare: taken as equal\n";
  return text + fmt::format("{:<50} {:>8.2f}\n", "median", scale.scale);
}

std::string targets_text(const std::string& title, const std::vector<Target>& targets) {
  std::string text = heading(title);
  text += fmt::format("{:<52} {:>9} {:>7}\n", "", "measured", "at most");
  for (const Target& target : targets)
    text += fmt::format("{:<52} {:>9} {:>7.2f}  {}\n", target.what,
                        target.measured ? number(*target.measured, 3) : "-", target.limit,
                        !target.measured ? "not measured"
                        : target.met()   ? "met"
                                         : "MISSED");
  return text;
}

std::string peak_text(const std::vector<Row>& rows, double peak_gflops) {
  std::string text = heading("Pack ABA against the double-precision peak of one core");
  text += fmt::format("peak of a loop of fused multiply-adds: {:.1f} GFLOP/s\n", peak_gflops);
  for (const Row& row : rows) {
    const double gflops = row.flops_per_aba / row.time(Kernel::Aba, pack_name);
    text += fmt::format("{:<25} {:>9.0f} flop {:>7.1f} GFLOP/s {:>6.1f} %\n", row.model.label,
                        row.flops_per_aba, gflops, 100.0 * gflops / peak_gflops);
  }
  return text;
}

}  // namespace catena::bench
