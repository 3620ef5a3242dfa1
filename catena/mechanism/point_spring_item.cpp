#include "catena/mechanism/point_spring_item.hpp"

#include <fmt/format.h>

#include <array>

#include "catena/control/switched_formulas.hpp"
#include "catena/elements/law_spring.hpp"
#include "catena/mechanism/element_compiler.hpp"

namespace catena {

namespace {

// A law that jumps or has kinks. One-sided springs are zero where their law has the other sign.
LawSpring with_switches(const Where& at, const PointSpringItem& item, const PointSpring& spring,
                        const ElementCompiler& compiler) {
  using Side = PointSpring::Side;
  LawSpring made;
  made.name = spring.name;
  made.a = spring.a, made.p_A = spring.p_A;
  made.b = spring.b, made.p_B = spring.p_B;
  std::string text = item.law;
  if (spring.side == Side::Pulls)
    text = fmt::format("max(({}), 0)", item.law), made.acting_branch = 1;
  else if (spring.side == Side::Pushes)
    text = fmt::format("min(({}), 0)", item.law), made.acting_branch = 0;
  Probe length{.of = Probe::Of::Distance, .body = spring.a};
  length.X_BP.translation = spring.p_A;
  length.other = spring.b, length.p_O = spring.p_B;
  Probe rate = length;
  rate.of = Probe::Of::Parting;
  const std::array names = {NamedProbe{"x", length}, NamedProbe{"v", rate}};
  made.law = std::make_shared<const FormulaLaw>(
      std::vector<StateFormula>{compiler.state_formula(at.at("law"), text, names)}, 1.0);
  made.probes = compiler.probes();
  return made;
}

}  // namespace

void PointSpringItem::add_to(ElementCompiler& compiler) const {
  const Where at = ElementCompiler::where(*this);
  PointSpring spring;
  spring.name = name;
  const ElementCompiler::BodyPlace a = compiler.place(at.at("from"), from);
  const ElementCompiler::BodyPlace b = compiler.place(at.at("to"), to);
  spring.a = a.body, spring.p_A = a.X.translation;
  spring.b = b.body, spring.p_B = b.X.translation;
  spring.stiffness = stiffness, spring.damping = damping;
  spring.rest_length = rest_length, spring.preload = preload;
  spring.side = side;
  bool switches = false;
  if (law_function) spring.law = law_function.function();
  if (!law.empty()) {
    const Expression formula = compiler.formula(at.at("law"), law, {"x", "v"},
                                                "a formula of x, the length, and v, its rate");
    switches = !formula.switches().empty();
    spring.law = [formula](double length, double rate) {
      return formula.value(std::array{length, rate});
    };
  }
  check_spring(spring, compiler.model());
  if (switches) {
    const LawSpring made = with_switches(at, *this, spring, compiler);
    check_spring(made, compiler.model());
    compiler.set<LawSpringSet>().add(made);
    return;
  }
  compiler.set<PointSpringSet>().add(std::move(spring));
}

}  // namespace catena
