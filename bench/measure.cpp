#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "catena_contender.hpp"
#include "flops.hpp"

namespace catena::bench {
namespace {

constexpr std::size_t state_count = 16;  // enough that branches are not learnt by heart
constexpr std::size_t checked_states = 3;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Named {
  std::string name;
  std::unique_ptr<Contender> contender;
  std::size_t next_state = 0;  // never the same twice running: some engines notice and do nothing
};

double seconds_of(Named& named, Kernel kernel, std::size_t calls) {
  const double start = thread_seconds();
  for (std::size_t i = 0; i < calls; ++i)
    named.contender->run(kernel, named.next_state++ % state_count);
  return thread_seconds() - start;
}

// How many calls fill a batch. Also warms the caches.
std::size_t calls_per_batch(Named& named, Kernel kernel, const Timing& timing) {
  std::size_t calls = 1;
  double seconds = seconds_of(named, kernel, calls);
  while (seconds < timing.batch_seconds) {
    const double factor = 1.2 * timing.batch_seconds / std::max(seconds, 1e-9);
    calls =
        static_cast<std::size_t>(static_cast<double>(calls) * std::clamp(factor, 1.5, 50.0)) + 1;
    seconds = seconds_of(named, kernel, calls);
  }
  return calls;
}

struct Entry {
  Named* named;
  std::size_t calls;  // per batch
  int batches = 0;
  double seconds = 0.0, least = std::numeric_limits<double>::infinity();

  bool is_done(const Timing& timing) const {
    return seconds >= timing.total_seconds && batches >= timing.least_batches;
  }
};

// Contenders take turns, so that a slow spell of the machine meets all of them.
void time_kernel(std::vector<Named>& contenders, Kernel kernel, const Timing& timing, Row& row) {
  std::vector<Entry> entries;
  for (Named& named : contenders)
    if (named.contender->has(kernel))
      entries.push_back({&named, calls_per_batch(named, kernel, timing)});
  for (bool go_on = true; go_on;) {
    go_on = false;
    for (Entry& entry : entries) {
      if (entry.is_done(timing)) continue;
      go_on = true;
      const double seconds = seconds_of(*entry.named, kernel, entry.calls);
      entry.seconds += seconds;
      entry.least = std::min(entry.least, seconds);
      ++entry.batches;
    }
  }
  for (const Entry& entry : entries)
    row.ns[kernel][entry.named->name] = 1e9 * entry.least / static_cast<double>(entry.calls) /
                                        entry.named->contender->states_per_run();
}

// Compares every contender with the first, which is Catena, one state at a time.
void check_agreement(std::vector<Named>& contenders, Row& row) {
  for (const Kernel kernel : all_kernels) {
    for (std::size_t state = 0; state < checked_states; ++state) {
      const std::vector<double> expected = contenders[0].contender->result(kernel, state);
      for (std::size_t i = 1; i < contenders.size(); ++i) {
        Named& other = contenders[i];
        if (!other.contender->has(kernel)) continue;
        const double difference =
            relative_difference(other.contender->result(kernel, state), expected);
        double& worst = row.error[kernel][other.name];
        worst = std::max(worst, difference);
      }
    }
    for (const auto& [name, error] : row.error[kernel])
      if (!(error <= tolerance(kernel)))
        row.disagreements.push_back(fmt::format("{}: {} of {} differs from Catena's by {:.1e}",
                                                row.model.label, to_string(kernel), name, error));
  }
}

}  // namespace

static double seconds_on(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double thread_seconds() {
  return seconds_on(CLOCK_THREAD_CPUTIME_ID);
}

double process_seconds() {
  return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

double relative_difference(const std::vector<double>& x, const std::vector<double>& expected) {
  if (x.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double difference = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i])) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::abs(x[i] - expected[i]));
    scale = std::max(scale, std::abs(expected[i]));
  }
  return scale > 0.0 ? difference / scale : difference;
}

double tolerance(Kernel kernel) {
  // Accelerations of long chains lose digits to the condition of the mass matrix.
  return kernel == Kernel::Aba || kernel == Kernel::AbaDerivatives ? 1e-8 : 1e-11;
}

double Row::time(Kernel kernel, const std::string& contender) const {
  const auto by_name = ns.find(kernel);
  if (by_name == ns.end()) return nan;
  const auto place = by_name->second.find(contender);
  return place == by_name->second.end() ? nan : place->second;
}

double Row::best_peer(Kernel kernel) const {
  double best = nan;
  for (const std::string name : peer_names) best = std::fmin(best, time(kernel, name));
  return best;
}

Row measure(const BenchModel& bench_model, const std::vector<Peer>& peers, const Timing& timing) {
  Row row;
  row.model = bench_model;
  const Model model = make_model(bench_model.key);
  row.nv = model.nv();
  row.flops_per_aba = flops_per_aba(model);
  const std::vector<BenchState> states = random_states(model, state_count);
  const NeutralModel neutral = neutral_model(bench_model.key, model);

  std::vector<Named> contenders;
  contenders.push_back({scalar_name, std::make_unique<CatenaContender<double>>(model, states)});
  contenders.push_back({pack_name, std::make_unique<CatenaContender<Pack4>>(model, states)});
  for (const Peer& peer : peers) {
    try {
      contenders.push_back({peer.name, std::unique_ptr<Contender>(peer.make(neutral, states))});
    } catch (const std::exception& error) {
      row.notes.push_back(
          fmt::format("{}: {} left out: {}", bench_model.label, peer.name, error.what()));
    }
  }
  check_agreement(contenders, row);
  for (const Kernel kernel : all_kernels) time_kernel(contenders, kernel, timing, row);
  return row;
}

}  // namespace catena::bench
