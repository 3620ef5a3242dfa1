#include "simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "bench_models.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/sim/simulation.hpp"
#include "measure.hpp"

namespace catena::bench {
namespace {

// The hand of examples/hand_elastic.yaml without its limits, and with a damping that an explicit
// method of this step can take. The coupling in the wrist's spring matrix is left out on all sides,
// because no peer's joints have the like.
constexpr double step = 1e-3, damping = 2e-4;
constexpr int steps = 10000;
constexpr double duration = steps * step;

std::shared_ptr<const Model> damped_hand() {
  ModelBuilder builder = builtin_builder(
      "hand", 0, {.tissue = HandTissue::Document, .limits = false, .damping = damping});
  Eigen::MatrixXd& stiffness = builder.joint(builder.find_joint("wrist")).stiffness;
  stiffness = Eigen::MatrixXd(stiffness.diagonal().asDiagonal());
  builder.set_gravity({0.0, 0.0, 9.81});
  return std::make_shared<const Model>(builder.build());
}

SimulationSetup setup_of(const std::shared_ptr<const Model>& model) {
  SimulationSetup setup;
  setup.model = model;
  setup.q = hand_start(*model);
  setup.integrator.kind = IntegratorKind::RungeKutta4;
  setup.integrator.step = step;
  return setup;
}

BenchState start_of(const Model& model) {
  const Eigen::VectorXd q = hand_start(model);
  const std::vector<double> zero(static_cast<std::size_t>(model.nv()), 0.0);
  return {{q.data(), q.data() + q.size()}, zero, zero, zero};
}

// Catena's simulator as its users have it, with the energy ledger.
class CatenaRun {
 public:
  explicit CatenaRun(const std::shared_ptr<const Model>& model)
      : simulation_(setup_of(model)), start_(simulation_.state()) {}

  std::vector<double> go() {
    simulation_.restore(start_);
    simulation_.advance(duration);
    const Eigen::VectorXd& q = simulation_.state().q;
    return {q.data(), q.data() + q.size()};
  }

 private:
  Simulation simulation_;
  State start_;
};

template <class Run>
void time_run(const Run& run, double& least) {
  const double start = thread_seconds();
  run();
  least = std::min(least, thread_seconds() - start);
}

}  // namespace

SimulationRow measure_simulation(const std::vector<Peer>& peers, int runs) {
  const std::shared_ptr<const Model> model = damped_hand();
  SimulationRow row{"hand with tissue", model->nv(), step, duration, {}, {}, {}, {}};
  CatenaRun catena(model);
  const std::vector<double> expected = catena.go();
  const NeutralModel neutral = neutral_model("hand", *model);
  std::vector<std::pair<std::string, std::unique_ptr<Contender>>> others;
  for (const Peer& peer : peers) {
    std::unique_ptr<Contender> contender;
    try {
      contender.reset(peer.make(neutral, {start_of(*model)}));
    } catch (const std::exception& error) {
      row.notes.push_back(fmt::format("{}: {} left out: {}", row.label, peer.name, error.what()));
      continue;
    }
    const std::vector<double> q = contender->simulate(0, step, steps);
    if (q.empty()) continue;
    const double error = row.error[peer.name] = relative_difference(q, expected);
    if (!(error <= simulation_tolerance))
      row.disagreements.push_back(fmt::format(
          "{}: the motion of {} differs from Catena's by {:.1e}", row.label, peer.name, error));
    others.emplace_back(peer.name, std::move(contender));
  }
  if (others.empty())
    row.notes.push_back("simulation: MuJoCo, the only peer with the same method, is missing");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  row.seconds[scalar_name] = infinity;
  for (const auto& [name, contender] : others) row.seconds[name] = infinity;
  for (int i = 0; i < runs; ++i) {  // in turns, as for kernels
    time_run([&] { catena.go(); }, row.seconds[scalar_name]);
    for (const auto& [name, contender] : others)
      time_run([&, &c = *contender] { c.simulate(0, step, steps); }, row.seconds[name]);
  }
  return row;
}

std::string simulation_text(const SimulationRow& row) {
  const std::string title = fmt::format(
      "Simulation: {:g} s by RK4 with a step of {:g} ms, one thread", row.duration, 1e3 * row.step);
  std::string text =
      fmt::format("\n{}\n{:-<{}}\n{:<27} {:>4} {:>10} {:>12} {:>12} {:>12}\n", title, "",
                  title.size(), "", "nv", "time [s]", "x real time", "Catena/peer", "difference");
  for (const auto& [name, seconds] : row.seconds) {
    const auto error = row.error.find(name);
    const bool is_peer = error != row.error.end();
    text +=
        fmt::format("{:<27} {:>4} {:>10.4f} {:>12.1f} {:>12} {:>12}\n", row.label + ", " + name,
                    row.nv, seconds, row.duration / seconds,
                    is_peer ? fmt::format("{:.3f}", row.seconds.at(scalar_name) / seconds) : "-",
                    is_peer ? fmt::format("{:.1e}", error->second) : "-");
  }
  return text +
         "With springs and dampers, without limits and contacts on either side; the difference is\n"
         "that of the last q, relative to the largest.\n";
}

std::string simulation_csv(const SimulationRow& row) {
  std::string text;
  for (const auto& [name, seconds] : row.seconds)
    text += fmt::format("simulation seconds,hand,RK4 {:g} ms {:g} s,{},{:.4g}\n", 1e3 * row.step,
                        row.duration, name, seconds);
  return text;
}

}  // namespace catena::bench
