// Checkpoints of files before version 4: numbers in the order of the mechanism's parts.

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "catena/sim/checkpoint_parts.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

// The order of energy sources that these files have: joints with damping or friction, motors,
// paths, springs that are not conservative, contacts with friction, a pull, cables.
std::vector<EnergySource> sources_in_order(const SimulationSetup& setup,
                                           const Coordinates& coordinates) {
  std::vector<EnergySource> all;
  const auto dissipates = [&](const std::string& name) {
    all.push_back({EnergyKind::Dissipated, name});
  };
  const auto works = [&](const std::string& name) { all.push_back({EnergyKind::Work, name}); };
  for_each_joint(coordinates, [&](const JointInfo& joint, int) {
    const JointSpec& spec = joint.spec;
    if (joint.nv > 0 && !(spec.damping.isZero(0.0) && spec.coulomb_friction.isZero(0.0)))
      dissipates(spec.name);
  });
  for (const Motor& motor : setup.motors) works(motor.name);
  for (const PrescribedMotion& path : setup.prescribed)
    if (coordinates.from_home(path.dof) >= 0) works(path.name);
  for (const Model* part : {&coordinates.tree(), coordinates.links()}) {
    if (part == nullptr) continue;
    for (const Spring& spring : part->springs())
      if (!spring.conservative) works(spring.name);
  }
  for (const Contact& contact : setup.contacts)
    if (contact.material.friction > 0.0) dissipates(contact.name);
  if (setup.may_be_pulled) works("pull");
  for (const Cable& cable : setup.cables) {
    all.push_back({EnergyKind::Stored, cable.name});
    const bool has_friction =
        std::any_of(cable.route.begin(), cable.route.end(),
                    [](const CableStop& stop) { return stop.friction > 0.0; });
    if (has_friction || cable.material.damping > 0.0) dissipates(cable.name);
    if (cable.winch) works(cable.name);
  }
  return all;
}

}  // namespace

Checkpoint with_names(const Checkpoint& from, const SimulationSetup& setup,
                      const MotionEquations& equations) {
  const Checkpoint::ByPosition& old = *from.by_position;
  const Coordinates& coordinates = equations.coordinates();
  const std::vector<EnergySource> sources = sources_in_order(setup, coordinates);
  const auto count = [](const auto& x) { return static_cast<std::size_t>(x.size()); };
  const auto nq = static_cast<std::size_t>(coordinates.nq()),
             nv = static_cast<std::size_t>(coordinates.nv());
  if (count(old.q) != nq || count(old.v) != nv || count(old.limits) != nv ||
      count(old.slips) != nv || old.contacts.size() != setup.contacts.size() ||
      old.cables.size() != setup.cables.size() || count(old.spent) != sources.size())
    throw std::invalid_argument(fmt::format(
        "restore: the state has nq = {}, nv = {}, {} contacts, {} cables and {} energy "
        "sources, this simulation has {}, {}, {}, {} and {}; was it saved from another "
        "scenario?",
        count(old.q), count(old.v), old.contacts.size(), old.cables.size(), count(old.spent), nq,
        nv, setup.contacts.size(), setup.cables.size(), sources.size()));
  Checkpoint out = from;
  for (int i = 0; i < coordinates.nq(); ++i)
    out.q[coordinates.loops() ? coordinates.loops()->configuration_name(i)
                              : coordinates.tree().configuration_name(i)] = old.q[i];
  for (int k = 0; k < coordinates.nv(); ++k) {
    out.v[coordinates.name(k)] = old.v[k];
    out.modes["stops"][coordinates.name(k)] = {old.limits[k], old.slips[k]};
  }
  for (std::size_t i = 0; i < old.contacts.size(); ++i)
    out.modes["contacts"][setup.contacts[i].name] = old.contacts[i];
  for (std::size_t i = 0; i < old.cables.size(); ++i)
    out.modes["cables"][setup.cables[i].name] = old.cables[i];
  for (std::size_t s = 0; s < sources.size(); ++s)
    out.spent.emplace_back(sources[s], old.spent[static_cast<Eigen::Index>(s)]);
  for (std::size_t c = 0; c < std::min(old.happened.size(), setup.changes.size()); ++c)
    out.happened[name_of_change(setup, c)] = old.happened[c] ? 1 : 0;
  return out;
}

}  // namespace catena
