#include "catena/mechanism/point_spring_item.hpp"

#include <array>

#include "catena/mechanism/element_compiler.hpp"

namespace catena {

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
  if (!law.empty())
    spring.law = [formula = compiler.formula(at.at("law"), law, {"x", "v"},
                                             "a formula of x, the length, and v, its rate")](
                     double length, double rate) {
      return formula.value(std::array{length, rate});
    };
  check_spring(spring, compiler.model());
  compiler.set<PointSpringSet>().add(std::move(spring));
}

}  // namespace catena
