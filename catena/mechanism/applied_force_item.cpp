#include "catena/mechanism/applied_force_item.hpp"

#include <fmt/format.h>

#include "catena/control/switched_formulas.hpp"
#include "catena/mechanism/element_compiler.hpp"

namespace catena {

namespace {

// What formulas of a force call the motion of its point.
std::vector<NamedProbe> names_at(const AppliedForce& force) {
  using Of = Probe::Of;
  const bool own = force.axes == AppliedForce::Axes::Body;
  std::vector<NamedProbe> names;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string letter(1, "xyz"[axis]);
    names.push_back({letter, {Of::Position, force.body, force.X_BP, axis, false}});
    names.push_back({"v" + letter, {Of::Velocity, force.body, force.X_BP, axis, own}});
    names.push_back({"w" + letter, {Of::Turning, force.body, force.X_BP, axis, own}});
  }
  return names;
}

}  // namespace

void AppliedForceItem::add_to(ElementCompiler& compiler) const {
  const Where at = ElementCompiler::where(*this);
  AppliedForce made;
  made.name = name;
  const ElementCompiler::BodyPlace place = compiler.place(at.at("on"), on);
  made.body = place.body, made.X_BP = place.X;
  made.axes = axes, made.dissipates = dissipates;
  if (function) {
    made.function = function.function();
  } else {
    if (force.empty() && torque.empty()) at.fail("expected one of the keys force, torque");
    const std::vector<NamedProbe> names = names_at(made);
    std::vector<StateFormula> formulas;
    const auto add = [&](const char* key, const std::vector<std::string>& list) {
      if (!list.empty() && list.size() != 3)
        at.at(key).fail(fmt::format("found {} formula{}, expected a list of three: x, y and z",
                                    list.size(), list.size() == 1 ? "" : "s"));
      for (std::size_t i = 0; i < 3; ++i)
        formulas.push_back(compiler.state_formula(list.empty() ? at : at.at(key, i),
                                                  list.empty() ? "0" : list[i], names));
    };
    add("force", force), add("torque", torque);
    made.law = std::make_shared<const FormulaLaw>(std::move(formulas), 1.0);
    made.probes = compiler.probes();
  }
  check_force(made, compiler.model());
  compiler.set<AppliedForceSet>().add(std::move(made));
}

}  // namespace catena
