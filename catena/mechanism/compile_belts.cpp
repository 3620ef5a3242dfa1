// Surfaces that move past their bodies.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "catena/control/switched_formulas.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/state_names.hpp"

namespace catena::compiling {

namespace {

using Of = StateFormula::Variable::Of;

bool is_of_time(const StateFormula& formula) {
  return formula.expression().switches().empty() &&
         std::all_of(
             formula.variables().begin(), formula.variables().end(),
             [](const StateFormula::Variable& variable) { return variable.of == Of::Time; });
}

// A surface that holds what lies on it would follow accelerations that depend on itself.
void refuse_velocities(const Where& at, const std::string& text, const StateFormula& formula) {
  const std::vector<StateFormula::Variable>& variables = formula.variables();
  const Expression& expression = formula.expression();
  constexpr int tries = 16;
  std::vector<double> x(variables.size()), unit(variables.size(), 0.0),
      branches(expression.switches().size());
  for (int i = 0; i < tries; ++i) {
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] = 1.7 * std::sin(1.0 + 5.0 * i + 3.0 * static_cast<double>(k));
    expression.find_branches(x, branches.data());
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (variables[k].of != Of::Velocity) continue;
      unit[k] = 1.0;
      const double slope = expression.jet_on(branches.data(), x, unit).first;
      unit[k] = 0.0;
      if (slope == 0.0) continue;
      at.fail(fmt::format(
          "'{}' changes smoothly with a velocity, expected a formula of time and positions; "
          "velocities may switch it: v.JOINT > 0.1 ? 0.5 : 0",
          text));
    }
  }
}

class BeltCompiler {
 public:
  BeltCompiler(const Mechanism& mechanism, const NamedCoordinates& names)
      : mechanism_(mechanism), names_(names), state_names_(names) {}

  std::vector<StateFormula> formulas(const Where& at, const std::vector<std::string>& texts) const {
    if (texts.size() != 3) at.fail("expected three formulas, in m/s");
    std::vector<StateFormula> all;
    for (const std::string& text : texts) {
      all.push_back(
          state_names_.formula(at, text, mechanism_.parameters, {.probes = names_.probes.get()}));
      refuse_velocities(at, text, all.back());
    }
    return all;
  }
  std::shared_ptr<const Belt> belt(std::string name, std::vector<StateFormula> formulas,
                                   const Mat3<double>& axes) const {
    return std::make_shared<const Belt>(
        Belt{std::move(name), std::make_shared<const FormulaLaw>(std::move(formulas), 1.0), axes,
             names_.probes});
  }

 private:
  const Mechanism& mechanism_;
  const NamedCoordinates& names_;
  StateNames state_names_;
};

// What depends on time alone needs no law that sees the state.
SurfaceMotionFunction motion_of_time(const Where& at, const std::vector<std::string>& texts,
                                     const Constants& parameters, const Mat3<double>& R) {
  static const std::array<std::string, 1> variables = {"t"};
  const auto component = [&](std::size_t k) {
    return formula(at, texts[k], variables, parameters, formula_of_time);
  };
  const SurfaceMotionFunction there =
      surface_motion_from_formulas({component(0), component(1), component(2)});
  return [there, R](double t) {
    const SurfaceMotion motion = there(t);
    return SurfaceMotion{R * motion.velocity, R * motion.acceleration};
  };
}

void compile_contact_belt(const ContactItem& item, const Constants& parameters,
                          const BeltCompiler& compiler, SimulationSetup& setup) {
  const Where at = where(item).at("surface_velocity");
  std::vector<StateFormula> formulas = compiler.formulas(at, item.surface_velocity);
  const Mat3<double> R = axes_of(item, *setup.model);
  const bool of_time = std::all_of(formulas.begin(), formulas.end(), is_of_time);
  const SurfaceMotionFunction motion =
      of_time ? motion_of_time(at, item.surface_velocity, parameters, R) : nullptr;
  const auto belt = of_time ? nullptr : compiler.belt(item.name, std::move(formulas), R);
  for (Contact& contact : setup.contacts)
    if (contact.name == item.name && contact.against != Contact::Against::String)
      contact.surface_motion = motion, contact.belt = belt;
}

// Of one body: "conveyor", or the name of the body, with a number from the second one on.
void compile_shape_belts(const Where& at, BodyId body, const std::string& body_name,
                         const std::vector<ShapeItem>& shapes, const BeltCompiler& compiler,
                         std::set<std::string>& taken, SimulationSetup& setup) {
  int unnamed = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const ShapeItem& shape = shapes[i];
    const Where here = at.at("shapes", i);
    if (shape.surface_velocity.empty()) {
      if (!shape.surface_name.empty())
        here.at("surface_name")
            .fail("the surface does not move, expected surface_velocity beside it");
      continue;
    }
    // Convex parts of a mesh touch in its place; all of them are one belt.
    const bool goes_on = i > 0 && !setup.shape_contacts.belts.empty() &&
                         shape.kind == ShapeKind::Hull &&
                         setup.shape_contacts.belts.back().body == body &&
                         shapes[i - 1].surface_velocity == shape.surface_velocity &&
                         shapes[i - 1].at == shape.at && !shape.drawn;
    if (goes_on) {
      setup.shape_contacts.belts.push_back(
          {body, static_cast<int>(i), setup.shape_contacts.belts.back().belt});
      continue;
    }
    if (!setup.shape_contacts.enabled)
      here.at("surface_velocity")
          .fail(
              "no shapes touch, so this surface moves nothing; write contact: automatic, or "
              "contact: {shapes: all}");
    ++unnamed;
    std::string name = shape.surface_name;
    if (name.empty()) name = unnamed > 1 ? fmt::format("{}.{}", body_name, unnamed) : body_name;
    if (!taken.insert(name).second)
      here.at("surface_name").fail(fmt::format("two surfaces that move have the name '{}'", name));
    const Where key = here.at("surface_velocity");
    setup.shape_contacts.belts.push_back(
        {body, static_cast<int>(i),
         compiler.belt(name, compiler.formulas(key, shape.surface_velocity),
                       pose(here.at("at"), shape.at).rotation)});
  }
}

bool has_moving_shape(const std::vector<ShapeItem>& shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [](const ShapeItem& shape) {
    return !shape.surface_velocity.empty() || !shape.surface_name.empty();
  });
}

}  // namespace

void compile_belts(const Mechanism& mechanism, const NamedCoordinates& names,
                   SimulationSetup& setup) {
  std::optional<BeltCompiler> compiler;
  std::set<std::string> taken;
  const auto begin = [&] {
    if (!compiler) compiler.emplace(mechanism, names);
  };
  for (const ContactItem& item : mechanism.contacts) {
    if (item.surface_velocity.empty()) continue;
    begin();
    compile_contact_belt(item, mechanism.parameters, *compiler, setup);
    taken.insert(item.name);
  }
  if (has_moving_shape(mechanism.world.shapes)) {
    begin();
    compile_shape_belts(where(mechanism.world), world_body, "world", mechanism.world.shapes,
                        *compiler, taken, setup);
  }
  for (const BodyItem& item : mechanism.bodies) {
    if (!has_moving_shape(item.shapes)) continue;
    begin();
    compile_shape_belts(where(item), setup.model->find_body(item.name), item.name, item.shapes,
                        *compiler, taken, setup);
  }
  check_given_contacts(mechanism, setup);
}

}  // namespace catena::compiling
