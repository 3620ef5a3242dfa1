#include "catena/mechanism/element_compiler.hpp"

#include <fmt/format.h>

#include <set>

#include "catena/mechanism/compile_parts.hpp"

namespace catena {

ElementCompiler::ElementCompiler(const Mechanism& mechanism, const NamedCoordinates& names,
                                 const SimulationSetup& setup)
    : mechanism_(mechanism), names_(names), setup_(setup) {}

Where ElementCompiler::where(const ElementItem& item) {
  return {std::string(item.kind()), item.name, item.said};
}

BodyId ElementCompiler::body(const Where& where, const std::string& name) const {
  return where.located([&] { return model().find_body(name); });
}

FrameId ElementCompiler::frame(const Where& where, const std::string& name) const {
  return where.located([&] { return model().find_frame(name); });
}

ElementCompiler::BodyPlace ElementCompiler::place(const Where& where, const Place& place) const {
  const compiling::BodyPlace found = compiling::place(where, place, model());
  return {found.body, found.X};
}

int ElementCompiler::coordinate(const Where& where, const std::string& name) const {
  return find_coordinate(where, name, names_);
}

std::vector<int> ElementCompiler::coordinates(const Where& where, const std::string& name) const {
  return driven_coordinates(where, name, names_);
}

Expression ElementCompiler::formula(const Where& where, const std::string& text,
                                    const std::vector<std::string>& variables,
                                    std::string_view expected) const {
  return compiling::formula(where, text, variables, mechanism_.parameters, expected);
}

StateFormula ElementCompiler::state_formula(const Where& where, const std::string& text,
                                            std::span<const NamedProbe> local) const {
  if (!state_names_) state_names_.emplace(names_);
  return state_names_->formula(where, text, mechanism_.parameters,
                               {.probes = names_.probes.get(), .local = local});
}

namespace compiling {

void compile_elements(const Mechanism& mechanism, const NamedCoordinates& names,
                      SimulationSetup& setup) {
  ElementCompiler compiler(mechanism, names, setup);
  std::set<std::pair<std::string_view, std::string>> taken;
  for (std::size_t i = 0; i < mechanism.elements.size(); ++i) {
    const ElementItem& item = mechanism.elements[i];
    const Where at = ElementCompiler::where(item);
    if (item.name.empty()) at.fail(fmt::format("a {} has no name; give it one", item.kind()));
    if (!taken.emplace(item.kind(), item.name).second)
      at.fail(fmt::format("two elements of this kind have the name '{}'", item.name));
    at.located([&] { item.add_to(compiler); });
  }
  setup.elements = compiler.sets();
  setup.contacts.insert(setup.contacts.end(), compiler.contacts().begin(),
                        compiler.contacts().end());
}

}  // namespace compiling

}  // namespace catena
