// A description as the text of a scenario file.

#include <fmt/format.h>

#include <fstream>

#include "catena/record/state_file.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/moves.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena {

namespace scenario {

namespace {

void write_motor(const MotorItem& item, MapWriter& out) {
  if (item.effort_function) out.refuse("its effort is a function of a program");
  if (item.title() != item.joint) out.text("name", item.name);
  out.text("joint", item.joint);
  out.formulas("effort", item.effort);
  out.number("ratio", item.ratio);
  out.formulas("target", item.target);
  out.numbers("stiffness", item.stiffness);
  out.numbers("damping", item.damping);
  out.numbers("effort_limit", item.effort_limit);
}

void write_controller(const ControllerItem& item, MapWriter& out) {
  out.text("name", item.name);
  out.text("kind",
           item.method == ControllerItem::Kind::NearRigid ? "near_rigid" : "computed_torque");
  out.texts("follow", item.follow);
  std::vector<MapWriter> path;
  for (const KnotItem& knot : item.path) {
    MapWriter map = out.map(scenario_keys::knot);
    map.number("t", knot.t);
    map.numbers("at", knot.at);
    map.numbers("rate", knot.rate);
    path.push_back(std::move(map));
  }
  out.list("path", std::move(path));
  out.texts("inputs", item.inputs);
  out.numbers("effort_limit", item.effort_limit);
  out.number("least_stress", item.least_stress, 0.0);
  out.number("most_stress", item.most_stress);
  out.number("rate", item.rate, 0.0);
  out.number("strain_rate", item.strain_rate, 0.0);
  if (item.stops) out.text("impossible", "stop");
  if (!item.postures) return;
  MapWriter postures = out.map(scenario_keys::postures);
  postures.number("stress", item.postures->stress);
  postures.number("rate", item.postures->rate);
  postures.number("spacing", item.postures->spacing);
  out.map("postures", std::move(postures));
}

void write_prescribed(const PrescribedItem& item, MapWriter& out) {
  if (item.path) out.refuse("its path is a function of a program");
  if (item.title() != item.joint) out.text("name", item.name);
  out.text("joint", item.joint);
  out.text("position", item.position);
}

// The value of a joint or coordinate: short where it is only a position.
yaml::NodePtr initial_value(const InitialItem& item, const MapWriter& out) {
  MapWriter map = out.map(scenario_keys::initial_value);
  if (!item.q.empty()) map.configuration("q", item.q);
  const bool only_numbers = item.v.empty() && !item.guess && !item.q.numbers.empty();
  map.numbers("v", item.v);
  map.boolean("guess", item.guess, false);
  const yaml::NodePtr whole = map.take();
  return only_numbers ? whole->entries[0].value : whole;
}

void write_contact_solver(const ContactSolver& solver, MapWriter& out) {
  const ContactSolver usual;
  if (solver == usual) return;
  MapWriter map = out.map(scenario_keys::contact_solver);
  if (solver.kind == ContactSolver::Kind::Lemke) map.text("kind", "lemke");
  if (solver.edges != usual.edges) map.number("edges", solver.edges);
  if (solver.equal_area) map.text("pyramid", "equal_area");
  map.boolean("polish", solver.polish, true);
  out.map("solver", std::move(map));
}

void write_contact_settings(const ContactSettings& contact, const TouchingShapes& shapes,
                            MapWriter& out) {
  MapWriter map = out.map(scenario_keys::contact_settings);
  if (contact.method == ContactMethod::Events) map.text("method", "events");
  if (contact.method == ContactMethod::Stepping) map.text("method", "stepping");
  map.number("step", contact.step, 0.0);
  map.number("correction", contact.correction, 0.0);
  map.number("tolerance", contact.tolerance, 0.0);
  map.boolean("sleep", contact.sleep, false);
  if (contact.threads != 1) map.number("threads", contact.threads);
  write_contact_solver(contact.solver, map);
  write_touching_shapes(shapes, map);
  out.map("contact", std::move(map));
}

void write_impacts(const ImpactOptions& impacts, MapWriter& out) {
  MapWriter map = out.map(scenario_keys::impacts);
  if (impacts.law == ImpactLaw::Poisson) map.text("law", "poisson");
  if (impacts.order == ImpactOrder::Sequential) map.text("order", "sequential");
  map.number("rest_speed", impacts.rest_speed, ImpactOptions().rest_speed);
  out.map("impacts", std::move(map));
}

void write_integrator(const IntegratorItem& item, MapWriter& out) {
  MapWriter map = out.map(scenario_keys::integrator);
  for (const auto& [name, kind] : integrator_names)
    if (kind == item.kind && kind != IntegratorItem().kind) map.text("kind", name);
  map.number("step", item.step);
  map.number("tolerance", item.tolerance);
  map.number("absolute_tolerance", item.absolute_tolerance);
  map.number("max_step", item.max_step);
  out.map("integrator", std::move(map));
}

void write_record(const RecordItem& item, MapWriter& out) {
  MapWriter map = out.map(scenario_keys::record);
  map.number("interval", item.interval, RecordItem().interval);
  if (item.columns) map.texts("columns", *item.columns);
  if (!item.frames.empty()) map.texts("frames", item.frames);
  if (!item.pairs.empty()) {
    std::vector<yaml::NodePtr> pairs;
    for (const auto& [a, b] : item.pairs) pairs.push_back(list_of({scalar(a), scalar(b)}));
    map.entry("pairs", list_of(std::move(pairs)));
  }
  if (!item.touched.empty()) map.texts("touched", item.touched);
  out.map("record", std::move(map));
}

}  // namespace

void write_drives(const Mechanism& mechanism, MapWriter& out) {
  write_list(out, "motors", scenario_keys::motor, "motor", mechanism.motors, write_motor);
  std::vector<MapWriter> controllers;
  for (const ControllerItem& item : mechanism.controllers) {
    MapWriter map(item.moves ? scenario_keys::arm_controller : scenario_keys::controller,
                  Subject{"controller", item.name, ""});
    item.moves ? write_moves(item, map) : write_controller(item, map);
    controllers.push_back(std::move(map));
  }
  if (!controllers.empty()) out.list("controllers", std::move(controllers));
  write_list(out, "prescribed", scenario_keys::prescribed, "prescribed motion",
             mechanism.prescribed, write_prescribed);
}

void write_run(const Mechanism& mechanism, MapWriter& out) {
  MapWriter initial = out.map(scenario_keys::scenario);
  for (const InitialItem& item : mechanism.initial)
    initial.named(item.name, initial_value(item, out));
  out.map("initial", std::move(initial));
  if (mechanism.state)
    out.text("state", mechanism.state.text.empty() ? checkpoint_text(*mechanism.state.state)
                                                   : mechanism.state.text);
  write_drives(mechanism, out);
  write_contact_settings(mechanism.contact_settings, mechanism.touching_shapes, out);
  write_impacts(mechanism.impacts, out);
  write_changes(mechanism, out);
  if (!mechanism.switched_off.empty()) out.texts("switched_off", mechanism.switched_off);
  out.boolean("reroot", mechanism.reroot, true);
  out.boolean("settle", mechanism.settle, false);
  write_integrator(mechanism.integrator, out);
  out.number("start_time", mechanism.start_time, 0.0);
  out.number("duration", mechanism.duration, Mechanism().duration);
  write_record(mechanism.record, out);
  write_grasps(mechanism, out);
  std::vector<MapWriter> plots;
  for (const PlotPanel& panel : mechanism.plots) {
    MapWriter map = out.map(scenario_keys::plot);
    if (!panel.title.empty()) map.text("title", panel.title);
    map.texts("columns", panel.columns);
    map.text("x", panel.x);
    plots.push_back(std::move(map));
  }
  if (!plots.empty()) out.list("plots", std::move(plots));
  write_picture(mechanism.picture, out);
}

}  // namespace scenario

std::string write_scenario(const Mechanism& mechanism, const std::filesystem::path& folder) {
  using scenario::MapWriter;
  MapWriter out(scenario_keys::scenario, Subject{"scenario", mechanism.name, ""});
  out.number("catena", 1.0);
  out.text("name", mechanism.name);
  out.text("description", mechanism.description);
  MapWriter parameters = out.map(scenario_keys::scenario);
  for (const auto& [name, value] : mechanism.parameters)
    parameters.named(name, scenario::scalar(fmt::format("{}", value)));
  out.map("parameters", std::move(parameters));
  scenario::write_tables(mechanism.parameters, out);
  scenario::write_model(mechanism, folder, out);
  scenario::write_run(mechanism, out);
  return scenario::to_yaml(*out.take());
}

void save_scenario(const Mechanism& mechanism, const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  const std::string text = write_scenario(mechanism, folder.empty() ? "." : folder);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw ScenarioError(
        fmt::format("{}: cannot be written; check the folder and its permissions", path.string()));
}

}  // namespace catena
