#pragma once
// What an element needs to compile itself: names, formulas, and the set of its kind.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/mechanism/coordinates.hpp"
#include "catena/mechanism/items.hpp"
#include "catena/mechanism/state_names.hpp"
#include "catena/mechanism/where.hpp"

namespace catena {

class ElementItem;
struct Mechanism;

class ElementCompiler {
 public:
  ElementCompiler(const Mechanism& mechanism, const NamedCoordinates& names,
                  const SimulationSetup& setup);

  const Model& model() const { return *setup_.model; }
  const Loops& loops() const { return *names_.loops; }
  const SimulationSetup& setup() const { return setup_; }
  // For errors about an item: where(*this).at("length").fail("...").
  static Where where(const ElementItem& item);

  // All throw MechanismError at the key that `where` names, with the nearest name.
  BodyId body(const Where& where, const std::string& name) const;
  FrameId frame(const Where& where, const std::string& name) const;
  struct BodyPlace {
    BodyId body;
    Transform<double> X;  // in the body
  };
  BodyPlace place(const Where& where, const Place& place) const;
  int coordinate(const Where& where, const std::string& name) const;  // a velocity coordinate
  // All coordinates of a joint, or the one that is named.
  std::vector<int> coordinates(const Where& where, const std::string& name) const;
  // A formula of these variables and the parameters; `expected` says so: "a formula of x and v".
  Expression formula(const Where& where, const std::string& text,
                     const std::vector<std::string>& variables, std::string_view expected) const;

  // A formula of the state, see StateNames; these names count besides. It sees probes() behind the
  // coordinates.
  StateFormula state_formula(const Where& where, const std::string& text,
                             std::span<const NamedProbe> local) const;
  std::shared_ptr<const ProbeList> probes() const { return names_.probes; }

  // The set of a kind, made where this is the first element of it.
  template <class Set>
  Set& set() {
    std::shared_ptr<ElementSet>& found = by_type_[typeid(Set)];
    if (found == nullptr) {
      auto made = std::make_shared<Set>();
      found = made;
      sets_.push_back(std::move(made));
    }
    return static_cast<Set&>(*found);
  }
  // For elements that are one-sided like contacts, and share their forces with them.
  void add_contact(Contact contact) { contacts_.push_back(std::move(contact)); }
  const std::vector<Contact>& contacts() const { return contacts_; }
  // All sets, in the order in which they were made.
  const std::vector<std::shared_ptr<const ElementSet>>& sets() const { return sets_; }

 private:
  const Mechanism& mechanism_;
  const NamedCoordinates& names_;
  const SimulationSetup& setup_;
  mutable std::optional<StateNames> state_names_;  // made when it is first needed
  std::unordered_map<std::type_index, std::shared_ptr<ElementSet>> by_type_;
  std::vector<std::shared_ptr<const ElementSet>> sets_;
  std::vector<Contact> contacts_;
};

}  // namespace catena
