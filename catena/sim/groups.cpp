#include "catena/sim/groups.hpp"

#include <algorithm>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/cable_group.hpp"
#include "catena/elements/joint_springs.hpp"
#include "catena/elements/kinks.hpp"
#include "catena/elements/motors.hpp"
#include "catena/elements/plan_watch.hpp"
#include "catena/elements/pull.hpp"
#include "catena/elements/stops.hpp"
#include "catena/sim/island_sleep.hpp"

namespace catena {

namespace {

// Restitution of the coordinates of the start, where they are now.
Eigen::VectorXd restitution_now(const SimulationSetup& setup, const Coordinates& coordinates) {
  Eigen::VectorXd now = Eigen::VectorXd::Zero(coordinates.nv());
  for (int k = 0; k < static_cast<int>(setup.limits.restitution.size()); ++k)
    if (const int dof = coordinates.from_home(k); dof >= 0) now[dof] = setup.limits.restitution[k];
  return now;
}

// Paths, couplings and winches of the start whose formulas have kinks.
KinkList kinks_of(const SimulationSetup& setup) {
  KinkList list;
  for (const PrescribedMotion& path : setup.prescribed)
    if (path.kinked) list.push_back({KinkItem::Of::Path, path.name, path.kinked, {path.dof}});
  if (setup.loops)
    for (const Coupling& coupling : setup.loops->specs().couplings)
      if (coupling.kinked)
        list.push_back({KinkItem::Of::Coupling, coupling.name, coupling.kinked, coupling.dofs});
  for (const Cable& cable : setup.cables)
    if (cable.kinked) list.push_back({KinkItem::Of::Winch, cable.name, cable.kinked, {}});
  return list;
}

// Last: it looks at efforts that plan with those of all others.
void add_plan_watch(const SimulationSetup& setup, std::vector<std::unique_ptr<Group>>& groups) {
  if (std::none_of(setup.motors.begin(), setup.motors.end(), [](const Motor& motor) {
        return motor.make_planner != nullptr && motor.make_planner()->is_bounded();
      }))
    return;
  for (const auto& group : groups)
    if (const auto* motors = dynamic_cast<const Motors*>(group.get())) {
      groups.push_back(std::make_unique<PlanWatch>(*motors, setup.motors));
      return;
    }
}

}  // namespace

std::vector<std::unique_ptr<Group>> make_groups(const SimulationSetup& setup,
                                                const Coordinates& coordinates,
                                                const std::vector<char>& on_path,
                                                const OffList& off, ThreadTeam* team) {
  std::vector<std::unique_ptr<Group>> groups;
  groups.push_back(std::make_unique<JointSprings>(coordinates));
  groups.push_back(
      std::make_unique<Stops>(coordinates, restitution_now(setup, coordinates), on_path));
  if (!setup.motors.empty())
    groups.push_back(
        std::make_unique<Motors>(coordinates, elements_on(setup.motors, "motor", off), on_path));
  if (!setup.contacts.empty() || setup.shape_contacts.enabled) {
    const std::vector<Contact> contacts = elements_on(setup.contacts, "contact", off);
    groups.push_back(std::make_unique<ContactGroup>(
        coordinates, contacts, setup.contact_options,
        setup.shape_contacts.enabled
            ? std::make_unique<ShapeContacts>(coordinates, setup.shape_contacts,
                                              pair_count(contacts), team)
            : nullptr));
  }
  if (setup.shape_contacts.enabled && setup.contact_options.sleep_islands)
    groups.push_back(std::make_unique<SleepGroup>(coordinates));
  if (setup.may_be_pulled) groups.push_back(std::make_unique<PullGroup>());
  if (!setup.cables.empty())
    groups.push_back(
        std::make_unique<CableGroup>(coordinates, elements_on(setup.cables, "cable", off)));
  if (KinkList kinks = kinks_of(setup); !kinks.empty())
    groups.push_back(std::make_unique<Kinks>(coordinates, std::move(kinks)));
  for (const auto& set : setup.elements) {
    const auto rest = off.empty() ? nullptr : set->without(off);
    groups.push_back((rest ? *rest : *set).make_group(coordinates));
  }
  add_plan_watch(setup, groups);
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g]->set_index(static_cast<int>(g));
  return groups;
}

}  // namespace catena
