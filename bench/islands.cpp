#include "islands.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "catena/model/model_builder.hpp"
#include "catena/sim/decision.hpp"
#include "catena/sim/simulation.hpp"
#include "evaluation_timer.hpp"

namespace catena::bench {
namespace {

constexpr std::array box_counts = {1, 10, 50, 200};
constexpr double half = 0.2, half_height = 0.1, distance = 1.0;

// Boxes in a row, at rest on their corners on rough ground.
SimulationSetup boxes_on_ground(int count) {
  ModelBuilder builder;
  SimulationSetup setup;
  setup.q = Eigen::VectorXd::Zero(7 * count);
  setup.v = Eigen::VectorXd::Zero(6 * count);
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("box{}", i);
    const BodyId box =
        builder.add_body(name, solid_box(2.0, {2 * half, 2 * half, 2 * half_height}));
    builder.add_joint(free_joint(name + "_free"), builder.world(), box);
    setup.q[7 * i] = 1.0;
    setup.q[7 * i + 4] = distance * i;
    setup.q[7 * i + 6] = half_height;
    Contact contact;
    contact.a = box;
    contact.material = {0.0, 0.5, FrictionLaw::Coulomb};
    for (const double x : {-half, half})
      for (const double y : {-half, half}) {
        contact.name = fmt::format("{}_corner{}", name, setup.contacts.size());
        contact.p_A = {x, y, -half_height};
        setup.contacts.push_back(contact);
      }
  }
  setup.model = std::make_shared<const Model>(builder.build());
  return setup;
}

IslandTime time_boxes(int count) {
  const SimulationSetup setup = boxes_on_ground(count);
  State state = Simulation(setup).state();  // with all contacts decided
  MotionEquations equations(setup);
  equations.begin(state);
  Eigen::VectorXd y, dydt(equations.size());
  equations.pack(state, y);
  equations.derivative(0.0, y, dydt);
  IslandTime time{count, 0.0, 0.0};
  time.evaluation_ns =
      EvaluationTimer([&](std::size_t) { equations.derivative(0.0, y, dydt); }).finish();
  Decision decision(equations);
  std::vector<SimulationEvent> events;
  time.decision_ns =
      EvaluationTimer([&](std::size_t) { decision.decide(state, {}, events); }).finish();
  return time;
}

double exponent(const IslandTime& first, const IslandTime& last, double ratio) {
  return std::log(ratio) / std::log(double(last.boxes) / first.boxes);
}

}  // namespace

IslandReport measure_islands() {
  IslandReport report;
  for (const int count : box_counts) report.times.push_back(time_boxes(count));
  const IslandTime &first = report.times.front(), &last = report.times.back();
  report.evaluation_exponent = exponent(first, last, last.evaluation_ns / first.evaluation_ns);
  report.decision_exponent = exponent(first, last, last.decision_ns / first.decision_ns);
  return report;
}

std::string islands_text(const IslandReport& report) {
  const std::string title =
      "Islands: separate boxes at rest, four closed contacts each, one thread";
  std::string text = fmt::format("\n{}\n{:-<{}}\n{:<27}", title, "", title.size(), "boxes");
  for (const IslandTime& time : report.times) text += fmt::format(" {:>9}", time.boxes);
  text += fmt::format(" {:>9}\n{:<27}", "exponent", "microseconds per evaluation");
  for (const IslandTime& time : report.times)
    text += fmt::format(" {:>9.2f}", 1e-3 * time.evaluation_ns);
  text += fmt::format(" {:>9.2f}\n{:<27}", report.evaluation_exponent, "microseconds per decision");
  for (const IslandTime& time : report.times)
    text += fmt::format(" {:>9.2f}", 1e-3 * time.decision_ns);
  return text + fmt::format(" {:>9.2f}\n", report.decision_exponent);
}

std::string islands_csv(const IslandReport& report) {
  std::string text;
  for (const IslandTime& time : report.times) {
    text += fmt::format("ns,{} boxes,evaluation with contacts,Catena,{:.4g}\n", time.boxes,
                        time.evaluation_ns);
    text += fmt::format("ns,{} boxes,decision of contacts,Catena,{:.4g}\n", time.boxes,
                        time.decision_ns);
  }
  return text;
}

}  // namespace catena::bench
