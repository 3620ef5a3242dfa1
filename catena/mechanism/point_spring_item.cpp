#include "catena/mechanism/point_spring_item.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catena/mechanism/element_compiler.hpp"

namespace catena {

namespace {

// Such a force would turn to and fro without end where the spring comes to rest.
void refuse_jumps_with_rate(const Where& where, const Expression& law) {
  for (const FormulaSwitch& of : law.switches()) {
    const bool with_rate =
        std::any_of(of.argument.begin(), of.argument.end(), [](const Instruction& instruction) {
          return instruction.op == Op::Variable && instruction.index == 1;
        });
    if (with_rate && !of.is_kink)
      where.fail(
          fmt::format("'{}' jumps with v, as dry friction does; use 'friction' of a joint or "
                      "contact instead, or 'forces', whose jumps are located",
                      law.text()));
  }
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
  if (law_function) spring.law = law_function.function();
  if (!law.empty()) {
    const Expression formula = compiler.formula(at.at("law"), law, {"x", "v"},
                                                "a formula of x, the length, and v, its rate");
    refuse_jumps_with_rate(at.at("law"), formula);
    spring.law = [formula](double length, double rate) {
      return formula.value(std::array{length, rate});
    };
  }
  check_spring(spring, compiler.model());
  compiler.set<PointSpringSet>().add(std::move(spring));
}

}  // namespace catena
