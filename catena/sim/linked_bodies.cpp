#include "catena/sim/linked_bodies.hpp"

#include "catena/elements/bushing.hpp"
#include "catena/elements/law_spring.hpp"
#include "catena/elements/point_spring.hpp"

namespace catena {

namespace {

template <class Elements>
void link_all(const Elements& elements, LinkedBodies& links) {
  for (const auto& one : elements) links.emplace_back(one.a, one.b);
}

void link_elements(const ElementSet& set, LinkedBodies& links) {
  if (const auto* springs = dynamic_cast<const PointSpringSet*>(&set))
    link_all(springs->springs(), links);
  if (const auto* springs = dynamic_cast<const LawSpringSet*>(&set))
    link_all(springs->springs(), links);
  if (const auto* bushings = dynamic_cast<const BushingSet*>(&set))
    link_all(bushings->bushings(), links);
}

}  // namespace

LinkedBodies linked_bodies(const SimulationSetup& setup) {
  LinkedBodies links;
  for (const Cable& cable : setup.cables) {
    if (is_off(setup.off, "cable", cable.name)) continue;
    for (std::size_t i = 0; i + 1 < cable.route.size(); ++i)
      links.emplace_back(cable.route[i].body, cable.route[i + 1].body);
  }
  for (const Contact& contact : setup.contacts)
    if (contact.against == Contact::Against::String && !is_off(setup.off, "contact", contact.name))
      links.emplace_back(contact.a, contact.b);
  for (const auto& set : setup.elements) {
    const std::shared_ptr<const ElementSet> on = set->without(setup.off);
    link_elements(on ? *on : *set, links);
  }
  return links;
}

}  // namespace catena
