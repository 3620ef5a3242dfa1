#include "catena/sim/ledger.hpp"

#include <algorithm>

namespace catena {

namespace {

void add_joint(const JointInfo& joint, std::size_t first_v, EnergySources& sources) {
  if (joint.nv == 0 || (joint.spec.damping.isZero(0.0) && joint.spec.coulomb_friction.isZero(0.0)))
    return;
  for (int k = 0; k < joint.nv; ++k)
    sources.of_dof[first_v + static_cast<std::size_t>(joint.v + k)] =
        static_cast<int>(sources.all.size());
  sources.all.push_back({EnergyKind::Dissipated, joint.spec.name});
}

}  // namespace

EnergySources energy_sources(const SimulationSetup& setup) {
  std::vector<const Model*> parts = {setup.model.get()};
  if (setup.loops) parts.push_back(&setup.loops->links());
  EnergySources sources;
  for (const Model* part : parts) {
    const std::size_t first_v = sources.of_dof.size();
    sources.of_dof.resize(first_v + static_cast<std::size_t>(part->nv()), -1);
    for (int j = 0; j < part->joint_count(); ++j)
      add_joint(part->joint(JointId{j}), first_v, sources);
  }
  sources.first_motor = static_cast<int>(sources.all.size());
  for (const Motor& motor : setup.motors) sources.all.push_back({EnergyKind::Work, motor.name});
  sources.first_path = static_cast<int>(sources.all.size());
  for (const PrescribedMotion& path : setup.prescribed)
    sources.all.push_back({EnergyKind::Work, path.name});
  sources.first_spring = static_cast<int>(sources.all.size());
  for (const Model* part : parts)
    for (const Spring& spring : part->springs())
      if (!spring.conservative) sources.all.push_back({EnergyKind::Work, spring.name});
  for (const Contact& contact : setup.contacts) {
    const bool rubs = contact.material.friction > 0.0;
    sources.of_contact.push_back(rubs ? static_cast<int>(sources.all.size()) : -1);
    if (rubs) sources.all.push_back({EnergyKind::Dissipated, contact.name});
  }
  if (setup.may_be_pulled) {
    sources.pull = static_cast<int>(sources.all.size());
    sources.all.push_back({EnergyKind::Work, "pull"});
  }
  for (const Cable& cable : setup.cables) {
    const auto add = [&](EnergyKind kind) {
      sources.all.push_back({kind, cable.name});
      return static_cast<int>(sources.all.size()) - 1;
    };
    EnergySources::OfCable places{add(EnergyKind::Stored)};
    const bool rubs = std::any_of(cable.route.begin(), cable.route.end(),
                                  [](const CableStop& stop) { return stop.friction > 0.0; });
    if (rubs || cable.material.damping > 0.0) places.dissipated = add(EnergyKind::Dissipated);
    if (cable.winch) places.winch = add(EnergyKind::Work);
    sources.of_cable.push_back(places);
  }
  return sources;
}

}  // namespace catena
