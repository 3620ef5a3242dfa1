#include "catena/mechanism/compile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/quaternion.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/shortened.hpp"

namespace catena {

namespace compiling {

void fail_at_subject(const Mechanism& mechanism, const Error& error,
                     const std::vector<Where>& items) {
  for (const Where& item : items)
    if (item.subject().name == error.subject().name && !error.subject().name.empty())
      item.fail(error.what());
  const Where model("model", mechanism.name, mechanism.model_said);
  const bool of_model = error.subject().kind == "model" && !error.subject().key.empty();
  (of_model ? model.at(error.subject().key) : model).fail(error.what());
}

Expression formula(const Where& where, std::string_view text,
                   std::span<const std::string> variables, const Constants& parameters,
                   std::string_view expected) {
  try {
    return Expression::parse(text, variables, parameters);
  } catch (const ExpressionError& error) {
    where.fail(fmt::format("found '{}', expected {}: {}", shortened(text), expected, error.what()),
               static_cast<int>(error.position()));
  }
}

void check_count(const Where& where, const std::vector<std::string>& formulas, std::size_t count) {
  if (formulas.size() == count) return;
  where.fail(fmt::format("found {}, expected a list of {} formulas (one per coordinate)",
                         formulas.size() == 1 ? fmt::format("'{}'", shortened(formulas[0]))
                                              : fmt::format("a list of {}", formulas.size()),
                         count));
}

Transform<double> pose(const Where& where, const Pose& pose) {
  if (const auto problem = problem_of(pose)) where.at(problem->key).fail(problem->message);
  return transform_of(pose);
}

BodyPlace place(const Where& where, const Place& place, const Model& model, bool may_be_world) {
  const Transform<double> X = pose(where.at("at"), place.pose);
  if (!place.body.empty() && !place.frame.empty())
    where.fail("found both 'body' and 'frame', expected only one of them");
  if (!place.frame.empty()) {
    const FrameInfo& frame =
        model.frame(where.at("frame").located([&] { return model.find_frame(place.frame); }));
    return {frame.body, frame.X_BF * X};
  }
  if (place.body.empty()) {
    if (may_be_world) return {world_body, X};
    where.fail("expected one of the keys body, frame");
  }
  return {where.at("body").located([&] { return model.find_body(place.body); }), X};
}

Eigen::VectorXd numbers(const Where& where, const Numbers& given, std::size_t count) {
  if (given.size() != count && given.size() != 1)
    where.fail(fmt::format("found a list of {}, expected a number or a list of {} numbers",
                           given.size(), count));
  return given.vector(static_cast<Eigen::Index>(count));
}

void check_unit_range(const Where& where, const Numbers& numbers) {
  for (const double number : numbers)
    if (!(number >= 0.0 && number <= 1.0))
      where.fail(fmt::format("found {}, expected {} from 0 to 1", number,
                             numbers.size() > 1 ? "numbers" : "a number"));
}

void check_not_negative(const Where& where, const Numbers& numbers) {
  for (const double number : numbers)
    if (!(number >= 0.0)) where.fail(fmt::format("found {}, expected 0 or greater", number));
}

Eigen::VectorXd configuration(const Where& where, const Configuration& given, JointKind kind,
                              const CustomJoint* custom) {
  const int nq = configuration_size(kind, custom), nv = velocity_size(kind, custom);
  if (given.pose) {
    if (kind != JointKind::Spherical && kind != JointKind::Free)
      where.fail(
          fmt::format("a {} joint has no orientation, expected a number, a list or the keys "
                      "q and v",
                      to_string(kind)));
    const Transform<double> X = pose(where, *given.pose);
    Eigen::VectorXd q(nq);
    quaternion_of(X.rotation).store(q.data());
    if (kind == JointKind::Free)
      q.tail<3>() = to_eigen(X.translation);
    else if (!given.pose->position.isZero(0.0))
      where.at("position").fail("a spherical joint has no position, expected only a rotation");
    return q;
  }
  if (given.numbers.size() != static_cast<std::size_t>(nq))
    where.fail(fmt::format("found {} numbers, expected {} (a {} joint)", given.numbers.size(), nq,
                           to_string(kind)));
  Eigen::VectorXd q = given.numbers.vector(nq);
  if (nq == nv || kind == JointKind::Custom) return q;
  const double length = q.head<4>().norm();
  if (!(std::abs(length - 1.0) < 1e-3))
    where.fail(fmt::format("the quaternion in it has length {:.6g}, expected 1", length));
  q.head<4>() /= length;
  return q;
}

void compile_integrator(const IntegratorItem& item, IntegratorOptions& options) {
  const Where where("integrator", "", item.said);
  options.kind = item.kind;
  const bool fixed = has_fixed_step(item.kind);
  options.step = fixed ? IntegratorOptions().step : 0.0;  // 0: the method chooses
  const auto set = [&](const char* key, const std::optional<double>& value, double& option) {
    if (!value) return;
    if (fixed && std::string_view(key) != "step")
      where.at(key).fail(
          "this integrator has a fixed step; set 'step', or choose automatic, dormand_prince or "
          "radau");
    if (!(*value > 0.0))
      where.at(key).fail(fmt::format("found {}, expected a number greater than 0", *value));
    option = *value;
  };
  set("step", item.step, options.step);
  set("tolerance", item.tolerance, options.relative_tolerance);
  set("absolute_tolerance", item.absolute_tolerance, options.absolute_tolerance);
  set("max_step", item.max_step, options.max_step);
}

}  // namespace compiling

bool Scenario::is_hidden(BodyId body) const {
  return std::find(hidden.begin(), hidden.end(), body) != hidden.end();
}

Scenario compile(const Mechanism& mechanism) {
  using namespace compiling;
  Scenario result;
  SimulationSetup& setup = result.setup;
  result.name = mechanism.name;
  result.description = mechanism.description;
  result.duration = mechanism.duration;
  result.plots = mechanism.plots;
  result.picture = mechanism.picture;
  setup.start_time = mechanism.start_time;
  setup.reroot = mechanism.reroot;
  setup.settle = mechanism.settle;
  compile_model(mechanism, setup);
  for (const BodyItem& body : mechanism.bodies)
    if (!body.drawn) result.hidden.push_back(setup.model->find_body(body.name));
  compile_contacts(mechanism, setup);
  compile_touching_shapes(mechanism, setup);
  remark_on_untouched(mechanism, result.warnings);
  compile_loops(mechanism, setup);
  compile_cables(mechanism, setup);
  compile_initial(mechanism, setup);
  setup.contact_options.method = mechanism.contact_settings.method;
  setup.contact_options.step = mechanism.contact_settings.step;
  setup.contact_options.correction = mechanism.contact_settings.correction;
  setup.contact_options.tolerance = mechanism.contact_settings.tolerance;
  setup.contact_options.sleep = mechanism.contact_settings.sleep;
  setup.contact_options.sleep_islands = mechanism.contact_settings.sleep_islands;
  setup.contact_options.threads = mechanism.contact_settings.threads;
  setup.contact_options.solver = mechanism.contact_settings.solver;
  setup.contact_options.law = mechanism.impacts.law;
  setup.contact_options.order = mechanism.impacts.order;
  setup.contact_options.rest_speed = mechanism.impacts.rest_speed;
  const NamedCoordinates names = compile_changes(mechanism, setup);
  compile_motors(mechanism, names, setup);
  compile_controllers(mechanism, names, setup);
  compile_prescribed(mechanism, names, setup);
  measure_rods(mechanism, setup);
  compile_elements(mechanism, names, setup);
  compile_switched(mechanism, names, setup);
  compile_conditions(mechanism, names, setup);
  compile_integrator(mechanism.integrator, setup.integrator);
  compile_record(mechanism, setup, result.record, result.warnings);
  compile_grasps(mechanism, *setup.model, result.record);
  compile_picture(mechanism, *setup.model, result.picture, result.warnings);
  result.plots_are_inherited = plots_are_inherited(mechanism);
  compile_state(mechanism, result);
  if (!mechanism.state) check_controllers(mechanism, setup);
  return result;
}

}  // namespace catena
