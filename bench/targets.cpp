#include "targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reference.hpp"

namespace catena::bench {
namespace {

constexpr double scalar_limit = 0.60, pack_aba_limit = 0.15, pack_rnea_limit = 0.20;
constexpr double crba_chain_limit = 1.0, cost_per_joint_limit = 1.10;
constexpr double closed_limit = 1.0, cost_per_loop_limit = 1.5, figure_limit_us = 25.0;
constexpr double rounding_of_positions = 1e-14;  // m; smaller loop errors are not told apart
constexpr std::array robot_keys = {"panda", "anymal", "simple_humanoid"};

const Row* find(const std::vector<Row>& rows, const std::string& key) {
  for (const Row& row : rows)
    if (row.model.key == key) return &row;
  return nullptr;
}

// Catena's time over the best reference peer's, as that would be on this machine.
std::optional<double> calibrated(const Row* row, Kernel kernel, const std::string& contender,
                                 double scale) {
  if (row == nullptr) return std::nullopt;
  const double ratio =
      row->time(kernel, contender) / (scale * best_reference(kernel, row->model.key));
  return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

void add(std::vector<Target>& targets, const std::vector<Row>& rows, const std::string& key,
         Kernel kernel, const std::string& contender, double limit, double scale) {
  targets.push_back({fmt::format("{}, {}, {}", to_string(kernel),
                                 contender == pack_name ? "pack" : "scalar", key),
                     calibrated(find(rows, key), kernel, contender, scale), limit});
}

// Largest over smallest time per link of the chains of 20 links and more.
std::optional<double> spread_per_joint(const std::vector<Row>& rows, Kernel kernel) {
  double least = INFINITY, most = 0.0;
  for (const Row& row : rows) {
    if (row.model.links < 20) continue;
    const double cost = row.time(kernel, scalar_name) / row.model.links;
    least = std::min(least, cost);
    most = std::max(most, cost);
  }
  return most > 0.0 ? std::optional(most / least) : std::nullopt;
}

std::optional<double> if_finite(double x) {
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

double loop_time(const LoopTimes& times, int n) {
  const auto place = times.ns.find(n);
  return place == times.ns.end() ? NAN : place->second;
}

// Catena's loop error over the least of the peers'.
std::optional<double> loop_error_ratio(const LoopReport& report, int n) {
  const auto error = [&](const LoopTimes& times) {
    const double x = report.loop_error(times.contender, n);
    return std::isnan(x) ? x : std::max(x, rounding_of_positions);
  };
  double least = NAN;
  for (std::size_t i = 1; i < report.times.size(); ++i)
    least = std::fmin(least, error(report.times[i]));
  return if_finite(error(report.times.front()) / least);
}

}  // namespace

MachineScale machine_scale(const std::vector<Row>& rows) {
  MachineScale result;
  std::vector<double> ratios;
  for (const std::string peer : peer_names) {
    for (const Row& row : rows) {
      if (row.model.links > 0) continue;  // the reference's chains are other chains
      const double here = row.time(Kernel::Aba, peer);
      const double reference = reference_time(Kernel::Aba, peer, row.model.key);
      if (!std::isfinite(here) || !std::isfinite(reference)) continue;
      result.samples.push_back({peer, row.model.key, here, reference});
      ratios.push_back(here / reference);
    }
  }
  if (ratios.empty()) return result;
  // The median: a slow spell of the machine during one row does not move it.
  std::sort(ratios.begin(), ratios.end());
  const std::size_t half = ratios.size() / 2;
  result.scale = ratios.size() % 2 == 1 ? ratios[half] : 0.5 * (ratios[half - 1] + ratios[half]);
  return result;
}

std::vector<Target> targets(const std::vector<Row>& rows, double scale) {
  std::vector<Target> result;
  for (const Kernel kernel : all_kernels)
    for (const char* key : robot_keys)
      add(result, rows, key, kernel, scalar_name, scalar_limit, scale);
  for (const char* key : robot_keys)
    add(result, rows, key, Kernel::Aba, pack_name, pack_aba_limit, scale);
  for (const char* key : robot_keys)
    add(result, rows, key, Kernel::Rnea, pack_name, pack_rnea_limit, scale);
  add(result, rows, "chain 500", Kernel::Crba, scalar_name, crba_chain_limit, scale);
  for (const Kernel kernel : {Kernel::Rnea, Kernel::Aba})
    result.push_back(
        {fmt::format("{}, cost per joint, 20 to 500 links, most / least", to_string(kernel)),
         spread_per_joint(rows, kernel), cost_per_joint_limit});
  return result;
}

std::vector<Target> loop_targets(const LoopReport& report) {
  std::vector<Target> result;
  const LoopTimes& catena = report.times.front();
  for (const int n : report.sizes) {
    double best = NAN;
    for (std::size_t i = 1; i < report.times.size(); ++i)
      best = std::fmin(best, loop_time(report.times[i], n));
    result.push_back({fmt::format("N-four-bar, N = {}", n), if_finite(loop_time(catena, n) / best),
                      closed_limit});
  }
  result.push_back({"N-four-bar, time per loop, N = 1000 / N = 5",
                    if_finite(loop_time(catena, 1000) / loop_time(catena, 5) * 5.0 / 1000.0),
                    cost_per_loop_limit});
  for (const int n : {2, 40})
    result.push_back({fmt::format("N-four-bar, loop error above rounding, N = {}", n),
                      loop_error_ratio(report, n), 1.0});
  result.push_back(
      {"figure on the high bar [microseconds]", 1e-3 * report.figure_ns, figure_limit_us});
  return result;
}

}  // namespace catena::bench
