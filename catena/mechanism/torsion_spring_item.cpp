#include "catena/mechanism/torsion_spring_item.hpp"

#include "catena/mechanism/element_compiler.hpp"

namespace catena {

void TorsionSpringItem::add_to(ElementCompiler& compiler) const {
  const Where at = ElementCompiler::where(*this);
  TorsionSpring spring;
  spring.name = name;
  spring.dof = compiler.coordinate(at.at("coordinate"), coordinate);
  try {
    spring.table = Table(positions, efforts, interpolation, range);
  } catch (const TableError& error) {
    at.at("table").fail(error.what());
  }
  spring.rest = rest, spring.damping = damping;
  const SimulationSetup& setup = compiler.setup();
  check_spring(spring, Coordinates(setup.model, setup.loops));
  compiler.set<TorsionSpringSet>().add(std::move(spring));
}

}  // namespace catena
