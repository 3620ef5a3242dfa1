#include "catena/sim/ledger.hpp"

namespace catena {

EnergySources energy_sources(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  EnergySources sources;
  sources.of_dof.assign(static_cast<std::size_t>(model.nv()), -1);
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.nv == 0 ||
        (joint.spec.damping.isZero(0.0) && joint.spec.coulomb_friction.isZero(0.0)))
      continue;
    for (int k = joint.v; k < joint.v + joint.nv; ++k)
      sources.of_dof[static_cast<std::size_t>(k)] = static_cast<int>(sources.all.size());
    sources.all.push_back({EnergyKind::Dissipated, joint.spec.name});
  }
  sources.first_motor = static_cast<int>(sources.all.size());
  for (const Motor& motor : setup.motors) sources.all.push_back({EnergyKind::Work, motor.name});
  sources.first_path = static_cast<int>(sources.all.size());
  for (const PrescribedMotion& path : setup.prescribed)
    sources.all.push_back({EnergyKind::Work, path.name});
  sources.first_spring = static_cast<int>(sources.all.size());
  for (const Spring& spring : model.springs())
    if (!spring.conservative) sources.all.push_back({EnergyKind::Work, spring.name});
  return sources;
}

}  // namespace catena
