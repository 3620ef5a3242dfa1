// What grasp analysis costs: catena_grasp_bench. Random grasps of an ellipsoid.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/force_plan.hpp"
#include "catena/grasp/quality.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Times {
  std::vector<double> all;

  template <class Call>
  void measure(const Call& call) {
    const double start = processor_seconds();
    call();
    all.push_back(1e6 * (processor_seconds() - start));
  }
  double part(double share) {
    if (all.empty()) return 0.0;
    std::sort(all.begin(), all.end());
    return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
  }
};

// The contacts creep, as along a run.
void move(RandomGrasps& random, ContactSet& set) {
  for (GraspContact& c : set.contacts) c.point += 1e-4 * random.direction();
}

void measure_size(int contacts, bool soft, int grasps) {
  RandomGrasps random(17);
  Times value, warm, certified, closure, cold_forces, warm_forces;
  int closed = 0, proven = 0, missed = 0;
  for (int i = 0; i < grasps; ++i) {
    ContactSet set = random.next(contacts, soft);
    QualityEvaluator evaluator;
    Quality q;
    value.measure([&] { q = evaluator.value(set); });
    closure.measure([&] { force_closure(set); });
    if (!q.closed) continue;
    ++closed;
    Quality bounds;
    certified.measure([&] { bounds = evaluator.certified(set); });
    proven += bounds.proven ? 1 : 0;
    missed += q.eps > bounds.upper * (1.0 + 1e-9) ? 1 : 0;
    ForcePlanner planner;
    Eigen::VectorXd load = Eigen::VectorXd::Unit(6, 2);
    cold_forces.measure([&] { planner.plan(set, load); });
    for (int step = 0; step < 5; ++step) {
      move(random, set);
      load[0] += 0.01;
      warm.measure([&] { evaluator.value(set); });
      warm_forces.measure([&] { planner.plan(set, load); });
    }
  }
  std::printf("%8d %5s %6d/%-5d %6.0f %6.0f %6.0f %8.1f %8.1f %4d %4d %6.0f %6.0f %6.0f\n",
              contacts, soft ? "soft" : "hard", closed, grasps, closure.part(0.5), value.part(0.5),
              warm.part(0.5), 1e-3 * certified.part(0.5), 1e-3 * certified.part(0.95),
              closed - proven, missed, cold_forces.part(0.5), warm_forces.part(0.5),
              warm_forces.part(0.95));
}

}  // namespace
}  // namespace catena::grasp::test

int main(int argc, char** argv) {
  const int grasps = argc > 1 ? std::atoi(argv[1]) : 200;
  std::printf(
      "microseconds of processor time; bounds in milliseconds (median, 95 %%), those that did not "
      "meet, minima that the value missed\n");
  std::printf(
      "contacts          closed closure  value   warm   bounds      95 %% open miss  force   warm  "
      "95 %%\n");
  for (const bool soft : {false, true})
    for (const int contacts : {3, 4, 6, 8, 12, 20})
      catena::grasp::test::measure_size(contacts, soft, grasps);
}
